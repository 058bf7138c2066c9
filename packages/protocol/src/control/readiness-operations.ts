import { boolean, integer, list, object, oneOf, optional, string } from "../schemas/schema.ts";
import type { ControlOperation } from "./control-operation.ts";

const gradedCheck = object({
  id: string({ description: "id of the check, like t-signed" }),
  area: oneOf(["security", "robustness", "etiquette", "traps"]),
  rules: list(string(), { description: "ids of the interface's rules that it is about" }),
  level: oneOf(["must", "should"]),
  says: string({ description: "the statement that holds for a client that is ready" }),
  result: oneOf(["passed", "failed", "warning", "not-seen", "waiting"]),
  seen: string(),
  requests: list(integer(), { description: "numbers of the requests that show it" }),
  todo: optional(string({ description: "what to do about this result" })),
});

const judgedRequests = {
  profile:
    "aisp, pisp or both, and -company if its PSUs act for companies (pisp-company); " +
    "both if omitted",
  since: "time from which requests count, like 2026-11-17T09:00:00Z",
} as const;

/** Operations that judge whether a TPP is ready for production. */
export const readinessOperations = {
  readReadiness: {
    method: "GET",
    path: "/readiness",
    summary: "Judges the TPP of a world by the requests that it sent.",
    needsWorld: true,
    query: judgedRequests,
    status: 200,
    response: object({
      profile: string(),
      isReady: boolean(),
      verdict: string({ description: "Ready, or Not ready with the number of checks" }),
      requests: integer({ description: "number of requests that were judged" }),
      from: optional(string({ description: "time of the first one" })),
      until: optional(string()),
      checks: list(gradedCheck),
    }),
  },
  reportReadiness: {
    method: "GET",
    path: "/readiness/report",
    summary: "Writes the same judgement as a page for an auditor, and for a build server.",
    needsWorld: true,
    query: judgedRequests,
    status: 200,
    response: object({
      html: string({ description: "a page that needs no other file" }),
      junit: string({ description: "XML that build servers read" }),
    }),
  },
  armTrap: {
    method: "POST",
    path: "/readiness/traps/{trap}",
    summary: "Arms a trap, such as trap-lost-response, and disarms the one before.",
    needsWorld: true,
    status: 201,
    response: object({ trap: string(), toSee: string({ description: "what to do next" }) }),
  },
  startOver: {
    method: "POST",
    path: "/readiness/start-over",
    summary: "Starts over: requests before it are not judged any more.",
    needsWorld: true,
    status: 204,
  },
} as const satisfies Record<string, ControlOperation>;
