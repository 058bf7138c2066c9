import { integer, list, object, oneOf, optional, string } from "../schemas/schema.ts";
import type { ControlOperation } from "./control-operation.ts";

/** Periods of the figures, with the length of one step. */
export const figurePeriods = ["minute", "hour", "day"] as const;
export type FigurePeriod = (typeof figurePeriods)[number];

const latencies = {
  p50Ms: optional(integer({ description: "half of the requests took at most this long" })),
  p95Ms: optional(integer()),
  p99Ms: optional(integer()),
};
const counts = {
  requests: integer(),
  succeeded: integer({ description: "responses with a status below 400" }),
  refused: integer({ description: "responses with a status from 400 to 499" }),
  failed: integer({ description: "responses with a status from 500" }),
};

/** Operations that count what the bank does, in memory, since it started. */
export const figureOperations = {
  readFigures: {
    method: "GET",
    path: "/figures",
    summary: "Reads counts and latencies of all worlds for the last minute, hour or day.",
    needsWorld: false,
    query: { period: `one of ${figurePeriods.join(", ")}; minute if omitted` },
    status: 200,
    response: object({
      period: oneOf(figurePeriods),
      stepSeconds: integer(),
      points: list(object({ at: string(), ...counts, ...latencies }), {
        description: "one per step, earliest first",
      }),
      total: object({ ...counts, ...latencies }),
      refusals: list(object({ code: string(), count: integer() }), {
        description: "the first error code of each refusal, most frequent first",
      }),
      sca: object({ started: integer(), approved: integer(), failed: integer() }),
      unattended: object({
        admitted: integer({ description: "calls without the PSU that were counted" }),
        refused: integer({ description: "calls refused because four were made in 24 hours" }),
      }),
    }),
  },
} as const satisfies Record<string, ControlOperation>;
