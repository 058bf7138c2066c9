import { identificationAttemptsMax, scaIdleMsMax } from "../request/sca.ts";

/** A PSU's visit to the bank's own pages, identified by a cookie. */
export interface Visit {
  readonly cookieHash: string;
  readonly worldId: string;
  /** Undefined until the PSU has identified. */
  readonly personId: string | undefined;
  readonly attempts: number;
  readonly touchedAt: number;
}

/** Five minutes without a step end a visit, as they end an SCA (SCA-27). */
export const isVisitTimedOut = (visit: Pick<Visit, "touchedAt">, now: number): boolean =>
  now - visit.touchedAt > scaIdleMsMax;

export const isVisitBlocked = (visit: Pick<Visit, "attempts" | "personId">): boolean =>
  visit.personId === undefined && visit.attempts >= identificationAttemptsMax;
