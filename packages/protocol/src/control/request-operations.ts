import type { ReadonlyDeep } from "../operations/index.ts";
import { integer, list, map, object, optional, type Static, string } from "../schemas/schema.ts";
import type { ControlOperation, ControlStream } from "./control-operation.ts";

/** Number of requests stored per world. */
export const exchangesPerWorldMax = 200;

/** A request with its response, and the reason of a refusal. */
export const exchangeSchema = object({
  at: string(),
  ms: integer({ description: "time until the response" }),
  operation: string({
    description: "id of the operation; method and path if the request matches no operation",
  }),
  tpp: optional(string()),
  request: object({
    method: string(),
    target: string(),
    headers: map(string(), { description: "the headers that are safe to show" }),
    body: optional(string()),
  }),
  response: object({ status: integer(), body: optional(string()) }),
  warnings: optional(list(string())),
  why: optional(
    object({
      check: optional(string({ description: "the check that refused the request" })),
      faults: list(object({ code: string(), path: optional(string()), text: string() })),
      reason: optional(string({ description: "the reason as the bank's log has it" })),
      explanation: optional(string({ description: "address of the signature's explanation" })),
    }),
  ),
});
export type LoggedExchange = ReadonlyDeep<Static<typeof exchangeSchema>>;

const limit = `number of requests: 100 by default, at most ${exchangesPerWorldMax}`;

/** Operations that list requests. */
export const requestOperations = {
  listRequests: {
    method: "GET",
    path: "/requests",
    summary: "Lists requests with their responses and explanations, newest first.",
    needsWorld: true,
    query: { limit },
    status: 200,
    response: object({ requests: list(exchangeSchema) }),
  },
  listAllRequests: {
    method: "GET",
    path: "/requests/all",
    summary: "Lists the requests of all worlds.",
    needsWorld: false,
    query: { limit },
    status: 200,
    response: object({ requests: list(exchangeSchema) }),
  },
} as const satisfies Record<string, ControlOperation>;

const requestEvents = {
  request: exchangeSchema,
  missed: object({ requests: integer({ description: "number of requests that were skipped" }) }),
};

/** Streams of requests and events. */
export const controlStreams = {
  followEvents: {
    path: "/events",
    summary: "Streams the event log and the requests as server-sent events.",
    description:
      "`event` is a line of the log, `request` a request with its response. A slow reader gets " +
      "every event later, but not every request: `missed` contains the number of those that were " +
      "skipped.",
    needsWorld: true,
    events: {
      event: object({
        eventId: string(),
        subjectKind: string(),
        subjectId: string(),
        name: string(),
        actor: string(),
        detail: optional(string()),
        at: string(),
      }),
      ...requestEvents,
    },
  },
  followRequests: {
    path: "/requests/stream",
    summary: "Streams the requests of all worlds as server-sent events.",
    needsWorld: false,
    events: requestEvents,
  },
} as const satisfies Record<string, ControlStream>;
