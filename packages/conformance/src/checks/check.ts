import type { BankToCheck, CheckOptions } from "../bank-to-check.ts";
import type { ScaWish } from "../sca/sca-driver.ts";
import type { BankClock } from "../wire/bank-clock.ts";
import type { Change } from "../wire/change.ts";
import type { Exchange } from "../wire/exchange.ts";
import type { WireRequest } from "../wire/sign.ts";
import { decidedRules } from "./decided-rules.ts";

/**
 * To add a check, write a row in a file of its subject (`checks/payments/…`), and add the file's
 * list to `checks/index.ts`. Ids are never reused: a stricter check gets a new id. Five kinds of
 * checks exist; use the first one that can express yours:
 *
 * - `twin`: a correct request with one change, and what the bank must do. Pure data.
 * - `sweep`: the same change on every operation.
 * - `variant`: one request whose answers are all allowed; each names the settings of Varde with
 *   which a sandbox behaves like this bank.
 * - `flow`: a function that sends several requests.
 * - `passive`: looks at every exchange of the run, at its end.
 */
export type Check = Twin | Sweep | Variant | Flow | Passive;

/** Gates, in order. If one fails, everything behind it is blocked. */
export const gateIds = ["gate-reach", "gate-signature", "gate-sca", "gate-payment"] as const;
export type GateId = (typeof gateIds)[number];

/** Groups of checks, in the order of the report. */
export const checkGroups = [
  "GATE",
  "TLS",
  "SIG",
  "VAR",
  "HDR",
  "BOD",
  "NCB",
  "PAY",
  "BSK",
  "SCA",
  "SES",
  "AIS",
  "PAG",
  "QUO",
  "ERR",
  "SBX",
] as const;
export type CheckGroup = (typeof checkGroups)[number];

/** Conditions of a check that not every run meets; see `run/needs.ts` for what meets each. */
export type Need =
  | "approval"
  | "card"
  | "clock"
  | "company"
  | "consent-change"
  | "kid-payee"
  | "money"
  | "pending-payee"
  | "production"
  | "quota"
  | "sandbox"
  | "second"
  | "tls"
  | "volume";

/** Facts that every check has. */
interface CheckFacts {
  readonly id: string;
  readonly group: CheckGroup;
  /** The rules of docs/spec/rules.md that the check proves; they decide its level. */
  readonly rules: readonly string[];
  /** Rules of findings that are at most warnings. */
  readonly shouldRules?: readonly string[];
  /** The behaviour of a bank that passes, in the third person: "refuses a request without …". */
  readonly says: string;
  /** Lowers a check to "should" although its rules are stated; the comment at the row says why. */
  readonly level?: "should";
  readonly needs?: readonly Need[];
  /** SCAs that the PSU is asked to complete. Their numbers are shown before the run. */
  readonly approvals?: number;
  readonly refusals?: number;
  /** The last gate before it; gate-payment if left out. */
  readonly gate?: GateId;
  /** The suite in which it appeared; the first one if left out. */
  readonly since?: string;
}

/** The response to a changed request. Without `refused`, the change must be accepted. */
export interface Expectation {
  /** "stated" if the interface names the status; otherwise any refusal will do. */
  readonly refused?: "stated" | "any";
  /** The statuses that a refusal should have; 400 if left out. */
  readonly statuses?: readonly number[];
  /** The code that the first message should have. */
  readonly code?: string;
}

/** A changed request of a twin, with the correct one that must be accepted first. */
export interface TwinCase {
  /** Names the case in the report if there are several. */
  readonly name?: string;
  readonly change: CaseChange;
  /**
   * A correct request at the boundary, sent first. Without one, a correct request of the same kind
   * must be accepted before and after (the baseline).
   */
  readonly control?: CaseChange;
  /** The code of this case, if the cases have different ones. */
  readonly code?: string;
}

/** Facts that a change can depend on: the accounts of the user's file, and the bank's time. */
export interface CaseFacts {
  readonly bank: BankToCheck;
  readonly clock: Pick<BankClock, "now">;
}

/** A change, or a function of what the run knows. */
export type CaseChange = Change | ((facts: CaseFacts) => Change);

/** A correct request and one that differs from it by one change. */
export interface Twin extends CheckFacts {
  readonly kind: "twin";
  readonly on: RequestKind;
  readonly cases: readonly TwinCase[];
  readonly expect: Expectation;
}

/** The same change on every operation that can be reached; each has its own control. */
export interface Sweep extends CheckFacts {
  readonly kind: "sweep";
  readonly on: readonly RequestKind[];
  readonly change: Change;
  readonly expect: Expectation;
}

/** Settings of Varde, as a configuration file has them. */
export type Settings = Readonly<Record<string, unknown>>;

/** An answer of a variant. */
export interface VariantAnswer {
  /** The behaviour of the bank: "requires x-accept-fix". */
  readonly says: string;
  /** The settings that imitate it; without any, nothing can. */
  readonly settings?: Settings;
  /** True if Varde does the same by default, so that the bank does not differ. */
  readonly isUsual?: true;
}

/** A question to which the interface allows, or banks are known to give, several answers. */
export interface Variant extends CheckFacts {
  readonly kind: "variant";
  readonly answers: Readonly<Record<string, VariantAnswer>>;
  /** Returns the name of the answer. Preconditions as in a flow. */
  readonly observe: (scene: Scene) => Promise<string>;
}

/** Several requests in order. */
export interface Flow extends CheckFacts {
  readonly kind: "flow";
  /**
   * When it runs: flows that end sessions, change consent, use up a quota or move the clock come
   * last, so that they spoil nothing for others.
   */
  readonly phase?: "usual" | "sessions" | "consent" | "quota" | "clock";
  readonly run: (scene: Scene) => Promise<void>;
}

/** Looks at what the bank sent during the run. */
export interface Passive extends CheckFacts {
  readonly kind: "passive";
  /** Whether the check has something to say about an exchange. Without any, it is not proven. */
  readonly appliesTo: (exchange: Exchange) => boolean;
  /** Returns what is wrong with it. */
  readonly fault: (exchange: Exchange) => string | undefined;
}

/** The PSU that requests act for. */
export interface Psu {
  readonly id: string;
  readonly session: string;
  readonly corporateId?: string | undefined;
}

/**
 * A request of one kind, correct and with resources of its own, so that no check can spoil another.
 * `prepare` may create what the request acts on.
 */
export interface RequestKind {
  readonly name: string;
  readonly needs?: readonly Need[];
  readonly prepare: (scene: Scene) => Promise<WireRequest>;
}

/** The means of a running check. Every request is recorded under the check's id. */
export interface Scene {
  readonly bank: BankToCheck;
  readonly options: CheckOptions;
  readonly clock: BankClock;
  /** The PSU who identified at the gate, with the session of their last SCA. */
  readonly psu: Psu;
  /** Whether the bank requires signatures to cover (request-target). */
  readonly requiresTarget: boolean;
  /** Sends a request, signed by the TPP, with a change if there is one. */
  send(request: WireRequest, change?: Change): Promise<Exchange>;
  /** Prepares a request of this kind and sends it. */
  sendKind(kind: RequestKind, change?: Change): Promise<Exchange>;
  /** Completes the SCA behind a link and returns the address that the PSU came back to. */
  completeSca(scaRedirect: string, wish?: Partial<ScaWish>): Promise<URL>;
  /** Returns the id of an account that the PSU has consented to; not proven if there is none. */
  accountId(): Promise<string>;
  /** Identifies a PSU in a new session. */
  identify(wish?: Partial<ScaWish>): Promise<Psu>;
  /** Returns a PSU who acts for the company of the user's file; identifies them the first time. */
  companyPsu(): Promise<Psu>;
  /**
   * Starts the SCA of a payment or a basket, and returns its link; not proven if the bank gives
   * none.
   */
  startApproval(path: string): Promise<string>;
  /**
   * Lets the PSU approve a payment or a basket, and returns the address they came back to. It and
   * the members of a basket count as approved: they are not deleted at the end. The SCA is started,
   * unless its link is known.
   */
  approve(path: string, members?: readonly string[], scaRedirect?: string): Promise<URL>;
  /** States what must be true, at the level of the check. */
  must(isTrue: boolean, otherwise: string): void;
  /** States what should be true: a warning if it is not. */
  should(isTrue: boolean, otherwise: string): void;
  /** Ends the check as "not proven" unless a precondition holds. */
  precondition(isTrue: boolean, otherwise: string): void;
  /** Adds a remark to what the report says was seen. */
  note(text: string): void;
}

/** A precondition does not hold, so the check proves nothing. */
export class NotProven extends Error {}

/**
 * The level of a check follows from its rules: what this project has decided itself, because the
 * interface is silent, is never a "must".
 */
export const levelOf = ({ level, rules }: CheckFacts): "must" | "should" =>
  level ?? (rules.some((rule) => decidedRules.has(rule)) ? "should" : "must");
