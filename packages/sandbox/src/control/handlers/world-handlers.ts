import { listTppIdentifiers, palettes } from "@varde/bank";
import { isInvalid, readCertificatePem } from "@varde/protocol";
import { ControlRefused } from "../../control-refused.ts";
import type { ControlledSandbox } from "../world/controlled-sandbox.ts";
import type { ControlHandlers } from "./control-handler.ts";

/** Handlers for worlds as a whole, and for the banks that have them. */
export const worldHandlers = {
  listBanks: async ({ sandbox }) => ({
    banks: sandbox.group.members.map((member) => {
      const { bankName, publicUrl, theme } = member.bank.configuration;
      return {
        name: bankName,
        bankNumber: member.dataSet.bank.bankNumber,
        address: publicUrl,
        colour: theme.colours?.light?.primary ?? palettes.light.primary,
        isThis: member === sandbox,
      };
    }),
  }),
  listWorlds: async ({ sandbox }) => ({ worlds: await describeWorlds(sandbox) }),
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
  setProfiles: async ({ sandbox, parameters: { worldId }, body }) => {
    const profiles = await sandbox.setProfiles(worldId, body.profiles);
    if (isInvalid(profiles)) throw new ControlRefused(profiles.reason);
    return { worldId, profiles: [...profiles] };
  },
  initializeWorld: async ({ world }) => void (await world.initialize()),
  exportWorld: ({ world }) => world.snapshots.export(),
  importWorld: async ({ world, text }) => void (await world.snapshots.import(text)),
} satisfies Partial<ControlHandlers>;

/** Lists the worlds with the identifiers of their TPPs and when each was used last. */
const describeWorlds = async ({ listWorlds, requestLog, storage }: ControlledSandbox) => {
  const tpps = Map.groupBy(
    await storage.read(() => listTppIdentifiers()),
    ({ worldId }) => worldId,
  );
  return (await listWorlds()).map((world) => {
    const [tpp, another] = tpps.get(world.worldId) ?? [];
    const lastRequestAt = requestLog.lastUsedAt(world.worldId) ?? 0;
    return {
      ...world,
      profiles: [...world.profiles],
      lastUsedAt: Math.max(world.lastUsedAt, lastRequestAt),
      ...(tpp !== undefined && another === undefined && { tpp: tpp.identifier }),
    };
  });
};
