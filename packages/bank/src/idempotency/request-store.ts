import { one, type Statement, sql, type Unit } from "@varde/storage";
import type { Answer } from "../request/answer.ts";

/** A request's id is the TPP's to choose, so it is unique within the TPP only. */
export interface RequestKey {
  readonly tppId: string;
  readonly requestId: string;
}

export interface StoredRequest {
  readonly fingerprint: string;
  /** The response to the same request, and so of whatever type its operation has. */
  readonly answer: Answer<never>;
}

/** How long an answer is kept for a caller that did not receive it. */
export const requestKeptMs = 24 * 60 * 60_000;

export function* readRequest(key: RequestKey, now: number): Unit<StoredRequest | undefined> {
  const row = yield* one<{ fingerprint: string; status: bigint; body: string | null }>(
    sql`select fingerprint, status, body from request
      where tpp_id = ${key.tppId} and request_id = ${key.requestId}
        and created_at > ${now - requestKeptMs}`,
  );
  return row === undefined
    ? undefined
    : {
        fingerprint: row.fingerprint,
        answer: { status: Number(row.status), body: row.body ?? undefined },
      };
}

/**
 * Claims the id together with the answer, in the unit that has the effect. Changes no row when the
 * id is taken; one that is older than a day gives way.
 */
export const claimRequest = (
  key: RequestKey,
  fingerprint: string,
  answer: Answer,
  now: number,
): Statement =>
  sql`insert into request (tpp_id, request_id, fingerprint, status, body, created_at)
    values (${key.tppId}, ${key.requestId}, ${fingerprint}, ${answer.status},
      ${answer.body ?? null}, ${now})
    on conflict (tpp_id, request_id) do update set fingerprint = excluded.fingerprint,
      status = excluded.status, body = excluded.body, created_at = excluded.created_at
      where request.created_at <= ${now - requestKeptMs}`;
