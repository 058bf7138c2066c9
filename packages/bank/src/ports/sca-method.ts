import type { AccountId, PersonId, ScaId, WorldId } from "./ids.ts";
import type { Locale } from "./locale.ts";

/** The fields of the form with which a PSU identifies. */
export type Identification = Readonly<Record<string, string>>;

/** A proof that the bank needs from a PSU: who they are, or that they approve. */
export interface ScaAttempt {
  readonly step: "identify" | "approve";
  readonly worldId: WorldId;
  /** Undefined when a PSU opens the bank's own pages, without a TPP. */
  readonly scaId: ScaId | undefined;
  /** The person who has to give the proof, if known. */
  readonly personId: PersonId | undefined;
  readonly locale: Locale;
}

/** An attempt that begins, with the address that a redirecting method sends the browser back to. */
export interface BeginningSca extends ScaAttempt {
  readonly returnTo: {
    /** The same address every time, so that it can be registered with a provider. */
    readonly url: string;
    /** Random; must come back unchanged as the query parameter `state`. */
    readonly state: string;
  };
}

/** The subject of an approval, for dynamic linking. */
export interface ApprovalSubject {
  readonly kind: "payment" | "batch" | "cancellation" | "consent";
  /** A line in the PSU's language: amount and payee, or a summary, and a reference. */
  readonly text: string;
  /** SHA-256 over the id of the SCA and everything that the PSU approves, in base64url. */
  readonly hash: string;
  /** Totals per currency; empty for a consent. */
  readonly amounts: readonly { readonly amountMinor: bigint; readonly currency: string }[];
  readonly payees: readonly { readonly name: string; readonly account: string }[];
}

/**
 * The next thing that happens: the bank shows its own form, the browser goes to another site, or
 * the PSU confirms on another device while the page waits. The bank stores `kept` with the SCA and
 * passes it to `finish`, which may run in another process.
 */
export type ScaBeginning =
  | { readonly kind: "page" }
  | { readonly kind: "redirect"; readonly address: string; readonly kept: string }
  | ScaWaiting;

interface ScaWaiting {
  readonly kind: "wait";
  readonly kept: string;
  /** Shown on the page, if set, so that the PSU can compare it with the other device. */
  readonly code?: string;
}

/** The PSU's response: the fields of the form, the parameters of the redirect, or a poll. */
export type ScaCallback =
  | { readonly kind: "form"; readonly fields: Identification }
  | { readonly kind: "redirect"; readonly parameters: string; readonly kept: string }
  | { readonly kind: "poll"; readonly kept: string };

/** Shows later how a PSU identified or approved. It contains no token and no identity number. */
export interface ScaEvidence {
  /** Name of the method, for example "oidc". */
  readonly method: string;
  /** Level of assurance that the provider stated. */
  readonly level?: string;
  /** The provider's id of the transaction. */
  readonly transactionId?: string;
  /** SHA-256 of the token or of the signed text, in base64url. */
  readonly hash?: string;
  /** Instant of the proof, as the method knows it. */
  readonly at: number;
}

/** The result of an attempt. A method that is not finished yet returns `wait` again. */
export type ScaResult =
  | { readonly kind: "proven"; readonly personId: PersonId; readonly evidence: ScaEvidence }
  | ScaWaiting
  | {
      readonly kind: "failed";
      /** The PSU refused, the proof is not valid, or the method is unavailable. */
      readonly because: "refused" | "invalid" | "unavailable";
      /** For the log. Never shown to the PSU or the TPP. */
      readonly reason: string;
    };

/**
 * Proves who a PSU is and that they approve. The bank calls `begin` and `finish` once to identify
 * the PSU and again to approve, then with the subject. The sandbox accepts a mocked customer
 * number; a real bank uses a national eID. `scaMethodContract` of `@varde/bank/contracts` checks an
 * implementation.
 *
 * @example
 * const begun = await scaMethod.begin(beginningSca, undefined);
 * if (begun.kind === "redirect") redirect(begun.address);
 */
export interface ScaMethod {
  /**
   * Whether an identification begins with the bank's own form. The bank asks when somebody only
   * looks at the link of an SCA, so the method does nothing else. Without it, or if it returns
   * false, the page first goes on to an address at which the proof begins.
   */
  usesForm?(sca: ScaAttempt): boolean;
  begin(sca: BeginningSca, subject: ApprovalSubject | undefined): Promise<ScaBeginning>;
  /**
   * Returns a failure, also for a callback that proves nothing, without saying to the PSU what was
   * wrong. A proof counts for the attempt that it was begun for. It may take up to two minutes.
   */
  finish(sca: ScaAttempt, callback: ScaCallback): Promise<ScaResult>;
  /**
   * Lists a sandbox's test customers, shown beside its identification page. Those who may pay from
   * the account, if one is given, come first and are marked.
   */
  listTestCustomers?(worldId: WorldId, accountId?: AccountId): Promise<readonly TestCustomer[]>;
}

/** A test customer. The note says what is special about them. */
export type TestCustomer = {
  customerNumber: string;
  name: string;
  note?: Readonly<Record<Locale, string>>;
  /** Whether they may pay from the account that the SCA is about. */
  mayPay?: boolean;
};
