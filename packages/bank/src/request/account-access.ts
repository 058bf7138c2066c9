import type { Consent } from "./consent.ts";

/** What the TPP may see in this request: the PSU's consent, and of it what is still theirs. */
export interface AccountAccess {
  readonly consent: Consent;
  readonly accountIds: readonly string[];
}
