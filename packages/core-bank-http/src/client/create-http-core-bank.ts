import { createHash } from "node:crypto";
import type { RequestListener } from "node:http";
import type {
  CoreBank,
  Instruction,
  PsuDirectory,
  SigningDecision,
  SigningMandates,
  WorldId,
} from "@varde/bank";
import { convertToNok, quoteFromPrices } from "../contract/price-list.ts";
import { ContractClient } from "./contract-client.ts";
import { CoreBankCallFailed } from "./core-bank-call-failed.ts";
import {
  type HttpCoreBankOptions,
  type HttpCoreBankSettings,
  readHttpCoreBankOptions,
} from "./http-core-bank-options.ts";
import { PriceListCache } from "./price-list-cache.ts";
import { outcomeListener, PushedOutcomes } from "./pushed-outcomes.ts";

/** The ports of a bank whose core bank and customers are behind the HTTP contract. */
export interface HttpCoreBank {
  readonly coreBank: CoreBank;
  readonly psuDirectory: PsuDirectory;
  /** Undefined unless the option `mandates` is set. */
  readonly signingMandates: SigningMandates | undefined;
  /**
   * Reads the price list, and rejects if the core bank cannot be reached. To be called before the
   * bank listens. It can start without the list; until it is read, payments are refused with 503.
   */
  connect(): Promise<void>;
  /**
   * Returns a listener for the webhook of pushed outcomes, which calls `collect` after each, as in
   * `receiveOutcomes((worldId) => bank.collectOutcomes(worldId))`. `onRefused` receives why a
   * delivery was refused, for the log. Undefined if outcomes are pulled.
   */
  readonly receiveOutcomes:
    | ((
        collect: (worldId: WorldId) => Promise<unknown>,
        onRefused?: (reason: string) => void,
      ) => RequestListener)
    | undefined;
  /** Closes the connections. */
  close(): void;
}

/**
 * Creates the ports `coreBank`, `psuDirectory` and, with the option `mandates`, `signingMandates`
 * that call a core bank over HTTP. Nothing is sent before `connect` or a method of a port is
 * called. Throws `ConfigurationRefused`, with one sentence, if an option is invalid.
 *
 * @example
 * const { coreBank, psuDirectory, connect } = createHttpCoreBank({
 *   url: "https://core.fjordbanken.example/varde",
 *   oauth: { tokenUrl: "https://login.example/token", clientId: "varde", clientSecret: key },
 * });
 * await connect();
 */
export const createHttpCoreBank = (options: HttpCoreBankOptions): HttpCoreBank => {
  const settings = readHttpCoreBankOptions(options);
  const client = new ContractClient(settings);
  const prices = new PriceListCache(
    async () => (await client.call("readPriceList", {})).priceList,
    settings,
  );
  const { outcomes, now } = settings;
  const pushed =
    outcomes.mode === "push" ? new PushedOutcomes(outcomes.quietMsMax, now) : undefined;
  return {
    coreBank: {
      ...callReads(client),
      ...callMoney(client, pushed),
      quote: (order) => quoteFromPrices(prices.current(), order),
      convertToNokMinor: (amountMinor, currency) => {
        const converted = convertToNok(prices.current(), amountMinor, currency);
        if (converted !== undefined) return converted;
        throw new CoreBankCallFailed(`the price list has no rate for ${currency}`);
      },
    },
    psuDirectory: callDirectory(client),
    signingMandates: settings.mandates ? callMandates(client) : undefined,
    connect: () => prices.refresh(),
    receiveOutcomes: pushed && receiver(outcomes, pushed, now),
    close: () => client.close(),
  };
};

const receiver =
  (
    outcomes: HttpCoreBankSettings["outcomes"],
    pushed: PushedOutcomes,
    now: () => number,
  ): NonNullable<HttpCoreBank["receiveOutcomes"]> =>
  (collect, onRefused) => {
    const secrets = outcomes.mode === "push" ? outcomes.secrets : [];
    const expectAndCollect = (worldId: WorldId) => {
      pushed.expect(worldId);
      return collect(worldId);
    };
    return outcomeListener({ secrets, now }, expectAndCollect, onRefused);
  };

type Money = "submitAll" | "listOutcomes" | "acknowledgeOutcomes";
type Reads = Exclude<keyof CoreBank, Money | "quote" | "convertToNokMinor" | "runClearing">;

const callReads = (client: ContractClient): Pick<CoreBank, Reads> => ({
  findAccount: async (worldId, reference) =>
    (await client.call("findAccount", { worldId, reference })).account,
  listAccounts: async (worldId, accountIds) =>
    (await client.call("listAccounts", { worldId, accountIds })).accounts,
  readBalances: async (worldId, accountId) =>
    (await client.call("readBalances", { worldId, accountId })).balances,
  listTransactions: async (worldId, accountId, page) =>
    (await client.call("listTransactions", { worldId, accountId, page })).transactions,
  countTransactions: async (worldId, accountId, days) =>
    (await client.call("countTransactions", { worldId, accountId, days })).count,
  readTransaction: async (worldId, accountId, transactionId) =>
    (await client.call("readTransaction", { worldId, accountId, transactionId })).transaction,
  listPending: async (worldId, accountId) =>
    (await client.call("listPending", { worldId, accountId })).pending,
  hasFunds: async (worldId, accountId, amountMinor, currency) =>
    (await client.call("hasFunds", { worldId, accountId, amountMinor, currency })).hasFunds,
});

const callMoney = (
  client: ContractClient,
  pushed: PushedOutcomes | undefined,
): Pick<CoreBank, Money> => ({
  submitAll: async (instructions, at) => {
    const [first] = instructions;
    if (first === undefined) return [];
    const { outcomes } = await client.call(
      "submitAll",
      { worldId: first.worldId, at, instructions },
      { "idempotency-key": idempotencyKey(instructions) },
    );
    if (outcomes.length === instructions.length) return outcomes;
    throw new CoreBankCallFailed(
      `submitAll: the response is malformed at /outcomes: ${outcomes.length} outcomes for ` +
        `${instructions.length} instructions`,
    );
  },
  listOutcomes: (worldId, limit) => {
    const list = async () => (await client.call("listOutcomes", { worldId, limit })).outcomes;
    return pushed === undefined ? list() : pushed.list(worldId, list);
  },
  acknowledgeOutcomes: async (worldId, outcomes) => {
    await client.call("acknowledgeOutcomes", { worldId, outcomes });
  },
});

/** The same instructions in the same attempts have the same key, whatever else they contain. */
const idempotencyKey = (instructions: readonly Instruction[]): string => {
  const pairs = instructions.map(({ instructionId, attempt }) => `${instructionId} ${attempt}`);
  return createHash("sha256").update(pairs.join("\n")).digest("base64url");
};

const callDirectory = (client: ContractClient): PsuDirectory => ({
  findPerson: async (worldId, customerNumber) =>
    (await client.call("findPerson", { worldId, customerNumber })).person,
  readPerson: async (worldId, personId) =>
    (await client.call("readPerson", { worldId, personId })).person,
  listAgreements: async (worldId, personId) =>
    (await client.call("listAgreements", { worldId, personId })).agreements,
  mayUseAccount: async (worldId, personId, accountId, under) =>
    (await client.call("mayUseAccount", { worldId, personId, accountId, ...under })).mayUse,
});

/** Returns the port for mandates. An empty list is sent too, because the bank asks it at start. */
const callMandates = (client: ContractClient): SigningMandates => ({
  decide: async (requests) => {
    const { decisions } = await client.call("decideSignings", { requests });
    const fault = findDecisionFault(decisions, requests.length);
    if (fault === undefined) return decisions;
    throw new CoreBankCallFailed(`decideSignings: the response is malformed at ${fault}`);
  },
  listSigners: async (request) => (await client.call("listSigners", request)).people,
});

/** Fields that a decision has because of its kind, which the schema of all kinds does not state. */
const fieldByKind = { complete: undefined, more: "missing", "may-not-sign": "because" } as const;

const findDecisionFault = (
  decisions: readonly SigningDecision[],
  expected: number,
): string | undefined => {
  if (decisions.length !== expected) {
    return `/decisions: ${decisions.length} decisions for ${expected} requests`;
  }
  for (const [at, decision] of decisions.entries()) {
    const field = fieldByKind[decision.kind];
    if (field !== undefined && !Object.hasOwn(decision, field)) {
      return `/decisions/${at}/${field}: ${decision.kind} needs it`;
    }
  }
  return undefined;
};
