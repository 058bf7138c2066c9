import type { KeyObject } from "node:crypto";
import { formatCertificatePem } from "@varde/protocol";
import type { BankToCheck, CheckOptions } from "../bank-to-check.ts";
import type { Psu } from "../checks/check.ts";
import { BankClock } from "../wire/bank-clock.ts";
import type { Change } from "../wire/change.ts";
import type { Exchange } from "../wire/exchange.ts";
import { openWire, ReceivedBytes, type Wire } from "../wire/open-wire.ts";
import { createRedactor, type Redactor } from "../wire/redact.ts";
import { createSelfMade } from "../wire/self-made.ts";
import { type Identity, signChanged, type WireRequest } from "../wire/sign.ts";
import { MadeResources } from "./made-resources.ts";

/** The state of one run: the wire, what was sent, what was made, and who the PSU is. */
export interface Run {
  readonly bank: BankToCheck;
  readonly options: CheckOptions;
  readonly clock: BankClock;
  readonly redactor: Redactor;
  readonly made: MadeResources;
  readonly exchanges: Exchange[];
  /** Set by the gate at which the PSU identifies. */
  psu: Psu | undefined;
  /** Set by the gate that finds that the bank requires signatures over (request-target). */
  requiresTarget: boolean;
  /** The last session of each PSU that completed an SCA, for the cleanup. */
  readonly sessions: Map<string, string>;
  /** The account that reading checks use, once it is known. */
  accountId: Promise<string> | undefined;
  /** The PSU who acts for the company, once they have identified. */
  companyPsu: Promise<Psu> | undefined;
  /** Requests that were sent and have no response yet. */
  readonly pending: Set<Promise<Exchange>>;
  /** Sends a request for a check and records the exchange. */
  send(check: string, request: WireRequest, change?: Change): Promise<Exchange>;
  readonly wire: Wire;
}

/** The evidence of a check that did not end because its run was interrupted. */
export const interruption = "the run was interrupted";

/** Opens a run. The caller closes its wire. */
export const openRun = (bank: BankToCheck, options: CheckOptions): Run => {
  const clock = new BankClock();
  const redactor = createRedactor({ showsData: options.showData === true });
  hideConfiguration(redactor, bank);
  const made = new MadeResources();
  const exchanges: Exchange[] = [];
  const received = new ReceivedBytes();
  const wire = openWire(bank.address, bank.tls, received);
  const { signerOf, wireFor } = createSenders(bank, wire, received);
  const prefix = bank.address.pathname.replace(/\/$/, "");
  const exchange = async (
    check: string,
    request: WireRequest,
    change: Change,
  ): Promise<Exchange> => {
    const identity = await signerOf(change);
    const coversTarget = run.requiresTarget;
    const signed = await signChanged({ request, change, identity, clock, prefix, coversTarget });
    const startedAt = Date.now();
    const started = performance.now();
    const chosen = await wireFor(change);
    const result = await chosen.send(signed).then(
      (response) => ({ response, fault: undefined }),
      (error: unknown) => ({ response: undefined, fault: describeFault(error) }),
    );
    const ms = performance.now() - started;
    if (chosen !== wire) chosen.close();
    const number = exchanges.length + 1;
    const done: Exchange = { number, check, startedAt, ms, request: signed, ...result };
    exchanges.push(done);
    clock.observe(done);
    redactor.learn(done);
    made.observe(done);
    return done;
  };
  const pending = new Set<Promise<Exchange>>();
  const send: Run["send"] = (check, request, change = {}) => {
    const sent = exchange(check, request, change).finally(() => pending.delete(sent));
    pending.add(sent);
    return sent;
  };
  const sessions = new Map<string, string>();
  const run: Run = {
    ...{ bank, options, clock, redactor, made, exchanges, sessions, pending, send, wire },
    psu: bank.psu,
    requiresTarget: false,
    accountId: undefined,
    companyPsu: undefined,
  };
  return run;
};

/** Chooses who signs a changed request, and the connection that it is sent on. */
const createSenders = (bank: BankToCheck, wire: Wire, received: ReceivedBytes) => {
  const selfMade = createSelfMade(bank.tpp);
  const signerOf = async ({ signer }: Change): Promise<Identity> => {
    if (signer === undefined) return bank.tpp;
    return signer === "second" ? (bank.second ?? bank.tpp) : selfMade(signer);
  };
  const wireFor = async ({ connection }: Change): Promise<Wire> => {
    if (connection === undefined) return wire;
    const { ca } = bank.tls;
    const authorities = ca === undefined ? {} : { ca };
    if (connection === "without-certificate") return openWire(bank.address, authorities, received);
    const { certificate, key } = await selfMade("self-made");
    const cert = formatCertificatePem(certificate.der);
    const pem = (key as KeyObject).export({ type: "pkcs8", format: "pem" });
    return openWire(bank.address, { ...authorities, cert, key: pem }, received);
  };
  return { signerOf, wireFor };
};

const describeFault = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === undefined ? message : `${code}: ${message}`;
};

/** Values of the configuration that are about people; keys are never read into a report. */
const hideConfiguration = (redactor: Redactor, bank: BankToCheck): void => {
  redactor.hide(bank.psu?.id, "psu-0");
  redactor.hide(bank.psu?.session, "session-0");
  redactor.hide(bank.debtor.bban, "debtor-bban");
  redactor.hide(bank.debtor.account, "debtor-account");
  redactor.hide(bank.debtor.card, "debtor-card");
  redactor.hide(bank.creditor.bban, "creditor-bban");
  redactor.hide(bank.creditor.name, "creditor-name");
  redactor.hide(bank.kidPayee?.bban, "kid-payee-bban");
  redactor.hide(bank.kidPayee?.kid, "kid-payee-kid");
  redactor.hide(bank.pendingPayee?.bban, "pending-payee-bban");
  redactor.hide(bank.quotaAccount, "quota-account");
  redactor.hide(bank.company?.agreement, "company-agreement");
  redactor.hide(bank.company?.debtor, "company-debtor");
};
