import { limits, type PsuContext } from "@varde/protocol";
import { integer, optional, type RecordOf, table, text } from "@varde/storage";
import type { AgreementId, PersonId, SessionId, TppId, WorldId } from "../ports/ids.ts";

export const sessionTable = table("session", {
  worldId: text<WorldId>(),
  tppId: text<TppId>(),
  personId: text<PersonId>(),
  sessionId: text<SessionId>(),
  context: text<PsuContext>(),
  agreementId: optional(text<AgreementId>()),
  authenticatedAt: integer,
  endedAt: optional(integer),
});

/** A TPP-Session-ID within which a person has completed SCA. */
export interface Session extends RecordOf<typeof sessionTable> {}

const validMs = limits.sessionMinutesMax * 60_000;

/** LIM-03: a session is valid for an hour after its SCA, including the last millisecond. */
export const isSessionExpired = (session: Session, now: number): boolean =>
  now - session.authenticatedAt > validMs;
