import { type ControlHandlers, readLimit } from "./control-handler.ts";

/** Handlers for the clock of a world and its batches. */
export const clockHandlers = {
  readClock: ({ world }) => world.clock.read(),
  setClock: ({ world, body }) => world.clock.set(body.now, body.motion),
  advanceClock: ({ world, body }) => world.clock.advance(body.by),
  previewClock: ({ world, query }) => world.clock.preview(query.by),
  releaseClock: ({ world }) => world.clock.release(),
  listBatches: async ({ world, query }) => ({
    batches: (await world.batches.list(readLimit(query, 20, 200))).map((batch) => ({
      ...batch,
      dueAt: new Date(batch.dueAt).toISOString(),
    })),
  }),
  runBatch: async ({ world }) => ({ taken: await world.batches.run() }),
} satisfies Partial<ControlHandlers>;
