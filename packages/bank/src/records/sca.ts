import crypto from "node:crypto";
import type { Currency, PsuContext, ScaStatus, TppMessageCode } from "@varde/protocol";
import { bigInteger, integer, json, optional, type RecordOf, table, text } from "@varde/storage";
import type {
  AccountId,
  AgreementId,
  PaymentId,
  PersonId,
  ScaId,
  SessionId,
  TppId,
  WorldId,
} from "../ports/ids.ts";
import type { Locale } from "../ports/locale.ts";
import type { ScaAttempt, ScaEvidence } from "../ports/sca-method.ts";
import type { EndedSca } from "./sca-fault.ts";

/** Kinds of SCA subjects. An SCA stores only the kind and the id of its subject. */
export const scaSubjectKinds = [
  "identification",
  "consent",
  "payment",
  "cancellation",
  "basket",
] as const;
export type ScaSubjectKind = (typeof scaSubjectKinds)[number];

/**
 * How the PSU reaches the SCA: by a link, in the bank's app, or in one of the bank's own channels
 * without the TPP, which then learns nothing about the PSU.
 */
export type ScaChannel = "redirect" | "app" | "own";

/** A proof that the PSU gives outside the bank's pages, until it is finished. */
export interface PendingProof {
  readonly step: ScaAttempt["step"];
  readonly kind: "redirect" | "wait";
  /** State that the SCA method needs to finish the proof. */
  readonly kept: string;
  /** Code that the page shows while it waits. */
  readonly code?: string;
  readonly locale: Locale;
  /** The accounts that the PSU ticked before approving a consent. */
  readonly accountIds: readonly AccountId[];
}

/** Evidence of each step that the PSU has proven. */
export type EvidenceByStep = Readonly<Partial<Record<ScaAttempt["step"], ScaEvidence>>>;

/** The estimate that the PSU is shown for a payment in another currency than its account. */
export interface ShownQuote {
  readonly paymentId: PaymentId;
  /** The amount that it is an estimate of; amounts are strings of digits, for JSON. */
  readonly amountMinor: string;
  /** Currency of the debtor account. */
  readonly currency: Currency;
  /** Units of the account's currency for one unit of the ordered one, in millionths. */
  readonly ratePpm: string;
  /** The ordered amount in the account's currency, without fees. */
  readonly debitedMinor: string;
  readonly at: number;
}

export const scaTable = table("sca", {
  scaId: text<ScaId>(),
  linkHash: text(),
  worldId: text<WorldId>(),
  tppId: text<TppId>(),
  tppName: text(),
  brand: optional(text()),
  sessionId: text<SessionId>(),
  redirectUri: text(),
  channel: text<ScaChannel>(),
  subjectKind: text<ScaSubjectKind>(),
  subjectId: optional(text()),
  /** Hash of the subject when the SCA started; a changed subject cannot be approved. */
  subjectHash: optional(text()),
  /** SCA-35: estimates of the payments that need an exchange, made when the SCA started. */
  shown: optional(json<readonly ShownQuote[]>()),
  /** The person who must authenticate, if the request named one. */
  expectedPersonId: optional(text<PersonId>()),
  /**
   * "number" if only X-PSU-IDENTITY named the person. The id is then one that nobody has if the
   * number is not a customer's.
   */
  expectedBy: optional(text<"number">()),
  personId: optional(text<PersonId>()),
  /** The context in the request; if set, the PSU is not asked. */
  givenContext: optional(text<PsuContext>()),
  context: optional(text<PsuContext>()),
  agreementId: optional(text<AgreementId>()),
  status: text<ScaStatus>(),
  version: bigInteger,
  attempts: integer,
  browserHash: optional(text()),
  endedCode: optional(text<TppMessageCode>()),
  /** Undefined until it has ended, and if the PSU approved without the TPP. */
  ended: optional(json<EndedSca>()),
  pending: optional(json<PendingProof>()),
  /** Hash of the state with which the pending redirect must come back. */
  callbackHash: optional(text()),
  evidence: optional(json<EvidenceByStep>()),
  createdAt: integer,
  touchedAt: integer,
});

/** A strong customer authentication. */
export interface Sca extends RecordOf<typeof scaTable> {}

/** The state of an SCA that nobody has opened. */
export const unbegunSca = {
  personId: undefined,
  context: undefined,
  status: "received",
  version: 1n,
  attempts: 0,
  browserHash: undefined,
  endedCode: undefined,
  ended: undefined,
  pending: undefined,
  callbackHash: undefined,
  evidence: undefined,
} as const satisfies Partial<Sca>;

/** Limits of the RTS: five failed identifications block an SCA, five idle minutes end it. */
export const identificationAttemptsMax = 5;
export const scaIdleMsMax = 5 * 60_000;

/** An unopened link is valid longer than an open page: the TPP decides when to use it. */
export const scaLinkMsMax = 30 * 60_000;

/** Returns the fields that identify an SCA in the log: its id, and the payment it is about. */
export const scaLogFields = ({ scaId, subjectKind, subjectId }: Sca) => ({
  sca: scaId,
  ...((subjectKind === "payment" || subjectKind === "cancellation") && { paymentId: subjectId }),
});

export const isScaOver = (sca: Sca): boolean =>
  sca.status === "finalised" || sca.status === "failed";

/**
 * HDR-37: returns the person whom the SCA method may address. A number does not address anybody
 * before the PSU has identified, so that the method acts alike for every number.
 */
export const addressedPerson = ({
  personId,
  expectedPersonId,
  expectedBy,
}: Pick<Sca, "personId" | "expectedPersonId" | "expectedBy">): PersonId | undefined =>
  personId ?? (expectedBy === "number" ? undefined : expectedPersonId);

/** Returns when an SCA times out, unless the PSU continues. */
export const scaEndsAt = (sca: Sca): number =>
  sca.touchedAt + (sca.status === "received" ? scaLinkMsMax : scaIdleMsMax);

export const isScaTimedOut = (sca: Sca, now: number): boolean => now > scaEndsAt(sca);

/** SCA-35: adds what the PSU is shown of exchanges to the hash of a subject, if there are any. */
export const bindShown = (subjectHash: string, shown: readonly ShownQuote[] = []): string => {
  if (shown.length === 0) return subjectHash;
  const quotes = shown.map(({ paymentId, amountMinor, currency, ratePpm, debitedMinor, at }) => [
    paymentId,
    amountMinor,
    currency,
    ratePpm,
    debitedMinor,
    at,
  ]);
  return crypto.hash("sha256", JSON.stringify([subjectHash, quotes]), "base64url");
};

/** SCA-25: whether a subject with this hash is still what the SCA shows. */
export const isAsShown = ({ subjectHash, shown }: Sca, hashNow: string): boolean =>
  subjectHash === bindShown(hashNow, shown);
