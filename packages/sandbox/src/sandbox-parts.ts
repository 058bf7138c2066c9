import { type BankPorts, ConfigurationRefused, type Ids, keySigner, randomIds } from "@varde/bank";
import {
  createLedger,
  defaultFeeTable as fees,
  type Ledger,
  defaultRateTable as rates,
} from "@varde/ledger";
import type { AccountDataProfile, Scenario } from "@varde/protocol";
import type { Storage } from "@varde/storage";
import type { CertificateAuthority } from "./certificate-authority/index.ts";
import { type CrossBorderDays, ledgerCoreBank } from "./core-bank/ledger-core-bank.ts";
import { profileCoreBank } from "./core-bank/profile-core-bank.ts";
import { scenarioCoreBank } from "./core-bank/scenario-core-bank.ts";
import { historyCoreBank, worldDataCoreBank } from "./core-bank/world-data-core-bank.ts";
import {
  type DataSet,
  dataSetKidRegister,
  personNotes,
  dataSet as publishedDataSet,
} from "./data-set/index.ts";
import {
  sandboxPsuDirectory,
  sandboxScaMethod,
  sandboxSigningMandates,
  worldDataDirectory,
} from "./directory/index.ts";
import { checkProfiles } from "./history/account-data-profile.ts";
import { createScenarios, type Scenarios } from "./scenarios/scenarios.ts";
import { readFrom } from "./world-data.ts";
import {
  createSandboxWorlds,
  createWorldClock,
  type SandboxWorlds,
  type WorldClock,
  type WorldParts,
} from "./worlds/index.ts";
import { type SandboxLimits, sandboxLimits } from "./worlds/sandbox-limits.ts";

export interface SandboxPartsOptions {
  readonly isolation?: "tpp" | "shared";
  /** People, companies and accounts of the bank; by default the published ones. */
  readonly dataSet?: DataSet;
  /** Finds the clock that a new world starts with, at another bank of its TPP. */
  readonly findClock?: WorldParts["findClock"];
  /** Seed of the generated history; another seed gives the same people a different history. */
  readonly seed?: number;
  /** Instant at which worlds open; their clocks are fixed there until they are moved. */
  readonly startAt?: number;
  /** The clock of this process; by default that of this machine. On SQLite the database has it. */
  readonly machineNow?: () => number;
  /** The clock of the database, for tests and simulations. */
  readonly databaseNow?: () => number;
  /** Source of new ids; by default they are random, with the machine's time. */
  readonly ids?: Ids;
  /**
   * Whether the customers of the data set get new transactions as time passes: salaries, rent,
   * bills, purchases. By default the history ends when the world is opened, so that only payments
   * and loaded transactions change a balance.
   */
  readonly history?: "ends" | "continues";
  /** Bank days that differ from the defaults; all 0 settles payments abroad in the same batch. */
  readonly crossBorderDays?: Partial<CrossBorderDays>;
  /** Account-data profiles of worlds that have not set their own; none by default. */
  readonly profiles?: readonly AccountDataProfile[];
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<SandboxLimits>;
  /** Scenarios that apply in every world. */
  readonly scenarios?: readonly Scenario[];
  /** Systems in place of the sandbox's own, such as a core bank behind HTTP. */
  readonly ports?: Partial<Pick<BankPorts, "coreBank" | "psuDirectory" | "signingMandates">>;
}

/** The parts of a sandbox that do not depend on how it is served. */
export interface SandboxParts {
  readonly storage: Storage;
  readonly ids: Ids;
  readonly dataSet: DataSet;
  readonly authority: CertificateAuthority;
  readonly ledger: Ledger;
  readonly clock: WorldClock;
  readonly worlds: SandboxWorlds;
  readonly scenarioTable: Scenarios;
  /** The bank's ports, implemented with the ledger, the data set and the directory. */
  readonly ports: Omit<BankPorts, "certificateTrust">;
}

const admitted = { isAdmitted: true } as const;

/** Creates the parts on a database that has the sandbox's tables. */
export const createSandboxParts = (
  storage: Storage,
  authority: CertificateAuthority,
  options: SandboxPartsOptions = {},
): SandboxParts => {
  const { ids = randomIds, history = "ends", scenarios: everywhere = [] } = options;
  const { crossBorderDays = {}, profiles = [], dataSet = publishedDataSet } = options;
  const fault = checkProfiles(profiles, history);
  if (fault !== undefined) throw new ConfigurationRefused(`VARDE_PROFILES: ${fault.reason}.`);
  const ledger = createLedger({ storage, ids, fees, rates });
  const clock = createWorldClock(storage, options.machineNow);
  const databaseNow = () => storage.now();
  const worlds = createSandboxWorlds({
    storage,
    ledger,
    ids,
    dataSet,
    databaseNow,
    isolation: options.isolation ?? "tpp",
    profiles,
    history,
    limits: { ...sandboxLimits, ...options.limits },
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    ...(options.startAt === undefined ? {} : { startAt: options.startAt }),
    ...(options.findClock === undefined ? {} : { findClock: options.findClock }),
  });
  const scenarioTable = createScenarios({ storage, ids, databaseNow, everywhere });
  const psuDirectory =
    options.ports?.psuDirectory ?? worldDataDirectory(sandboxPsuDirectory(storage), worlds);
  const scaMethod = sandboxScaMethod(storage, psuDirectory, clock, personNotes);
  const ledgerBank = worldDataCoreBank(
    ledgerCoreBank({ ledger, fees, rates, crossBorderDays }),
    worlds,
  );
  const { copyDataSet, readProfiles } = worlds;
  const scenarioBank = scenarioCoreBank(ledgerBank, scenarioTable);
  const coreBank = profileCoreBank(scenarioBank, { clock, readProfiles });
  const historyParts = { storage, ledger, dataSet, copyDataSet, readProfiles };
  const ports: SandboxParts["ports"] = {
    coreBank: history === "ends" ? coreBank : historyCoreBank(coreBank, historyParts),
    psuDirectory,
    signingMandates: sandboxSigningMandates(storage, worlds.dataWorld),
    scaMethod: {
      ...scaMethod,
      listTestCustomers: readFrom(worlds)(scaMethod.listTestCustomers),
    },
    tppRegister: { admit: () => admitted },
    kidRegister: dataSetKidRegister(dataSet.kidAgreements),
    responseSigner: keySigner(() => authority.readResponseIdentity(dataSet.bank)),
    worlds,
    clock,
    ids,
    ...options.ports,
  };
  return { storage, ids, dataSet, authority, ledger, clock, worlds, scenarioTable, ports };
};
