import { integer, json, optional, type RecordOf, table, text } from "@varde/storage";
import type { PersonId, WorldId } from "../ports/ids.ts";
import { identificationAttemptsMax, type PendingProof, scaIdleMsMax } from "./sca.ts";

export const visitTable = table("own_visit", {
  cookieHash: text(),
  worldId: text<WorldId>(),
  /** Undefined until the PSU has identified. */
  personId: optional(text<PersonId>()),
  attempts: integer,
  /** An identification outside the bank's pages, until it is finished. */
  pending: optional(json<Pick<PendingProof, "kind" | "kept">>()),
  /** Hash of the state with which the pending redirect must come back. */
  callbackHash: optional(text()),
  touchedAt: integer,
});

/** A PSU's visit to the bank's own pages, identified by a cookie. */
export interface Visit extends RecordOf<typeof visitTable> {}

/** Five minutes without a step end a visit, as they end an SCA (SCA-27). */
export const isVisitTimedOut = (visit: Pick<Visit, "touchedAt">, now: number): boolean =>
  now - visit.touchedAt > scaIdleMsMax;

export const isVisitBlocked = (visit: Pick<Visit, "attempts" | "personId">): boolean =>
  visit.personId === undefined && visit.attempts >= identificationAttemptsMax;
