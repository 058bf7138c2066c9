import { limits, type PsuContext } from "@varde/protocol";

/** A TPP-Session-ID within which a person has completed SCA. */
export interface Session {
  readonly sessionId: string;
  readonly personId: string;
  readonly context: PsuContext;
  readonly agreementId: string | undefined;
  readonly authenticatedAt: number;
  readonly endedAt: number | undefined;
}

const validMs = limits.sessionMinutesMax * 60_000;

/** LIM-03: a session is valid for an hour after its SCA, including the last millisecond. */
export const isSessionExpired = (session: Session, now: number): boolean =>
  now - session.authenticatedAt > validMs;
