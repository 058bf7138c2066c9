import { run, sql, type Unit } from "@varde/storage";
import type { ConsentId, Ids, WorldId } from "../ports/ids.ts";
import { consentValidMs } from "../records/consent.ts";
import { recordEvent } from "../records/event.ts";

/** A consent that ends before its time, in a sandbox. */
export interface EarlyExpiry {
  readonly worldId: WorldId;
  readonly consentId: ConsentId;
  readonly at: number;
}

/**
 * Lets a consent expire as if its 180 days had passed. Its accounts stay granted, as they do when
 * time passes, so the PSU renews it with one SCA. Returns false if no such consent is valid.
 */
export function* expireConsent({ worldId, consentId, at }: EarlyExpiry, ids: Ids): Unit<boolean> {
  const lastValid = at - consentValidMs;
  const [changed] = yield* run(
    sql`update consent set renewed_at = ${lastValid - 1}
      where world_id = ${worldId} and consent_id = ${consentId} and renewed_at >= ${lastValid}`,
  );
  if (changed !== 1n) return false;
  yield* run(
    recordEvent(ids, {
      worldId,
      subjectKind: "consent",
      subjectId: consentId,
      name: "expired",
      actor: "bank",
      at,
    }),
  );
  return true;
}
