import type { AccountId } from "../ports/ids.ts";
import type { Consent } from "../records/consent.ts";

/** The PSU's consent, and those of its accounts that the PSU can still access. */
export interface AccountAccess {
  readonly consent: Consent;
  readonly accountIds: readonly AccountId[];
}
