import { one, run, sql, type Unit } from "@varde/storage";
import type { ScaEvidence } from "../../ports/sca-method.ts";
import type { AppUser } from "./app-approvals.ts";
import { type AppChallengeRecord, appChallengeTable } from "./app-challenge.ts";

export const readChallenge = (challengeId: string): Unit<AppChallengeRecord | undefined> =>
  appChallengeTable.one(sql`select * from app_challenge where challenge_id = ${challengeId}`);

/** Lists the challenges that wait for a person, oldest first. */
export const listWaiting = (
  { worldId, personId }: AppUser,
  now: number,
): Unit<readonly AppChallengeRecord[]> =>
  appChallengeTable.all(
    sql`select * from app_challenge where world_id = ${worldId} and person_id = ${personId}
      and status = 'waiting' and expires_at > ${now} order by expires_at, challenge_id`,
  );

/** Stores a challenge, unless its person has too many waiting. Returns whether it was stored. */
export function* storeChallenge(
  challenge: AppChallengeRecord,
  now: number,
  waitingMax: number,
): Unit<boolean> {
  const { worldId, personId } = challenge;
  const counted = yield* one<{ found: bigint }>(
    sql`select count(*) as found from app_challenge
      where world_id = ${worldId} and person_id = ${personId}
        and status = 'waiting' and expires_at > ${now}`,
  );
  if (Number(counted?.found ?? 0) >= waitingMax) return false;
  yield* run(appChallengeTable.insert(challenge));
  return true;
}

/** Decides a challenge once. Returns false if it does not wait any more. */
export function* decideChallenge(
  { challengeId }: Pick<AppChallengeRecord, "challengeId">,
  decision: { readonly status: "confirmed" | "refused"; readonly evidence?: ScaEvidence },
  now: number,
): Unit<boolean> {
  const { status, evidence } = decision;
  const [changes] = yield* run(
    sql`update app_challenge set status = ${status},
        evidence = ${evidence === undefined ? null : JSON.stringify(evidence)}
      where challenge_id = ${challengeId} and status = 'waiting' and expires_at > ${now}`,
  );
  return changes === 1n;
}
