import { limits } from "@varde/protocol";
import type { Storage } from "@varde/storage";
import { type AccessKind, listCallsOfConsents, stillCounts } from "../accounts/access-store.ts";
import type { WorldTime } from "../ports/clock.ts";
import type { AccountId, WorldId } from "../ports/ids.ts";
import {
  type Consent,
  type ConsentState,
  consentEndsAt,
  consentState,
} from "../records/consent.ts";
import { listConsentPage } from "./consent-store.ts";

/** A consent as a developer sees it, with the calls without the PSU that are left. */
export interface WorldConsent extends Consent {
  readonly state: Exclude<ConsentState, "none">;
  readonly endsAt: number;
  callsLeft(accountId: AccountId, kind: AccessKind): number;
}

/** Lists consents of a world, newest first. A revoked consent has no accounts. */
export const listWorldConsents = async (
  storage: Storage,
  worldId: WorldId,
  page: { readonly before?: string | undefined; readonly limit: number },
  { now, epoch }: WorldTime,
): Promise<readonly WorldConsent[]> => {
  const consents = await storage.read(() => listConsentPage(worldId, page));
  const ids = consents.map(({ consentId }) => consentId);
  const rows = await storage.read(() => listCallsOfConsents(ids, epoch));
  const used = new Map(
    rows.map(({ key, calls }) => [
      `${key.consentId} ${key.accountId} ${key.kind}`,
      calls.filter((call) => stillCounts(call, now)).length,
    ]),
  );
  return consents.map((consent) => ({
    ...consent,
    state: consentState(consent, now) as WorldConsent["state"],
    endsAt: consentEndsAt(consent),
    callsLeft: (accountId, kind) =>
      limits.callsWithoutPsuPerDayMax -
      (used.get(`${consent.consentId} ${accountId} ${kind}`) ?? 0),
  }));
};
