import { integer, json, optional, type RecordOf, table, text } from "@varde/storage";
import type { AppNotification } from "../../ports/app-notifier.ts";
import type { PersonId, ScaId, WorldId } from "../../ports/ids.ts";
import type { ApprovalSubject, ScaAttempt, ScaEvidence } from "../../ports/sca-method.ts";

export const appChallengeTable = table("app_challenge", {
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
