import { databaseNow, one, type Statement, sql, type Unit } from "@varde/storage";
import type { TppId } from "../ports/ids.ts";
import type { ApiResponse } from "./api-response.ts";

/**
 * The key of a stored request. The TPP chooses the request id, so it is unique within the TPP only.
 */
export interface RequestKey {
  readonly tppId: TppId;
  readonly requestId: string;
}

export interface StoredRequest {
  readonly fingerprint: string;
  /** The response to the same request, of whatever type its operation has. */
  readonly response: ApiResponse<never>;
}

/** How long a response is stored for a caller that did not receive it. */
export const requestRetentionMs = 24 * 60 * 60_000;

export function* readRequest(key: RequestKey): Unit<StoredRequest | undefined> {
  const row = yield* one<{ fingerprint: string; status: bigint; body: string | null }>(
    sql`select fingerprint, status, body from request
      where tpp_id = ${key.tppId} and request_id = ${key.requestId}
        and created_at > ${databaseNow} - ${requestRetentionMs}`,
  );
  return row === undefined
    ? undefined
    : {
        fingerprint: row.fingerprint,
        response: { status: Number(row.status), body: row.body ?? undefined },
      };
}

/**
 * Claims the id and stores the response, in the unit that has the effect. Changes no row if the id
 * is taken by a request less than a day old.
 */
export const claimRequest = (
  key: RequestKey,
  fingerprint: string,
  response: ApiResponse,
): Statement =>
  sql`insert into request (tpp_id, request_id, fingerprint, status, body, created_at)
    values (${key.tppId}, ${key.requestId}, ${fingerprint}, ${response.status},
      ${response.body ?? null}, ${databaseNow})
    on conflict (tpp_id, request_id) do update set fingerprint = excluded.fingerprint,
      status = excluded.status, body = excluded.body, created_at = excluded.created_at
      where request.created_at <= ${databaseNow} - ${requestRetentionMs}`;
