import { limits, type Violation } from "@varde/protocol";
import { integer, optional, type RecordOf, table, text } from "@varde/storage";
import type { AccountId, AgreementId, ConsentId, PersonId, TppId, WorldId } from "../ports/ids.ts";

/** Scope of a consent: reading accounts, or only confirming the availability of funds. */
export type ConsentScope = "accounts" | "funds";

export const consentTable = table("consent", {
  consentId: text<ConsentId>(),
  worldId: text<WorldId>(),
  tppId: text<TppId>(),
  tppName: text(),
  brand: optional(text()),
  personId: text<PersonId>(),
  agreementId: text<AgreementId>(),
  scope: text<ConsentScope>(),
  grantedAt: integer,
  /** When the PSU last completed SCA for it. */
  renewedAt: integer,
});

type StoredConsent = RecordOf<typeof consentTable>;

/** Identifies a consent by PSU, TPP and agreement. */
export type ConsentKey = Pick<StoredConsent, "worldId" | "tppId" | "personId" | "agreementId">;

/** A PSU's consent to a set of accounts. The next SCA extends, reduces or renews it. */
export interface Consent extends StoredConsent {
  readonly accountIds: readonly AccountId[];
}

/** Whether the granted scope covers the requested one: access to accounts includes funds. */
export const covers = (granted: ConsentScope, requested: ConsentScope): boolean =>
  granted === "accounts" || requested === "funds";

export const consentValidMs = limits.scaRenewalDays * 24 * 60 * 60_000;

export const consentEndsAt = (consent: Pick<Consent, "renewedAt">): number =>
  consent.renewedAt + consentValidMs;

/** LIM-14: a consent is valid for 180 days after its SCA, including the last millisecond. */
export const isConsentExpired = (consent: Pick<Consent, "renewedAt">, now: number): boolean =>
  now > consentEndsAt(consent);

/** A consent of a PSU, TPP and agreement as the TPP meets it; "none" before the first grant. */
export type ConsentState = "none" | "valid" | "expired" | "revoked";
export type ConsentEvent = "granted" | "expired" | "revoked";

/**
 * From × event → to. Transitions that are not listed cannot happen. Each SCA for accounts grants,
 * which renews a consent that is valid.
 */
export const consentTransitions: Readonly<
  Record<ConsentState, Partial<Record<ConsentEvent, ConsentState>>>
> = {
  none: { granted: "valid" },
  valid: { granted: "valid", expired: "expired", revoked: "revoked" },
  expired: { granted: "valid", revoked: "revoked" },
  revoked: { granted: "valid" },
};

/** Returns the state of a consent. One that is revoked has no accounts. */
export const consentState = (consent: Consent | undefined, now: number): ConsentState => {
  if (consent === undefined) return "none";
  if (consent.accountIds.length === 0) return "revoked";
  return isConsentExpired(consent, now) ? "expired" : "valid";
};

/** LIM-14, for access to accounts and for confirmation of funds. */
export const consentExpired = {
  code: "CONSENT_EXPIRED",
  text: `The PSU's consent is older than ${limits.scaRenewalDays} days.`,
} as const satisfies Violation;
