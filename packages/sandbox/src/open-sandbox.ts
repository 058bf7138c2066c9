import {
  anchorTrust,
  type BankConfiguration,
  type BankPorts,
  bankMigrations,
  createBank,
  type Ids,
  keySigner,
  openBankStorage,
  type RunningBank,
  randomIds,
  sandboxConfiguration,
} from "@varde/bank";
import {
  createLedger,
  defaultFeeTable as fees,
  type Ledger,
  ledgerMigrations,
  defaultRateTable as rates,
} from "@varde/ledger";
import type { Scenario } from "@varde/protocol";
import type { Storage, StorageLocation } from "@varde/storage";
import type { DestinationStream } from "pino";
import {
  type CertificateAuthority,
  type CertificateAuthorityOptions,
  openCertificateAuthority,
} from "./certificate-authority/index.ts";
import { consoleRoutes } from "./console/console-routes.ts";
import { controlRoutes } from "./control/routes.ts";
import type { ControlledSandbox } from "./control/world/controlled-sandbox.ts";
import { historyCoreBank } from "./core-bank/history-core-bank.ts";
import { ledgerCoreBank } from "./core-bank/ledger-core-bank.ts";
import { scenarioCoreBank } from "./core-bank/scenario-core-bank.ts";
import { dataUseCases } from "./data-operations/data-use-cases.ts";
import { initializeWorld } from "./data-operations/initialize-world.ts";
import { dataSetKidRegister, personNotes } from "./data-set/index.ts";
import { sandboxPsuDirectory, sandboxScaMethod } from "./directory/index.ts";
import { sandboxMigrations } from "./migrations/index.ts";
import { referenceRoutes } from "./reference/pages/routes.ts";
import { createRequestLog } from "./requests/request-log.ts";
import { scenarioInterventions } from "./scenarios/scenario-interventions.ts";
import { createScenarios } from "./scenarios/scenarios.ts";
import { openStoredTpps } from "./signing-desk/stored-tpps.ts";
import { createWorldSnapshots } from "./snapshots/world-snapshots.ts";
import { createSandboxWorlds, createWorldClock } from "./worlds/index.ts";

export interface SandboxOptions {
  readonly location: StorageLocation;
  /** Folder of the keys; without it, new ones are generated at each start. */
  readonly dataFolder?: string;
  /** How the certificate authority stores and makes keys; with a dataFolder, they are there. */
  readonly authority?: Omit<CertificateAuthorityOptions, "dataFolder">;
  readonly isolation?: "tpp" | "shared";
  /** Whether customers may be created with numbers that could belong to a real person. */
  readonly syntheticNumbers?: "required" | "preferred";
  readonly controlToken?: string | undefined;
  readonly logTo: DestinationStream;
  /** Seed of the generated history; another seed gives the same people a different history. */
  readonly seed?: number;
  /** Instant at which worlds open; their clocks are fixed there until they are moved. */
  readonly startAt?: number;
  /** Source of new ids; by default they are random, with the machine's time. */
  readonly ids?: Ids;
  /** True by default. If false, batches run and payments are delivered only on request. */
  readonly hasBackgroundJobs?: boolean;
  /**
   * Whether the customers of the data set get new transactions as time passes: salaries, rent,
   * bills, purchases. By default the history ends when the world is opened, so that only payments
   * and loaded transactions change a balance.
   */
  readonly history?: "ends" | "continues";
  /** Scenarios that apply in every world. */
  readonly scenarios?: readonly Scenario[];
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
  const storage = await openBankStorage(
    { location: options.location, migrations: everyMigration, migrate: true },
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
  const parts = await openParts(storage, options);
  const { ledger, authority, clock, worlds, scenarioTable, requestLog } = parts;
  const address = { publicUrl: sandboxConfiguration.publicUrl };
  const bank = createSandboxBank(parts, options, address);
  const sandbox: Sandbox = {
    ...bank,
    storage,
    ledger,
    authority,
    storedTpps: openStoredTpps(authority.folder),
    clock,
    scenarioTable,
    requestLog,
    snapshotTable: createWorldSnapshots({
      storage,
      machineNow: clock.machineNow,
      onRestored: bank.clearCaches,
    }),
    controlToken: options.controlToken,
    listWorlds: worlds.listWorlds,
    initializeWorld: async (worldId) => {
      await initializeWorld(worldId, { storage, resetWorld: worlds.resetWorld });
      bank.clearCaches();
    },
    setPublicUrl: (url) => {
      address.publicUrl = url;
    },
    checkBooks: () => ledger.checkBooks(),
    close: async () => {
      await bank.close();
      await storage.close();
    },
  };
  const isSandbox = bank.bank.configuration.mode === "sandbox";
  if (isSandbox) {
    bank.app.register(controlRoutes(sandbox), { prefix: "/control/v1" });
    bank.app.register(consoleRoutes);
  }
  bank.app.register(referenceRoutes({ canCall: isSandbox, servedAt: bank.bank.configuration }));
  return sandbox;
};

type SandboxParts = Awaited<ReturnType<typeof openParts>>;

/** Opens the parts a bank is built from: the keys, the ledger, the worlds. */
const openParts = async (storage: Storage, options: SandboxOptions) => {
  const { dataFolder, ids = randomIds } = options;
  const authority = await openCertificateAuthority({
    ...options.authority,
    ...(dataFolder === undefined ? {} : { dataFolder }),
  });
  const ledger = createLedger({ storage, ids, fees, rates });
  const clock = createWorldClock(storage);
  const { machineNow } = clock;
  const worlds = createSandboxWorlds({
    storage,
    ledger,
    ids,
    machineNow,
    isolation: options.isolation ?? "tpp",
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    ...(options.startAt === undefined ? {} : { startAt: options.startAt }),
  });
  await worlds.prepare();
  const everywhere = options.scenarios ?? [];
  const scenarioTable = createScenarios({ storage, ids, machineNow, everywhere });
  const requestLog = createRequestLog();
  return { storage, ids, authority, ledger, clock, worlds, scenarioTable, requestLog };
};

const createSandboxBank = (
  parts: SandboxParts,
  options: SandboxOptions,
  address: { readonly publicUrl: string },
): RunningBank => {
  const { storage, ids, authority, ledger, clock, worlds, scenarioTable, requestLog } = parts;
  const configuration = bankConfiguration(options, authority, address);
  const certificateTrust = anchorTrust(configuration.anchors, ({ serialNumberHex }) =>
    authority.isRevoked(serialNumberHex),
  );
  return createBank({
    configuration,
    storage,
    logTo: options.logTo,
    hasBackgroundJobs: options.hasBackgroundJobs ?? true,
    interventions: {
      ...scenarioInterventions(scenarioTable, storage),
      onHandled: requestLog.record,
      onUnrouted: requestLog.recordUnrouted,
    },
    moreUseCases: dataUseCases({
      storage,
      ledger,
      ids,
      resetWorld: worlds.resetWorld,
      syntheticNumbers: options.syntheticNumbers ?? "preferred",
    }),
    ports: {
      ...createPorts(parts, options.history ?? "ends"),
      certificateTrust,
      worlds,
      clock,
      ids,
    },
  });
};

const admitted = { isAdmitted: true } as const;

/** Implements the bank's ports with the ledger, the data set and the directory. */
const createPorts = (
  { storage, ledger, authority, clock, scenarioTable }: SandboxParts,
  history: "ends" | "continues",
): Omit<BankPorts, "worlds" | "clock" | "ids"> => {
  const psuDirectory = sandboxPsuDirectory(storage);
  const coreBank = scenarioCoreBank(ledgerCoreBank({ ledger, fees, rates }), scenarioTable);
  return {
    coreBank: history === "ends" ? coreBank : historyCoreBank(coreBank, { storage, ledger }),
    psuDirectory,
    scaMethod: sandboxScaMethod(storage, psuDirectory, clock, personNotes),
    tppRegister: { admit: () => admitted },
    kidRegister: dataSetKidRegister,
    responseSigner: keySigner(() => authority.readResponseIdentity()),
  };
};

/** Builds the configuration; publicUrl is a getter because the port may be known only later. */
const bankConfiguration = (
  options: SandboxOptions,
  authority: CertificateAuthority,
  address: { readonly publicUrl: string },
): BankConfiguration => {
  const configuration: BankConfiguration = {
    ...sandboxConfiguration,
    ...options.bank,
    // In production mode only certificates that chain to the anchors are accepted, in tests too.
    ...(options.bank?.mode === "production" && { trust: "anchors", bankId: "sandbox" }),
    anchors: [authority.certificate, ...(options.bank?.anchors ?? [])],
  };
  return Object.defineProperty(configuration, "publicUrl", { get: () => address.publicUrl });
};
