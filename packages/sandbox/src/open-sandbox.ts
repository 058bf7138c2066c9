import {
  type BankConfiguration,
  type BankPorts,
  bankMigrations,
  createBank,
  type Ids,
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
import { openStorage, type StorageLocation } from "@varde/storage";
import type { DestinationStream } from "pino";
import {
  type CertificateAuthority,
  type CertificateAuthorityOptions,
  openCertificateAuthority,
} from "./certificate-authority/index.ts";
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
import { referenceRoutes } from "./reference/index.ts";
import { createRequestLog } from "./requests/request-log.ts";
import type { Scenario } from "./scenarios/scenario.ts";
import { scenarioInterventions } from "./scenarios/scenario-interventions.ts";
import { createScenarios } from "./scenarios/scenarios.ts";
import { openKeptTpps } from "./signing-desk/kept-tpps.ts";
import { createWorldSnapshots } from "./snapshots/world-snapshots.ts";
import { createSandboxWorlds, createWorldClock } from "./worlds/index.ts";

export interface SandboxOptions {
  readonly location: StorageLocation;
  /** Where keys are kept; without it they are made anew each time. */
  readonly dataFolder?: string;
  /** How the certificate authority stores and makes keys; with a dataFolder, they are there. */
  readonly authority?: Omit<CertificateAuthorityOptions, "dataFolder">;
  readonly trust?: "any" | "sandbox-ca";
  readonly isolation?: "tpp" | "shared";
  /** Whether customers may be created with numbers that can be a real person's. */
  readonly syntheticNumbers?: "required" | "preferred";
  readonly controlToken?: string | undefined;
  readonly logTo: DestinationStream;
  /** Another seed gives the same people another history. */
  readonly seed?: number;
  /** Worlds open at this instant, and their clocks stand still there until they are moved. */
  readonly startAt?: number;
  /** Where new names come from; left out, chance and the machine's time. */
  readonly ids?: Ids;
  /** Left out, yes. Without, batches run and payments are delivered only when asked for. */
  readonly hasChores?: boolean;
  /**
   * Whether the customers of the data set go on living as time passes: salaries, rent, bills,
   * purchases. Left out, the history ends where the world was opened, and no balance moves that
   * nobody moved.
   */
  readonly history?: "ends" | "goes-on";
  /** What is to go wrong in every world. */
  readonly scenarios?: readonly Scenario[];
  /** Switches of the bank that differ from the sandbox's defaults. */
  readonly bank?: Partial<BankConfiguration>;
}

/** A sandbox that is put together and does not listen yet. */
export interface Sandbox extends ControlledSandbox {
  /** SCA links lead here; known once a port is. */
  setPublicUrl(url: string): void;
  /** Worlds that do not add up; empty in a sound bank. */
  checkBooks(): ReturnType<Ledger["checkBooks"]>;
}

/** Everything that lives in the sandbox's database, in the order it came to be. */
export const everyMigration = [...bankMigrations, ...ledgerMigrations, ...sandboxMigrations];

/** Puts the bank, the ledger, the people and the control API together. */
export const openSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
  const parts = await openParts(options);
  const { storage, ledger, authority, clock, worlds, scenarioTable, requestLog } = parts;
  const address = { publicUrl: sandboxConfiguration.publicUrl };
  const bank = createSandboxBank(parts, options, address);
  const sandbox: Sandbox = {
    ...bank,
    storage,
    ledger,
    authority,
    keptTpps: openKeptTpps(authority.folder),
    clock,
    scenarioTable,
    requestLog,
    snapshotTable: createWorldSnapshots({
      storage,
      machineNow: clock.machineNow,
      onRestored: bank.forgetKnown,
    }),
    controlToken: options.controlToken,
    listWorlds: worlds.listWorlds,
    initializeWorld: async (worldId) => {
      await initializeWorld(worldId, { storage, resetWorld: worlds.resetWorld });
      bank.forgetKnown();
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
  if (isSandbox) bank.app.register(controlRoutes(sandbox), { prefix: "/control/v1" });
  bank.app.register(referenceRoutes({ canCall: isSandbox }));
  return sandbox;
};

type SandboxParts = Awaited<ReturnType<typeof openParts>>;

/** What stands before there is a bank: the database, the keys, the ledger, the worlds. */
const openParts = async (options: SandboxOptions) => {
  const storage = await openStorage({ location: options.location, migrations: everyMigration });
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
  return createBank({
    configuration: configurationOf(options, authority, address),
    storage,
    logTo: options.logTo,
    hasChores: options.hasChores ?? true,
    interventions: {
      ...scenarioInterventions(scenarioTable, storage),
      onAnswered: requestLog.record,
      onUnfound: requestLog.recordUnfound,
    },
    moreUseCases: dataUseCases({
      storage,
      ledger,
      ids,
      resetWorld: worlds.resetWorld,
      syntheticNumbers: options.syntheticNumbers ?? "preferred",
    }),
    ports: { ...portsOf(parts, options.history ?? "ends"), worlds, clock, ids },
  });
};

/** What the bank works with, filled by the ledger, the data set and the directory. */
const portsOf = (
  { storage, ledger, authority, scenarioTable }: SandboxParts,
  history: "ends" | "goes-on",
): Omit<BankPorts, "worlds" | "clock" | "ids"> => {
  const psuDirectory = sandboxPsuDirectory(storage);
  const coreBank = scenarioCoreBank(ledgerCoreBank({ ledger, fees, rates }), scenarioTable);
  return {
    coreBank: history === "ends" ? coreBank : historyCoreBank(coreBank, { storage, ledger }),
    psuDirectory,
    scaMethod: sandboxScaMethod(storage, psuDirectory, personNotes),
    tppRegister: {
      reasonToRefuse: () => undefined,
      isRevoked: async (_issuer, serialNumber) => authority.isRevoked(serialNumber),
    },
    kidRegister: dataSetKidRegister,
    responseSigner: authority,
  };
};

/** The address is read when a link is made, since the port may be known only then. */
const configurationOf = (
  options: SandboxOptions,
  authority: CertificateAuthority,
  address: { readonly publicUrl: string },
): BankConfiguration => {
  const configuration: BankConfiguration = {
    ...sandboxConfiguration,
    ...options.bank,
    // A bank in production takes nothing but what chains to its anchors, in a test too.
    trust: options.bank?.mode === "production" ? "anchors" : (options.trust ?? "any"),
    anchors: [authority.certificate],
  };
  return Object.defineProperty(configuration, "publicUrl", { get: () => address.publicUrl });
};
