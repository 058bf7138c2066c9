import { identificationAttemptsMax, scaIdleMsMax } from "../request/sca.ts";

/** A PSU who came to the bank's own pages by themselves, known by their browser's cookie. */
export interface Visit {
  readonly cookieHash: string;
  readonly worldId: string;
  /** Absent until the PSU has said who they are. */
  readonly personId: string | undefined;
  readonly attempts: number;
  readonly touchedAt: number;
}

/** RTS: five minutes without a step end the visit, as they end an SCA. */
export const isVisitTimedOut = (visit: Pick<Visit, "touchedAt">, now: number): boolean =>
  now - visit.touchedAt > scaIdleMsMax;

export const isVisitBlocked = (visit: Pick<Visit, "attempts" | "personId">): boolean =>
  visit.personId === undefined && visit.attempts >= identificationAttemptsMax;
