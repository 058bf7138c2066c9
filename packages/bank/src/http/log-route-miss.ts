import type { IncomingMessage } from "node:http";
import type { Bank } from "../bank.ts";
import type { Answer } from "../request/answer.ts";
import type { Refusal } from "../request/refusal.ts";

const targetCharactersMax = 200;

/** A request that leads to no operation goes into the log as well, as far as it can be shown. */
export const logRouteMiss = (
  request: Pick<IncomingMessage, "method" | "url">,
  answer: Answer,
  refusal: Refusal,
  bank: Bank,
): void => {
  const method = request.method ?? "";
  const target = shownTarget(request.url ?? "");
  bank.log.info({ status: answer.status, method, target }, "no such operation");
  const at = bank.clock.machineNow();
  bank.interventions.onUnrouted?.({ method, target, answer, refusal, at });
};

/** Without the query, and without what opens an SCA or may be a person's or an account's number. */
const shownTarget = (target: string): string =>
  (target.split("?", 1)[0] ?? "")
    .replace(/(\/sca\/)[^/]+/g, "$1…")
    .replace(/[0-9]{11,}/g, "…")
    .slice(0, targetCharactersMax);
