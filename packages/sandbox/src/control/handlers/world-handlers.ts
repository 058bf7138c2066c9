import { isInvalid, readCertificatePem } from "@varde/protocol";
import { ControlRefused } from "../../control-refused.ts";
import type { ControlHandlers } from "./control-handler.ts";

/** Handlers for worlds as a whole. */
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
} satisfies Partial<ControlHandlers>;
