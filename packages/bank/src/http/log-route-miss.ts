import type { IncomingMessage } from "node:http";
import type { Bank } from "../bank.ts";
import type { ApiResponse } from "../request/api-response.ts";
import type { Refusal } from "../request/refusal.ts";

const targetCharactersMax = 200;

/** Logs a request that matches no operation, without the parts of its path that are private. */
export const logRouteMiss = (
  request: Pick<IncomingMessage, "method" | "url">,
  response: ApiResponse,
  refusal: Refusal,
  bank: Bank,
): void => {
  const method = request.method ?? "";
  const target = loggableTarget(request.url ?? "");
  bank.log.info({ status: response.status, method, target }, "no such operation");
  const at = bank.clock.machineNow();
  bank.interventions.onUnrouted?.({ method, target, response, refusal, at });
};

/** Removes the query, SCA secrets and what may be the number of a person or an account. */
const loggableTarget = (target: string): string =>
  (target.split("?", 1)[0] ?? "")
    .replace(/(\/sca\/)[^/]+/g, "$1…")
    .replace(/[0-9]{11,}/g, "…")
    .slice(0, targetCharactersMax);
