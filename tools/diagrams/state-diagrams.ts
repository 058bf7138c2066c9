import {
  type BasketEvent,
  basketTransitions,
  type ConsentEvent,
  consentTransitions,
  type PaymentEvent,
  paymentTransitions,
  type ScaEvent,
  scaTransitions,
} from "@varde/bank";
import type { StateDiagram } from "./draw-states.ts";

const paymentLabels = {
  signed: "signed",
  signedWithChange: "signed, date moved",
  signedToBookAtOnce: "booked at once",
  signedPartly: "signed by some",
  deleted: "deleted",
  timedOut: "never signed",
  timedOutPartly: "too few signed",
  takenByBatch: "batch",
  cancelled: "cancelled",
  changed: "changed",
  changedWithMove: "date moved",
  sentToClearing: "to clearing",
  handedToCorrespondent: "abroad",
  settled: "settled",
  lackedFunds: "no funds",
  refused: "refused",
  gaveUp: "gave up",
  returned: "returned",
} as const satisfies Record<PaymentEvent, string>;

const payment: StateDiagram = {
  title: "The status of a payment",
  width: 960,
  height: 520,
  transitions: paymentTransitions,
  labels: paymentLabels,
  places: {
    CANC: { x: 330, y: 46, width: 604, meaning: "cancelled" },
    RCVD: { x: 90, y: 260, height: 66, meaning: "received" },
    ACTC: { x: 285, y: 155, height: 66, meaning: "signed", tone: "busy" },
    ACWC: { x: 325, y: 365, height: 66, meaning: "signed, changed", tone: "busy" },
    PDNG: { x: 520, y: 260, height: 60, meaning: "in process", tone: "busy" },
    ACCP: { x: 520, y: 155, height: 66, meaning: "lacks funds", tone: "warn" },
    ACSP: { x: 722, y: 155, meaning: "in clearing", tone: "busy" },
    ACWP: { x: 765, y: 365, meaning: "abroad", tone: "busy" },
    ACSC: { x: 876, y: 260, height: 66, meaning: "settled", tone: "good" },
    RJCT: { x: 428, y: 474, width: 800, meaning: "refused", tone: "bad" },
  },
  hints: {
    "RCVD PDNG": { label: 0.19 },
    "RCVD RJCT": { at: 90, label: 0.45 },
    "RCVD CANC": { at: 90 },
    "ACWC CANC": { at: 372, label: 0.9 },
    "ACTC CANC": { at: 285 },
    "ACTC ACWC": { at: 318, label: 0.75, anchor: "start" },
    "ACWC ACTC": { at: 292, label: 0.72, anchor: "end" },
    "PDNG ACCP": { at: 505, anchor: "end" },
    "ACCP PDNG": { at: 535, anchor: "start" },
    "PDNG ACSC": { label: 0.6 },
    "ACSP RJCT": { at: 680, label: 0.88 },
    "ACWP RJCT": { at: 765 },
  },
};

const basket: StateDiagram = {
  title: "The states of a signing basket",
  width: 620,
  height: 190,
  transitions: basketTransitions,
  labels: {
    signed: "signed by all",
    signedPartly: "signed by some",
    deleted: "deleted",
  } as const satisfies Record<BasketEvent, string>,
  places: {
    open: { x: 130, y: 95, width: 180, height: 130, meaning: "waits for signatures", tone: "busy" },
    signed: { x: 480, y: 58, width: 180, meaning: "its payments go on", tone: "good" },
    deleted: { x: 480, y: 134, width: 180, meaning: "its payments are free" },
  },
};

const sca: StateDiagram = {
  title: "The status of an SCA",
  width: 986,
  height: 296,
  transitions: scaTransitions,
  labels: {
    opened: "link opened",
    begun: "proof begun",
    returned: "proof returned",
    misidentified: "not recognised",
    identified: "identified",
    contextChosen: "context chosen",
    approved: "approved",
    approvedInApp: "approved in the app",
    failed: "refused or timed out",
  } as const satisfies Record<ScaEvent, string>,
  places: {
    received: { x: 92, y: 96, width: 136, height: 132, meaning: "link unused" },
    started: { x: 352, y: 124, width: 176, height: 106, meaning: "link opened", tone: "busy" },
    psuAuthenticated: {
      x: 632,
      y: 124,
      width: 176,
      height: 106,
      meaning: "PSU is known",
      tone: "busy",
    },
    finalised: { x: 894, y: 96, width: 136, height: 132, meaning: "approved", tone: "good" },
    failed: { x: 372, y: 252, width: 696, meaning: "ended without approval", tone: "bad" },
  },
  hints: {
    "received finalised": { at: 50 },
    "received failed": { at: 92 },
  },
};

const consent: StateDiagram = {
  title: "The states of a consent",
  width: 720,
  height: 230,
  transitions: consentTransitions,
  labels: {
    granted: "SCA",
    expired: "180 days pass",
    revoked: "PSU revokes",
  } as const satisfies Record<ConsentEvent, string>,
  places: {
    none: { x: 90, y: 115, meaning: "never given" },
    valid: { x: 310, y: 115, width: 140, height: 176, meaning: "TPP may read", tone: "good" },
    expired: { x: 615, y: 56, width: 140, height: 58, meaning: "PSU must renew", tone: "warn" },
    revoked: { x: 615, y: 174, width: 140, height: 58, meaning: "no access", tone: "bad" },
  },
};

/** The pictures of docs/concepts, each from the table that the bank itself uses. */
export const stateDiagrams: Readonly<Record<string, StateDiagram>> = {
  "payment-states": payment,
  "basket-states": basket,
  "sca-states": sca,
  "consent-states": consent,
};
