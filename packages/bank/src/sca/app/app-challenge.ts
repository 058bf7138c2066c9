import {
  integer,
  json,
  one,
  optional,
  type RecordOf,
  run,
  sql,
  table,
  text,
  type Unit,
} from "@varde/storage";
import type { AppNotification } from "../../ports/app-notifier.ts";
import type { PersonId, ScaId, WorldId } from "../../ports/ids.ts";
import type { ApprovalSubject, ScaAttempt, ScaEvidence } from "../../ports/sca-method.ts";
import { lockApp } from "../start/lock-app.ts";
import type { AppUser } from "./app-approvals.ts";

const appChallengeTable = table("app_challenge", {
  challengeId: text(),
  worldId: text<WorldId>(),
  personId: text<PersonId>(),
  /** Undefined when the PSU opened the bank's own pages. */
  scaId: optional(text<ScaId>()),
  step: text<ScaAttempt["step"]>(),
  subject: text<AppNotification["subject"]>(),
  text: text(),
  message: text(),
  code: text(),
  status: text<"waiting" | "confirmed" | "refused">(),
  evidence: optional(json<ScaEvidence>()),
  expiresAt: integer,
});

/** A proof that a PSU has to give in the bank's app. */
export interface AppChallengeRecord extends RecordOf<typeof appChallengeTable> {}

/** A challenge as the app shows it to its user. */
export type AppChallenge = Pick<
  AppChallengeRecord,
  "challengeId" | "subject" | "text" | "code" | "message" | "expiresAt"
>;

/**
 * Returns the message that the device signs. The text is last, so that nothing in it can be taken
 * for another part.
 */
export const formatChallenge = (
  challengeId: string,
  step: ScaAttempt["step"],
  text: string,
  subject: ApprovalSubject | undefined,
): string => ["varde-app-challenge", challengeId, step, subject?.hash ?? "", text].join("\n");

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
  yield* lockApp(worldId, personId);
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
