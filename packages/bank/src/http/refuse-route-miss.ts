import type { BankConfiguration } from "../configuration.ts";
import { type Refusal, refuse } from "../request/refusal.ts";
import type { RouteMiss } from "./operation-paths.ts";

type Mode = Pick<BankConfiguration, "mode">;

/** 405 with Allow where the path exists under another method, 404 elsewhere. */
export const refuseRouteMiss = (reason: RouteMiss, configuration: Mode): Refusal => {
  if (reason === "malformed") {
    return refuse({ code: "BAD_REQUEST", text: "The path is not well-formed." });
  }
  if (reason === "unknown") return refuseUnknownPath(configuration);
  const allow = reason.allowed.join(", ");
  const violation = {
    code: "BAD_REQUEST",
    status: 405,
    text: `This path takes ${allow}.`,
  } as const;
  return refuse(violation, { headers: { allow } });
};

const unknownPath = "There is no such path in this interface.";

/** A sandbox shows the way to its reference. */
export const refuseUnknownPath = ({ mode }: Mode): Refusal =>
  refuse({
    code: "NOT_FOUND",
    text: mode === "sandbox" ? `${unknownPath} See /docs for those there are.` : unknownPath,
  });

/** RSP-15: links start at /v1 whatever stands before it here, and are easily followed so. */
export const refuseOutside = (
  target: string,
  configuration: Pick<BankConfiguration, "mode" | "pathPrefix">,
): Refusal => {
  const { pathPrefix } = configuration;
  if (pathPrefix === "" || !target.startsWith("/v1/")) return refuseUnknownPath(configuration);
  const text = `${unknownPath} Those of this bank start with ${pathPrefix}/v1.`;
  return refuse({ code: "NOT_FOUND", text });
};

export const refuseSlashAtEnd: Refusal = refuse({
  code: "NOT_FOUND",
  text: `${unknownPath} Leave out the slash at its end.`,
});
