import {
  type BankConfiguration,
  bankMigrations,
  createBank,
  sandboxConfiguration,
} from "@varde/bank";
import {
  createLedger,
  defaultFeeTable as fees,
  type Ledger,
  ledgerMigrations,
  defaultRateTable as rates,
} from "@varde/ledger";
import { openStorage, type Storage, type StorageLocation } from "@varde/storage";
import type { DestinationStream } from "pino";
import {
  type CertificateAuthority,
  openCertificateAuthority,
} from "./certificate-authority/index.ts";
import type { ControlledSandbox } from "./control/controlled-sandbox.ts";
import { controlRoutes } from "./control/routes.ts";
import { dataUseCases } from "./data-operations/data-use-cases.ts";
import { dataSetKidRegister, personNotes } from "./data-set/index.ts";
import { sandboxPsuDirectory, sandboxScaMethod } from "./directory/index.ts";
import { ledgerCoreBank } from "./ledger-core-bank.ts";
import { sandboxMigrations } from "./migrations/index.ts";
import { sandboxIds } from "./sandbox-ids.ts";
import { createSandboxWorlds, createWorldClock, type WorldClock } from "./worlds/index.ts";

export interface SandboxOptions {
  readonly location: StorageLocation;
  /** Where keys are kept; without it they are made anew each time. */
  readonly dataFolder?: string;
  readonly trust?: "any" | "sandbox-ca";
  readonly isolation?: "tpp" | "shared";
  /** Whether customers may be created with numbers that can be a real person's. */
  readonly syntheticNumbers?: "required" | "preferred";
  readonly controlToken?: string | undefined;
  readonly logTo: DestinationStream;
  /** Switches of the bank that differ from the sandbox's defaults. */
  readonly bank?: Partial<BankConfiguration>;
}

/** A sandbox that is put together and does not listen yet. */
export interface Sandbox extends ControlledSandbox {
  readonly storage: Storage;
  readonly clock: WorldClock;
  /** SCA links lead here; known once a port is. */
  setPublicUrl(url: string): void;
  /** Worlds that do not add up; empty in a sound bank. */
  checkBooks(): ReturnType<Ledger["checkBooks"]>;
}

/** Everything that lives in the sandbox's database, in the order it came to be. */
export const everyMigration = [...bankMigrations, ...ledgerMigrations, ...sandboxMigrations];

/** Puts the bank, the ledger, the people and the control API together. */
export const openSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
  const storage = await openStorage({ location: options.location, migrations: everyMigration });
  const { dataFolder } = options;
  const authority = await openCertificateAuthority(dataFolder === undefined ? {} : { dataFolder });
  const ledger = createLedger({ storage, ids: sandboxIds, fees, rates });
  const clock = createWorldClock(storage);
  const worlds = createSandboxWorlds({
    storage,
    ledger,
    ids: sandboxIds,
    machineNow: clock.machineNow,
    isolation: options.isolation ?? "tpp",
  });
  await worlds.prepare();
  const psuDirectory = sandboxPsuDirectory(storage);
  const address = { publicUrl: sandboxConfiguration.publicUrl };
  const bank = createBank({
    configuration: configurationOf(options, authority, address),
    storage,
    logTo: options.logTo,
    moreUseCases: dataUseCases({
      storage,
      ledger,
      ids: sandboxIds,
      resetWorld: worlds.resetWorld,
      syntheticNumbers: options.syntheticNumbers ?? "preferred",
    }),
    ports: {
      coreBank: ledgerCoreBank({ ledger, fees, rates }),
      psuDirectory,
      scaMethod: sandboxScaMethod(storage, psuDirectory, personNotes),
      tppRegister: {
        reasonToRefuse: async () => undefined,
        isRevoked: async (_issuer, serialNumber) => authority.isRevoked(serialNumber),
      },
      kidRegister: dataSetKidRegister,
      worlds,
      clock,
      ids: sandboxIds,
      responseSigner: authority,
    },
  });
  const sandbox: Sandbox = {
    ...bank,
    storage,
    ledger,
    authority,
    clock,
    controlToken: options.controlToken,
    listWorlds: worlds.listWorlds,
    setPublicUrl: (url) => {
      address.publicUrl = url;
    },
    checkBooks: () => ledger.checkBooks(),
    close: async () => {
      await bank.close();
      await storage.close();
    },
  };
  bank.app.register(controlRoutes(sandbox), { prefix: "/control/v1" });
  return sandbox;
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
    trust: options.trust ?? "any",
    anchors: [authority.certificate],
  };
  return Object.defineProperty(configuration, "publicUrl", { get: () => address.publicUrl });
};
