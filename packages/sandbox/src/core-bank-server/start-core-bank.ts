import type { Server } from "node:https";
import {
  type CoreBank,
  listenServer,
  openBankStorage,
  type PsuDirectory,
  randomIds,
  SharedListeners,
  type SigningMandates,
  type WorldId,
} from "@varde/bank";
import { contractListener, InstructionConflict, type PriceList } from "@varde/core-bank-http";
import {
  createLedger,
  type FeeTable,
  defaultFeeTable as fees,
  InstructionReused,
  defaultRateTable as rates,
} from "@varde/ledger";
import type { Currency } from "@varde/protocol";
import { addMinor, knownMinor, type RateTable } from "@varde/protocol/money";
import type { Storage, StorageLocation } from "@varde/storage";
import { ledgerCoreBank } from "../core-bank/ledger-core-bank.ts";
import { dataSet } from "../data-set/index.ts";
import { sandboxPsuDirectory, sandboxSigningMandates } from "../directory/index.ts";
import { everyMigration } from "../open-sandbox.ts";
import { createSandboxWorlds, sharedWorldId } from "../worlds/index.ts";
import { sandboxLimits } from "../worlds/sandbox-limits.ts";
import { OutcomePusher, type PushTarget } from "./outcome-pusher.ts";

export interface CoreBankOptions {
  readonly location: StorageLocation;
  readonly host: string;
  /** Port 0 takes any free port. */
  readonly port: number;
  /** PEM texts; callers need a certificate of these authorities. */
  readonly tls?:
    | { readonly certificate: string; readonly key: string; readonly clientAuthorities: string }
    | undefined;
  /** Where webhooks about outcomes are sent; without it, the bank has to ask. */
  readonly pushTo?: PushTarget | undefined;
  /** How often sent payments are settled; a second by default. */
  readonly clearingMs?: number;
  onFailure(what: string, error: unknown): void;
}

export interface RunningCoreBank {
  /** Base address of the contract. */
  readonly url: string;
  close(): Promise<void>;
}

const contractPrefix = "/v1";
const clearingMsDefault = 1_000;
const outcomesPushedMax = 200;

/**
 * Starts the ledger with the data set as a core bank behind the HTTP contract. It is one world,
 * and settles payments by itself.
 */
export const startCoreBank = async (options: CoreBankOptions): Promise<RunningCoreBank> => {
  const storage = await openBankStorage(
    { location: options.location, migrations: everyMigration, migrate: true },
    { bankId: "core-bank", mode: "sandbox" },
  );
  try {
    return await serveLedger(storage, options);
  } catch (error) {
    await storage.close();
    throw error;
  }
};

const serveLedger = async (
  storage: Storage,
  options: CoreBankOptions,
): Promise<RunningCoreBank> => {
  const { host, port, tls, pushTo, clearingMs = clearingMsDefault, onFailure } = options;
  const ids = randomIds;
  const ledger = createLedger({ storage, ids, fees, rates });
  const worlds = createSandboxWorlds({
    limits: sandboxLimits,
    storage,
    ledger,
    ids,
    dataSet,
    databaseNow: () => storage.now(),
    isolation: "shared",
  });
  await worlds.prepare();
  await worlds.copyDataSet(sharedWorldId);
  const ports = oneWorldPorts(
    // Its clock is the machine's, which nobody can advance to see a payment settle.
    ledgerCoreBank({ ledger, fees, rates, crossBorderDays: { sepa: 0, other: 0 } }),
    sandboxPsuDirectory(storage),
    sharedWorldId,
  );
  const signingMandates = oneWorldMandates(sandboxSigningMandates(storage), sharedWorldId);
  const listener = contractListener({
    ...ports,
    signingMandates,
    priceList: ledgerPriceList(fees, rates),
    pathPrefix: contractPrefix,
    onFailure,
  });
  const listeners = new SharedListeners(listener, {
    trustedProxies: [],
    bankFiles: 0,
    warn: (text) => onFailure("connections", new Error(text)),
  });
  const server = tls === undefined ? listeners.createHttpServer() : createTlsServer(listeners, tls);
  const pusher = pushTo && new OutcomePusher(pushTo, (error) => onFailure("webhook", error));
  const clearing = repeat(clearingMs, async () => {
    try {
      await ledger.runClearing(sharedWorldId, BigInt(storage.now()));
      await pusher?.announce(await ports.coreBank.listOutcomes(sharedWorldId, outcomesPushedMax));
    } catch (error) {
      onFailure("clearing", error);
    }
  });
  const address = await listenServer(server, { host, port, setting: "--port" });
  return {
    url: `${tls === undefined ? "http" : "https"}://${address}${contractPrefix}`,
    close: async () => {
      await Promise.all([listeners.connections.close(), clearing.stop()]);
      await storage.close();
    },
  };
};

const createTlsServer = (
  listeners: SharedListeners,
  { key, certificate, clientAuthorities }: NonNullable<CoreBankOptions["tls"]>,
): Server =>
  listeners.createTlsServer({
    identity: { privateKeyPem: key, certificatePem: certificate },
    asksForCertificate: true,
    clientAuthorities,
  });

/** Runs a job again and again, with a pause between the end of one run and the next. */
const repeat = (pauseMs: number, job: () => Promise<void>): { stop(): Promise<void> } => {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running = Promise.resolve();
  const plan = () => {
    if (isStopped) return;
    timer = setTimeout(() => {
      running = job().finally(plan);
    }, pauseMs);
  };
  plan();
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      return running;
    },
  };
};

/** Makes ports use one world, whichever the caller names, like the systems of a real bank. */
export const oneWorldPorts = (
  coreBank: CoreBank,
  psuDirectory: PsuDirectory,
  worldId: WorldId,
): { readonly coreBank: CoreBank; readonly psuDirectory: PsuDirectory } => ({
  coreBank: {
    ...coreBank,
    findAccount: (_, reference) => coreBank.findAccount(worldId, reference),
    listAccounts: (_, accountIds) => coreBank.listAccounts(worldId, accountIds),
    readBalances: (_, accountId) => coreBank.readBalances(worldId, accountId),
    listTransactions: (_, accountId, page) => coreBank.listTransactions(worldId, accountId, page),
    countTransactions: (_, accountId, days) => coreBank.countTransactions(worldId, accountId, days),
    listPending: (_, accountId) => coreBank.listPending(worldId, accountId),
    readTransaction: (_, accountId, transactionId) =>
      coreBank.readTransaction(worldId, accountId, transactionId),
    hasFunds: (_, ...order) => coreBank.hasFunds(worldId, ...order),
    submitAll: async (instructions, at) => {
      try {
        return await coreBank.submitAll(
          instructions.map((one) => ({ ...one, worldId })),
          at,
        );
      } catch (error) {
        if (!(error instanceof InstructionReused)) throw error;
        throw new InstructionConflict(error.message, { cause: error });
      }
    },
    listOutcomes: (_, limit) => coreBank.listOutcomes(worldId, limit),
    acknowledgeOutcomes: (_, outcomes) => coreBank.acknowledgeOutcomes(worldId, outcomes),
  },
  psuDirectory: {
    findPerson: (_, customerNumber) => psuDirectory.findPerson(worldId, customerNumber),
    readPerson: (_, personId) => psuDirectory.readPerson(worldId, personId),
    listAgreements: (_, personId) => psuDirectory.listAgreements(worldId, personId),
    mayUseAccount: (_, ...use) => psuDirectory.mayUseAccount(worldId, ...use),
  },
});

/** Makes mandates use one world, whichever the caller names. */
export const oneWorldMandates = (mandates: SigningMandates, worldId: WorldId): SigningMandates => ({
  decide: (requests) => mandates.decide(requests.map((request) => ({ ...request, worldId }))),
  listSigners: (request) => mandates.listSigners({ ...request, worldId }),
});

/** Returns the ledger's tables as a price list of the HTTP contract. */
export const ledgerPriceList = (fees: FeeTable, rates: RateTable): PriceList => {
  const { nearCountries: countries, nearAbroadMinor, farAbroadMinor, urgentMinor } = fees;
  const abroad = { route: "cross-border" } as const;
  return {
    feeCurrency: fees.currency as Currency,
    fees: [
      { route: "own-bank", feeMinor: fees.ownBankMinor },
      { route: "instant", feeMinor: fees.instantMinor },
      { route: "clearing", feeMinor: fees.clearingMinor },
      {
        ...abroad,
        countries,
        isUrgent: true,
        feeMinor: knownMinor(addMinor(nearAbroadMinor, urgentMinor)),
      },
      { ...abroad, countries, feeMinor: nearAbroadMinor },
      { ...abroad, isUrgent: true, feeMinor: knownMinor(addMinor(farAbroadMinor, urgentMinor)) },
      { ...abroad, feeMinor: farAbroadMinor },
    ],
    conversionPpm: fees.conversionPpm,
    rates: Object.entries(rates).map(([currency, { ratePpm }]) => ({
      currency: currency as Currency,
      ratePpm,
    })),
  };
};
