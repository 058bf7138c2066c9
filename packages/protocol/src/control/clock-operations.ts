import {
  integer,
  list,
  object,
  oneOf,
  optional,
  string,
  stringOrNumber,
} from "../schemas/schema.ts";
import type { ControlOperation } from "./control-operation.ts";

const motions = ["running", "fixed"] as const;

const clockFields = {
  now: string(),
  motion: oneOf(motions),
  aheadMs: integer({
    description: "distance ahead of the machine's clock while it runs; 0 while it is fixed",
  }),
  epoch: integer({ description: "number of times it was set back" }),
};
const clockSchema = object(clockFields);

const batchSchema = object({
  kind: string(),
  dueAt: string(),
  state: oneOf(["done", "running", "planned"]),
  taken: integer({ description: "number of payments it took" }),
});

const expiry = object({
  at: string(),
  kind: oneOf(["sca", "consent", "payment"]),
  id: string(),
});

/** Operations on a world's clock and its batches. */
export const clockOperations = {
  readClock: {
    method: "GET",
    path: "/clock",
    summary: "Reads the clock of a world.",
    needsWorld: true,
    status: 200,
    response: clockSchema,
  },
  setClock: {
    method: "PUT",
    path: "/clock",
    summary: "Sets the clock. It stays stopped at that time unless motion is running.",
    needsWorld: true,
    body: object({
      now: string({
        maxLength: 40,
        description: "an ISO 8601 time with its zone, like 2026-11-16T05:00:00+01:00",
      }),
      motion: optional(oneOf(motions)),
    }),
    status: 200,
    response: clockSchema,
  },
  advanceClock: {
    method: "POST",
    path: "/clock/advance",
    summary: "Advances the clock and runs every batch and expiry in between.",
    needsWorld: true,
    body: object({
      by: stringOrNumber({ description: "milliseconds, or a duration like P1D or PT90M" }),
    }),
    status: 200,
    response: object({
      ...clockFields,
      batches: integer({ description: "batches that were run" }),
    }),
  },
  previewClock: {
    method: "GET",
    path: "/clock/preview",
    summary: "Lists what advancing the clock would do, without doing it.",
    needsWorld: true,
    query: { by: "milliseconds, or a duration like P1D or PT90M; to the next batch if omitted" },
    status: 200,
    response: object({
      now: string(),
      until: string(),
      batches: list(batchSchema),
      payments: integer({ description: "signed payments that the batches would take" }),
      nextExpiry: optional(expiry),
      expiring: list(expiry, {
        description: "the first SCAs, unsigned payments and consents that would expire",
      }),
      expiringCount: integer({ description: "number of all that would expire" }),
    }),
  },
  releaseClock: {
    method: "DELETE",
    path: "/clock",
    summary: "Resets the clock to the machine's time.",
    needsWorld: true,
    status: 200,
    response: clockSchema,
  },
  listBatches: {
    method: "GET",
    path: "/batches",
    summary: "Lists the last and the next batches.",
    needsWorld: true,
    query: { limit: "number of each: 20 by default" },
    status: 200,
    response: object({ batches: list(batchSchema) }),
  },
  runBatch: {
    method: "POST",
    path: "/batches",
    summary: "Runs a payment batch now, outside the schedule.",
    needsWorld: true,
    status: 200,
    response: object({ taken: integer({ description: "number of payments it took" }) }),
  },
} as const satisfies Record<string, ControlOperation>;
