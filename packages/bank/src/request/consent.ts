import { limits, type Violation } from "@varde/protocol";

/** What a PSU lets a TPP do with accounts: see them, or only ask whether an amount is there. */
export type ConsentScope = "accounts" | "funds";

/** Whose consent it is, for whom, and under which agreement. */
export interface ConsentKey {
  readonly worldId: string;
  readonly tppId: string;
  readonly personId: string;
  readonly agreementId: string;
}

/** What a PSU lets a TPP see: a set of accounts, which the next SCA widens, narrows or renews. */
export interface Consent extends ConsentKey {
  readonly consentId: string;
  readonly tppName: string;
  readonly brand: string | undefined;
  readonly scope: ConsentScope;
  readonly accountIds: readonly string[];
  readonly grantedAt: number;
  /** When the PSU last went through SCA for it. */
  readonly renewedAt: number;
}

/** Who may see an account may also ask whether an amount is there, not the other way round. */
export const covers = (granted: ConsentScope, asked: ConsentScope): boolean =>
  granted === "accounts" || asked === "funds";

const validMs = limits.scaRenewalDays * 24 * 60 * 60_000;

export const consentEndsAt = (consent: Pick<Consent, "renewedAt">): number =>
  consent.renewedAt + validMs;

/** LIM-14: a consent serves for 180 days after its SCA, the last millisecond included. */
export const isConsentExpired = (consent: Pick<Consent, "renewedAt">, now: number): boolean =>
  now > consentEndsAt(consent);

/** LIM-14, for accounts and for questions about funds. */
export const consentExpired = {
  code: "CONSENT_EXPIRED",
  text: `The PSU's consent is older than ${limits.scaRenewalDays} days.`,
} as const satisfies Violation;
