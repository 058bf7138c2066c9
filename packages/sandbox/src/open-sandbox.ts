import {
  anchorTrust,
  type Bank,
  type BankConfiguration,
  bankMigrations,
  createBank,
  openBankStorage,
  type RunningBank,
  sandboxConfiguration,
  type WorldId,
} from "@varde/bank";
import { type Ledger, ledgerMigrations } from "@varde/ledger";
import type { Certificate } from "@varde/protocol";
import type { Storage, StorageLocation } from "@varde/storage";
import type { DestinationStream } from "pino";
import {
  type CertificateAuthorityOptions,
  openCertificateAuthority,
} from "./certificate-authority/index.ts";
import { controlRoutes } from "./control/routes.ts";
import { BankGroup } from "./control/world/bank-group.ts";
import type { ControlledSandbox } from "./control/world/controlled-sandbox.ts";
import type { DataParts } from "./data-operations/data-parts.ts";
import { initializeWorld } from "./data-operations/initialize-world.ts";
import { dataUseCases } from "./data-use-cases.ts";
import { shortFingerprint } from "./requests/describe-request.ts";
import type { StartOptions } from "./requests/journal.ts";
import { openRequestFacts } from "./requests/request-facts.ts";
import { createWatchers, type Watchers, watchInterventions } from "./requests/watch-requests.ts";
import { sandboxMigrations } from "./sandbox-migrations.ts";
import {
  createSandboxParts,
  type SandboxParts,
  type SandboxPartsOptions,
} from "./sandbox-parts.ts";
import { scenarioInterventions } from "./scenarios/scenario-interventions.ts";
import { openStoredTpps } from "./signing-desk/stored-tpps.ts";
import { consoleRoutes } from "./site/console-routes.ts";
import { referenceRoutes } from "./site/docs/routes.ts";
import { createWorldSnapshots } from "./snapshots/world-snapshots.ts";
import { sandboxLimits } from "./worlds/sandbox-limits.ts";

export interface SandboxOptions extends SandboxPartsOptions {
  readonly location: StorageLocation;
  /** Folder of the keys; without it, new ones are generated at each start. */
  readonly dataFolder?: string;
  /**
   * A bank of this process that the new one runs beside. They share the certificate authority, the
   * TPPs that it made, and the clock of each TPP.
   */
  readonly beside?: Pick<Sandbox, "authority" | "storedTpps" | "group">;
  /** How the certificate authority stores and makes keys; with a dataFolder, they are there. */
  readonly authority?: Omit<CertificateAuthorityOptions, "dataFolder">;
  /** Whether customers may be created with numbers that could belong to a real person. */
  readonly syntheticNumbers?: "required" | "preferred";
  readonly controlToken?: string | undefined;
  readonly logTo: DestinationStream;
  /** True by default. If false, batches run and payments are delivered only on request. */
  readonly hasBackgroundJobs?: boolean;
  /** Days after which an unused world is deleted; by default never. */
  readonly worldDays?: number;
  /** Bank configuration that differs from the sandbox's defaults. */
  readonly bank?: Partial<BankConfiguration>;
}

/** A sandbox that is assembled but does not listen yet. */
export interface Sandbox extends ControlledSandbox {
  /** Sets the base of SCA links, which is known only once a port is open. */
  setPublicUrl(url: string): void;
  /** Returns the worlds whose books do not balance; empty in a sound bank. */
  checkBooks(): ReturnType<Ledger["checkBooks"]>;
}

/** Every migration of the sandbox's database, in the order in which they run. */
export const everyMigration = [...bankMigrations, ...ledgerMigrations, ...sandboxMigrations];

/**
 * Assembles the bank, the ledger, the data set and the control API. Closes the database again if
 * that fails.
 */
export const openSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
  const { bankId, mode } = { ...sandboxConfiguration, ...options.bank };
  const { location, machineNow, databaseNow } = options;
  const now = databaseNow ?? (location.engine === "sqlite" ? machineNow : undefined);
  const storage = await openBankStorage(
    { location, migrations: everyMigration, migrate: true, now },
    { bankId, mode },
  );
  try {
    return await assembleSandbox(storage, options);
  } catch (error) {
    await storage.close();
    throw error;
  }
};

const assembleSandbox = async (storage: Storage, options: SandboxOptions): Promise<Sandbox> => {
  const { beside } = options;
  const limits = { ...sandboxLimits, ...options.limits };
  const authority = beside?.authority ?? (await openOwnAuthority(options));
  const group = beside?.group ?? new BankGroup();
  const findClock = (worldId: WorldId) => group.findClock(worldId);
  const parts = createSandboxParts(storage, authority, { ...options, findClock });
  const { ledger, clock, worlds, scenarioTable, dataSet } = parts;
  await worlds.prepare();
  const dataParts: Omit<DataParts, "worldId"> = {
    storage,
    ledger,
    ids: parts.ids,
    dataSet,
    resetWorld: worlds.resetWorld,
    syntheticNumbers: options.syntheticNumbers ?? "preferred",
  };
  const requestFacts = await openRequestFacts(storage, (error, facts) =>
    bank.bank.log.error({ err: error, facts }, "facts about requests not stored"),
  );
  const watchers = createWatchers(requestFacts, clock, startOptions(options));
  const address = { publicUrl: sandboxConfiguration.publicUrl };
  const bank: RunningBank = createSandboxBank(parts, dataParts, watchers, options, address);
  const sandbox: Sandbox = {
    ...bank,
    storage,
    ledger,
    dataSet,
    group,
    authority,
    storedTpps: beside?.storedTpps ?? openStoredTpps(authority.folder),
    clock,
    scenarioTable,
    dataParts,
    ...watchers,
    snapshotTable: createWorldSnapshots({
      storage,
      databaseNow: () => storage.now(),
      copyDataSet: worlds.copyDataSet,
      rowsMax: limits.snapshotRows,
      onRestored: bank.clearCaches,
    }),
    controlToken: options.controlToken,
    eventStreamsMax: limits.eventStreams,
    ...worldOperations(parts, watchers, bank),
    setPublicUrl: (url) => {
      address.publicUrl = url;
    },
    checkBooks: () => ledger.checkBooks(),
    close: async (closing) => {
      group.leave(sandbox);
      await bank.close(closing);
      await watchers.requestFacts.close();
      await storage.close();
    },
  };
  registerSite(sandbox);
  group.join(sandbox);
  return sandbox;
};

/** Returns the options that responses depend on, with their defaults. */
const startOptions = ({
  history = "ends",
  crossBorderDays = {},
  syntheticNumbers = "preferred",
  profiles = [],
  scenarios = [],
}: SandboxOptions): StartOptions => ({
  history,
  crossBorderDays,
  syntheticNumbers,
  profiles,
  scenarios,
});
const openOwnAuthority = ({ authority, dataFolder }: SandboxOptions) =>
  openCertificateAuthority({ ...authority, ...(dataFolder === undefined ? {} : { dataFolder }) });

/** Registers the control API, the console and the pages at /docs. */
const registerSite = (sandbox: Sandbox): void => {
  const { app, bank } = sandbox;
  const isSandbox = bank.configuration.mode === "sandbox";
  if (isSandbox) {
    app.register(controlRoutes(sandbox), { prefix: "/control/v1" });
    app.register(consoleRoutes);
  }
  app.register(
    referenceRoutes({ canCall: isSandbox, servedAt: bank.configuration, dataSet: sandbox.dataSet }),
  );
};

/** Implements what the control API does with worlds as a whole. */
const worldOperations = (
  parts: SandboxParts,
  watchers: Watchers,
  { clearCaches, identifyTpp }: Pick<RunningBank, "clearCaches" | "identifyTpp">,
) => {
  const { storage, worlds } = parts;
  const { dataWorld, copyDataSet, listWorlds, countWorlds, useWorld, resetWorld } = worlds;
  const { setProfiles } = worlds;
  return {
    identifyTpp: async (certificate: Certificate) => {
      const tpp = await identifyTpp(certificate);
      watchers.requestFacts.learn(tpp.worldId, shortFingerprint(certificate.fingerprint));
      return tpp;
    },
    setProfiles,
    dataWorld,
    copyDataSet,
    listWorlds,
    countWorlds,
    useWorld,
    deleteWorld: async (worldId: WorldId) => {
      const isDeleted = await worlds.deleteWorld(worldId);
      if (isDeleted) await forgetWorld(worldId, parts, watchers);
      clearCaches();
      return isDeleted;
    },
    initializeWorld: async (worldId: WorldId) => {
      await initializeWorld(worldId, { storage, resetWorld });
      clearCaches();
    },
  };
};

/** Removes a deleted world from what this process has in memory. */
const forgetWorld = async (
  worldId: WorldId,
  { scenarioTable }: SandboxParts,
  { requestLog, requestFacts, journal }: Watchers,
): Promise<void> => {
  await scenarioTable.clear(worldId);
  requestLog.forget(worldId);
  journal.forget(worldId);
  requestFacts.forget(worldId);
};

const dayMs = 86_400_000;

/** Deletes the worlds that nobody has used for the configured number of days. */
const deleteUnusedWorlds =
  (parts: SandboxParts, watchers: Watchers, worldDays: number) =>
  async ({ configuration, log, tppCache }: Bank, stopping: AbortSignal): Promise<void> => {
    if (configuration.mode !== "sandbox" || worldDays === 0) return;
    for (const world of await parts.worlds.deleteUnused(worldDays * dayMs, stopping)) {
      await forgetWorld(world, parts, watchers);
      tppCache.forget();
      log.info({ world }, "unused world deleted");
    }
  };

const createSandboxBank = (
  parts: SandboxParts,
  dataParts: Omit<DataParts, "worldId">,
  watchers: Watchers,
  options: SandboxOptions,
  address: { readonly publicUrl: string },
): RunningBank => {
  const { storage, authority, scenarioTable, worlds, ports } = parts;
  const anchors = [authority.certificate, ...(options.bank?.anchors ?? [])];
  const certificateTrust = anchorTrust(anchors, ({ serialNumberHex }) =>
    authority.isRevoked(serialNumberHex),
  );
  return createBank({
    configuration: bankConfiguration(options, address),
    storage,
    logTo: options.logTo,
    hasBackgroundJobs: options.hasBackgroundJobs ?? true,
    housekeeping: deleteUnusedWorlds(parts, watchers, options.worldDays ?? 0),
    interventions: {
      ...scenarioInterventions(scenarioTable, storage),
      ...watchInterventions(watchers, parts.clock.machineNow),
    },
    moreUseCases: dataUseCases(dataParts, worlds),
    ports: { ...ports, certificateTrust },
  });
};

/** Builds the configuration; publicUrl is a getter because the port may be known only later. */
const bankConfiguration = (
  options: SandboxOptions,
  address: { readonly publicUrl: string },
): BankConfiguration => {
  const configuration: BankConfiguration = {
    ...sandboxConfiguration,
    ...options.bank,
    // In production mode only certificates that chain to the anchors are accepted, in tests too.
    ...(options.bank?.mode === "production" && { trust: "anchors", bankId: "sandbox" }),
    // The port certificateTrust has them.
    anchors: [],
  };
  return Object.defineProperty(configuration, "publicUrl", { get: () => address.publicUrl });
};
