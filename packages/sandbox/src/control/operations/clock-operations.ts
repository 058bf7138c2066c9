import { schemaType } from "@varde/protocol";
import { type ControlOperation, readLimit } from "./control-operation.ts";

const { object, oneOf, optional, string, stringOrNumber } = schemaType;

const clockBody = object({
  now: string({
    maxLength: 40,
    description: "an ISO 8601 time with its zone, like 2026-11-16T05:00:00+01:00",
  }),
  motion: optional(oneOf(["running", "fixed"])),
});
const advanceBody = object({
  by: stringOrNumber({ description: "milliseconds, or a duration like P1D or PT90M" }),
});

/** Operations on a world's clock and its batches. */
export const clockOperations: readonly ControlOperation[] = [
  {
    id: "readClock",
    method: "GET",
    path: "/clock",
    summary: "Reads the clock of a world.",
    needsWorld: true,
    status: 200,
    serve: ({ world }) => world.clock.read(),
  },
  {
    id: "setClock",
    method: "PUT",
    path: "/clock",
    summary: "Sets the clock. It stays stopped at that time unless motion is running.",
    needsWorld: true,
    body: clockBody,
    status: 200,
    serve: ({ world, body }) => world.clock.set(body.now, body.motion),
  },
  {
    id: "advanceClock",
    method: "POST",
    path: "/clock/advance",
    summary: "Advances the clock and runs every batch and expiry in between.",
    needsWorld: true,
    body: advanceBody,
    status: 200,
    serve: ({ world, body }) => world.clock.advance(body.by),
  },
  {
    id: "releaseClock",
    method: "DELETE",
    path: "/clock",
    summary: "Resets the clock to the machine's time.",
    needsWorld: true,
    status: 200,
    serve: ({ world }) => world.clock.release(),
  },
  {
    id: "listBatches",
    method: "GET",
    path: "/batches",
    summary: "Lists the last and the next batches.",
    needsWorld: true,
    query: { limit: "number of each: 20 by default" },
    status: 200,
    serve: async ({ world, query }) => ({
      batches: (await world.batches.list(readLimit(query, 20, 200))).map((batch) => ({
        ...batch,
        dueAt: new Date(batch.dueAt).toISOString(),
      })),
    }),
  },
  {
    id: "runBatch",
    method: "POST",
    path: "/batches",
    summary: "Runs a payment batch now, outside the schedule.",
    needsWorld: true,
    status: 200,
    serve: async ({ world }) => ({ taken: await world.batches.run() }),
  },
];
