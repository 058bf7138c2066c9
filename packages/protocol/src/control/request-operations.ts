import type { ReadonlyDeep } from "../operations/index.ts";
import {
  boolean,
  integer,
  list,
  map,
  object,
  oneOf,
  optional,
  type Static,
  string,
} from "../schemas/schema.ts";
import type { ControlOperation, ControlStream } from "./control-operation.ts";

/** Number of requests stored per world. */
export const exchangesPerWorldMax = 200;

/** A request with its response, and the reason of a refusal. */
export const exchangeSchema = object({
  exchangeId: string({ description: "number of the request since the sandbox started" }),
  at: string(),
  ms: integer({ description: "time until the response" }),
  operation: string({
    description: "id of the operation; method and path if the request matches no operation",
  }),
  tpp: optional(string()),
  worldId: optional(string({ description: "world of the TPP, if it was identified" })),
  certificate: optional(
    string({ description: "name in the certificate of a caller that was not identified" }),
  ),
  request: object({
    method: string(),
    target: string(),
    headers: map(string(), { description: "the headers that are safe to show" }),
    body: optional(string()),
  }),
  scenario: optional(string({ description: "name or id of the scenario that acted on it" })),
  response: object({
    status: integer({ description: "0 if a scenario closed the connection without a response" }),
    headers: optional(map(string(), { description: "without the signature of the response" })),
    body: optional(string()),
  }),
  warnings: optional(list(string())),
  why: optional(
    object({
      check: optional(string({ description: "the part of the signature that was refused" })),
      refusedBy: optional(
        string({ description: "the check that refused the request; omitted if a use case did" }),
      ),
      faults: list(object({ code: string(), path: optional(string()), text: string() })),
      reason: optional(string({ description: "the reason as the bank's log has it" })),
      explanation: optional(string({ description: "address of the signature's explanation" })),
    }),
  ),
});
export type LoggedExchange = ReadonlyDeep<Static<typeof exchangeSchema>>;

const explainedHeader = object({ name: string(), value: string(), text: optional(string()) });

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
  readRequest: {
    method: "GET",
    path: "/requests/{exchangeId}",
    summary: "Reads a request with its checks, explained headers and the signing string.",
    needsWorld: false,
    status: 200,
    response: object({
      exchange: exchangeSchema,
      checks: list(object({ name: string(), state: oneOf(["passed", "refused", "skipped"]) }), {
        description: "the checks of the operation in their order",
      }),
      headers: list(explainedHeader),
      responseHeaders: list(explainedHeader),
      signature: optional(
        object({
          text: string({ description: "what is wrong with the signature" }),
          signingString: optional(string({ description: "the string as the bank built it" })),
          signedString: optional(
            string({ description: "the string that was signed, if the mistake is known" }),
          ),
          computedDigest: optional(string()),
          expectedKeyId: optional(string()),
        }),
      ),
      reference: optional(string({ description: "address of the operation in the reference" })),
      isComplete: boolean({ description: "false if the body was too long to record whole" }),
      codes: map(object({ cause: string(), remedy: string() }), {
        description: "the error codes of a refusal, with cause and remedy",
      }),
    }),
  },
  writeRequest: {
    method: "GET",
    path: "/requests/{exchangeId}/code",
    summary: "Writes a recorded request as code with the SDK, and where the bank is.",
    needsWorld: false,
    status: 200,
    response: object({
      bank: string({ description: "address of the bank, with its path prefix" }),
      sdk: optional(string({ description: "TypeScript; omitted for an unknown operation" })),
    }),
  },
  readRecording: {
    method: "GET",
    path: "/recording",
    summary: "Reads what happened in a world since it was opened, as an HTTP archive to replay.",
    needsWorld: true,
    status: 200,
    response: object({ log: object({ version: string(), entries: list(object({})) }) }),
    sendsFile: true,
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

/** A request as a list shows it. */
const exchangeSummarySchema = object({
  exchangeId: string({ description: "id to read the request with" }),
  at: string(),
  ms: integer({ description: "time until the response" }),
  operation: string(),
  target: string(),
  tpp: optional(string()),
  worldId: optional(string({ description: "world of the TPP, if it was identified" })),
  certificate: optional(
    string({ description: "name in the certificate of a caller that was not identified" }),
  ),
  status: integer(),
  code: optional(string({ description: "the first error code of a refusal" })),
  warnings: integer({ description: "number of warnings" }),
  requestId: optional(string({ description: "X-Request-ID" })),
  resources: list(string(), { description: "ids in the path, and of a created resource" }),
});
export type ExchangeSummary = ReadonlyDeep<Static<typeof exchangeSummarySchema>>;

const missed = object({
  requests: integer({ description: "number of requests that were skipped" }),
});
const requestEvents = { request: exchangeSchema, missed };

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
  followSummaries: {
    path: "/requests/summaries",
    summary: "Streams a summary of each request, and when something in a world has changed.",
    description:
      "Costs the sandbox much less than the other streams. It starts with the stored requests, " +
      "oldest first. Of more than 100 requests a second it skips some, and `missed` contains " +
      "their number. `changed` says that payments, baskets, SCAs or consents of the world have " +
      "changed, `worlds` that there is a new TPP or world, or one less.",
    needsWorld: false,
    query: { world: "id or name of the world; if omitted, the requests of all worlds" },
    events: { summary: exchangeSummarySchema, missed, changed: object({}), worlds: object({}) },
  },
} as const satisfies Record<string, ControlStream>;
