import type { IncomingMessage } from "node:http";
import type { Bank } from "../bank.ts";
import type { BankConfiguration } from "../configuration/bank-configuration.ts";
import type { ApiResponse } from "../request/api-response.ts";
import { type Refusal, refuse } from "../request/refusal.ts";
import type { RouteMiss } from "./operation-paths.ts";

type Mode = Pick<BankConfiguration, "mode">;

/** Refuses with 405 and Allow if the path has other methods, else with 404. */
export const refuseRouteMiss = (reason: RouteMiss, configuration: Mode): Refusal => {
  if (reason === "malformed") {
    return refuse({ code: "BAD_REQUEST", text: "The path is not well-formed." });
  }
  if (reason === "unknown") return refuseUnknownPath(configuration);
  const allow = reason.allowed.join(", ");
  const violation = {
    code: "BAD_REQUEST",
    status: 405,
    text: `Allowed methods: ${allow}.`,
  } as const;
  return refuse(violation, { headers: { allow } });
};

const unknownPath = "There is no such path in this interface.";

/** Refuses an unknown path. A sandbox refers to its reference. */
export const refuseUnknownPath = ({ mode }: Mode): Refusal =>
  refuse({
    code: "NOT_FOUND",
    text: mode === "sandbox" ? `${unknownPath} See /docs for all paths.` : unknownPath,
  });

/**
 * RSP-19: refuses a path of the interface that has the bank's path prefix not at all or twice, as
 * when a client resolves links in another way than they are meant. Returns undefined for other
 * paths. Only a sandbox names the setting, because a TPP cannot change that of a bank.
 */
export const refuseWrongPrefix = (
  target: string,
  { mode, pathPrefix, linkForm }: Pick<BankConfiguration, "mode" | "pathPrefix" | "linkForm">,
): Refusal | undefined => {
  if (pathPrefix === "") return undefined;
  const isTwice = target.startsWith(`${pathPrefix}${pathPrefix}/v1/`);
  if (!isTwice && !/^\/v1(?:[/?]|$)/.test(target)) return undefined;
  const start = `${unknownPath} Paths of this bank start with ${pathPrefix}/v1`;
  const { advice, other } = linkAdvice[linkForm];
  const setting = mode === "sandbox" ? ` Set linkForm to "${other}" for the other form.` : "";
  return refuse({ code: "NOT_FOUND", text: `${start}. ${advice}${setting}` });
};

const linkAdvice = {
  "from-base": {
    advice: "Its links start at /v1: append them to the base address, prefix included.",
    other: "with-prefix",
  },
  "with-prefix": {
    advice: "Its links contain the prefix: append them to the host.",
    other: "from-base",
  },
} as const;

export const refuseTrailingSlash: Refusal = refuse({
  code: "NOT_FOUND",
  text: `${unknownPath} Remove the trailing slash.`,
});

const targetCharactersMax = 200;

/** Logs a request that matches no operation, without the parts of its path that are private. */
export const logRouteMiss = (
  request: Pick<IncomingMessage, "method" | "url" | "headers">,
  response: ApiResponse,
  refusal: Refusal,
  bank: Bank,
): void => {
  const method = request.method ?? "";
  const target = loggableTarget(request.url ?? "");
  bank.log.info({ status: response.status, method, target }, "no such operation");
  const at = bank.clock.machineNow();
  const header = request.headers["tpp-signature-certificate"];
  const certificate = typeof header === "string" ? header : undefined;
  bank.interventions.onUnrouted?.({ method, target, certificate, response, refusal, at });
};

/** Removes the query, SCA secrets and what may be the number of a person or an account. */
const loggableTarget = (target: string): string =>
  (target.split("?", 1)[0] ?? "")
    .replace(/(\/sca\/)[^/]+/g, "$1…")
    .replace(/[0-9]{11,}/g, "…")
    .slice(0, targetCharactersMax);
