import { isInvalid, readCertificatePem } from "@varde/protocol";
import { ControlRefused } from "../../control-refused.ts";
import { type ControlHandlers, readLimit } from "./control-handler.ts";

/** Handlers for worlds, their clocks, batches, scenarios and snapshots. */
export const worldHandlers = {
  listWorlds: async ({ sandbox }) => ({ worlds: await sandbox.listWorlds() }),
  findWorld: async ({ sandbox, body }) => {
    const certificate = readCertificatePem(body.certificate);
    if (isInvalid(certificate)) throw new ControlRefused(`the certificate ${certificate.reason}`);
    const { worldId, name } = await sandbox.identifyTpp(certificate);
    return { worldId, name };
  },
  deleteWorld: async ({ sandbox, parameters: { worldId } }) => {
    if (await sandbox.deleteWorld(worldId)) return undefined;
    throw new ControlRefused(`there is no world ${worldId}`);
  },
  initializeWorld: async ({ world }) => void (await world.initialize()),
  exportWorld: ({ world }) => world.snapshots.export(),
  importWorld: async ({ world, text }) => void (await world.snapshots.import(text)),

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

  listScenarios: async ({ world }) => ({ scenarios: await world.scenarios.list() }),
  addScenario: async ({ world, body }) => ({ scenarioId: await world.scenarios.add(body) }),
  clearScenarios: async ({ world }) => void (await world.scenarios.clear()),
  removeScenario: async ({ world, parameters: { scenarioId } }) => {
    if (await world.scenarios.remove(scenarioId)) return undefined;
    throw new ControlRefused(`there is no scenario ${scenarioId}`);
  },

  listSnapshots: async ({ world }) => ({ snapshots: await world.snapshots.list() }),
  saveSnapshot: async ({ world, body: { name } }) => {
    await world.snapshots.save(name);
    return { name };
  },
  restoreSnapshot: async ({ world, parameters }) =>
    void (await world.snapshots.restore(parameters.name)),
  readSnapshot: ({ world, parameters }) => world.snapshots.export(parameters.name),
  removeSnapshot: async ({ world, parameters: { name } }) => {
    if (await world.snapshots.remove(name)) return undefined;
    throw new ControlRefused(`there is no snapshot ${name}`);
  },
} satisfies Partial<ControlHandlers>;
