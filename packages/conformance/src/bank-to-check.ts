import type { ScaDriver } from "./sca/sca-driver.ts";
import type { TlsOptions } from "./wire/open-wire.ts";
import type { Identity } from "./wire/sign.ts";

/** The bank to check, and what a check needs to call it: the content of the user's file. */
export interface BankToCheck {
  /** The base address with the path prefix, without /v1. */
  readonly address: URL;
  /** A production bank has no test data: checks of the sandbox operations are skipped. */
  readonly kind: "sandbox" | "production";
  readonly tpp: Identity;
  /** The certificate of another TPP, for what one TPP may not see of another. */
  readonly second?: Identity | undefined;
  readonly tls: TlsOptions;
  readonly redirectUri: string;
  /** A PSU who has identified already; without one, the first SCA identifies them. */
  readonly psu?: { readonly id: string; readonly session: string } | undefined;
  /** Takes the PSU through SCA; without one, checks that need an SCA are skipped. */
  readonly sca?: ScaDriver | undefined;
  readonly debtor: {
    readonly bban: string;
    /** The id of the account at the bank, if the first listed one is not to be read. */
    readonly account?: string | undefined;
    /** The identification of a card account that can pay. */
    readonly card?: string | undefined;
  };
  readonly creditor: { readonly bban: string; readonly name: string };
  /** A payee with a KID agreement, and a KID that it accepts. */
  readonly kidPayee?: { readonly bban: string; readonly kid: string } | undefined;
  /** A payee at another bank whose instant payments wait as PDNG for a while. */
  readonly pendingPayee?: { readonly bban: string } | undefined;
  /** Moves the bank's clock forward; only a sandbox can. */
  readonly advanceClock?: ((ms: number) => Promise<void>) | undefined;
  /** An account whose four unattended calls of today may be used up. */
  readonly quotaAccount?: string | undefined;
  /** A company that the PSU may act for; `debtor` is one of its accounts. */
  readonly company?:
    | { readonly agreement?: string | undefined; readonly debtor?: string }
    | undefined;
}

/** Choices of one run. Everything is off by default: nothing is approved or used up. */
export interface CheckOptions {
  /** Ids of checks or names of groups, like SIG; all checks if left out. */
  readonly only?: readonly string[] | undefined;
  readonly money?: "none" | "approve" | undefined;
  readonly volume?: boolean | undefined;
  readonly useQuota?: boolean | undefined;
  readonly changeConsent?: boolean | undefined;
  /** Counts every "should" as a "must". */
  readonly strict?: boolean | undefined;
  readonly showData?: boolean | undefined;
  /** Interrupts the run when it aborts: no check starts, and what was made is deleted. */
  readonly signal?: AbortSignal | undefined;
}
