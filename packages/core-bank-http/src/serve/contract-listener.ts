import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { CoreBank, PsuDirectory, SigningMandates } from "@varde/bank";
import { isInvalid, parseJson } from "@varde/protocol";
import type {
  ContractId,
  ContractRequest,
  ContractResponse,
  SigningMethods,
} from "../contract/contract-calls.ts";
import { contractOperations } from "../contract/contract-operations.ts";
import { findSchemaFault } from "../contract/find-schema-fault.ts";
import type { PriceList } from "../contract/price-list.ts";
import { formatWire, parseWire } from "../contract/wire.ts";
import { readBytes } from "./read-bytes.ts";
import { type Problem, sendProblem } from "./send-problem.ts";

/** An instruction was submitted before with other content; nothing of its list was executed. */
export class InstructionConflict extends Error {}

/** The ports that are served, and the price list. */
export interface ServedPorts {
  readonly coreBank: CoreBank;
  readonly psuDirectory: PsuDirectory;
  /** Without it, the operations of mandates are unknown paths. */
  readonly signingMandates?: SigningMandates | undefined;
  readonly priceList: PriceList;
  /** Start of every path, such as /v1; none by default. */
  readonly pathPrefix?: string;
  /** Receives errors of the ports; the caller of the contract sees only that there was one. */
  onFailure(operation: string, error: unknown): void;
}

const requestBytesMax = 8 * 1024 * 1024;

const idByPath = new Map(
  Object.entries(contractOperations).map(([id, { path }]) => [path, id as ContractId]),
);

const findOperation = (url: string, prefix: string): ContractId | undefined => {
  const path = URL.parse(url, "http://core-bank")?.pathname ?? "";
  return path.startsWith(prefix) ? idByPath.get(path.slice(prefix.length)) : undefined;
};

/** Serves ports as the HTTP contract, as a bank's own adapter does. */
export const contractListener = (ports: ServedPorts): RequestListener => {
  const handlers = createHandlers(ports);
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const id = findOperation(request.url ?? "", ports.pathPrefix ?? "");
    const body = await readBytes(request, requestBytesMax);
    const handler = id && (handlers[id] as Handler | undefined);
    if (id === undefined || handler === undefined) {
      return sendProblem(response, 404, { detail: "The contract has no such path." });
    }
    if (request.method !== "POST") {
      return sendProblem(response, 405, { detail: "Allowed methods: POST." }, { allow: "POST" });
    }
    if (!/^application\/json\b/i.test(request.headers["content-type"] ?? "")) {
      return sendProblem(response, 415, { detail: "Send the body as application/json." });
    }
    if (body === undefined) {
      const detail = `The body has more than ${requestBytesMax} bytes.`;
      return sendProblem(response, 413, { detail });
    }
    const value = parseJson(body);
    if (isInvalid(value)) {
      return sendProblem(response, 400, { detail: `The body ${value.reason}.` });
    }
    const fault = findRequestFault(id, value);
    if (fault !== undefined) return sendProblem(response, 400, fault);
    await respond(id, () => handler(parseWire(value) as never), ports, response);
  };
  return (request, response) => {
    // Only a connection that breaks while the body is read leads here.
    handle(request, response).catch(() => response.destroy());
  };
};

const respond = async (
  id: ContractId,
  call: () => Promise<unknown>,
  { onFailure }: ServedPorts,
  response: ServerResponse,
): Promise<void> => {
  let body: string;
  try {
    body = formatWire(await call());
  } catch (error) {
    if (error instanceof InstructionConflict) {
      return sendProblem(response, 409, { detail: error.message });
    }
    onFailure(id, error);
    return sendProblem(response, 500, { detail: "The core bank could not do this." });
  }
  response.writeHead(200, { "content-type": "application/json" }).end(body);
};

type Handlers = {
  readonly [Id in ContractId]: (request: ContractRequest<Id>) => Promise<ContractResponse<Id>>;
};

type Handler = Handlers[ContractId];
/** Operations that the bank does not have are without a handler. */
type ServedHandlers = Omit<Handlers, SigningMethods> & Partial<Pick<Handlers, SigningMethods>>;

const signingHandlers = (mandates: SigningMandates): Pick<Handlers, SigningMethods> => ({
  decideSignings: async ({ requests }) => ({ decisions: await mandates.decide(requests) }),
  listSigners: async (request) => ({ people: await mandates.listSigners(request) }),
});

const createHandlers = ({
  coreBank,
  psuDirectory,
  signingMandates,
  priceList,
}: ServedPorts): ServedHandlers => ({
  findAccount: async ({ worldId, reference }) => ({
    account: await coreBank.findAccount(worldId, reference),
  }),
  listAccounts: async ({ worldId, accountIds }) => ({
    accounts: await coreBank.listAccounts(worldId, accountIds),
  }),
  readBalances: async ({ worldId, accountId }) => ({
    balances: await coreBank.readBalances(worldId, accountId),
  }),
  listTransactions: async ({ worldId, accountId, page }) => ({
    transactions: await coreBank.listTransactions(worldId, accountId, page),
  }),
  countTransactions: async ({ worldId, accountId, days }) => ({
    count: await coreBank.countTransactions(worldId, accountId, days),
  }),
  readTransaction: async ({ worldId, accountId, transactionId }) => ({
    transaction: await coreBank.readTransaction(worldId, accountId, transactionId),
  }),
  listPending: async ({ worldId, accountId }) => ({
    pending: await coreBank.listPending(worldId, accountId),
  }),
  hasFunds: async ({ worldId, accountId, amountMinor, currency }) => ({
    hasFunds: await coreBank.hasFunds(worldId, accountId, amountMinor, currency),
  }),
  readPriceList: async () => ({ priceList }),
  submitAll: async ({ instructions, at }) => ({
    outcomes: await coreBank.submitAll(instructions, at),
  }),
  listOutcomes: async ({ worldId, limit }) => ({
    outcomes: await coreBank.listOutcomes(worldId, limit),
  }),
  acknowledgeOutcomes: async ({ worldId, outcomes }) => {
    await coreBank.acknowledgeOutcomes(worldId, outcomes);
    return {};
  },
  findPerson: async ({ worldId, customerNumber }) => ({
    person: await psuDirectory.findPerson(worldId, customerNumber),
  }),
  readPerson: async ({ worldId, personId }) => ({
    person: await psuDirectory.readPerson(worldId, personId),
  }),
  listAgreements: async ({ worldId, personId }) => ({
    agreements: await psuDirectory.listAgreements(worldId, personId),
  }),
  mayUseAccount: async ({ worldId, personId, accountId, agreementId, context }) => ({
    mayUse: await psuDirectory.mayUseAccount(worldId, personId, accountId, {
      agreementId,
      context,
    }),
  }),
  ...(signingMandates && signingHandlers(signingMandates)),
});

/** Returns what is wrong with the body of a request, or undefined. */
const findRequestFault = (id: ContractId, body: unknown): Problem | undefined => {
  const fault = findSchemaFault(contractOperations[id].request, body);
  if (fault === undefined) return betweenFields[id]?.(body as never);
  const { pointer, message } = fault;
  return { detail: `The value at ${pointer || "the root"} ${message}.`, pointer };
};

/** Rules between fields, which the schemas do not state. */
const betweenFields: {
  readonly [Id in ContractId]?: (request: ContractRequest<Id>) => Problem | undefined;
} = {
  findAccount: ({ reference }) =>
    Object.keys(reference).length === 1
      ? undefined
      : { detail: "Give one of bban, iban and cardReference.", pointer: "/reference" },
  listTransactions: ({ page: { place } }) => {
    const needed = { offset: "offset", after: "key", before: "key", end: undefined }[place.at];
    return needed === undefined || needed in place
      ? undefined
      : { detail: `The place ${place.at} needs ${needed}.`, pointer: `/page/place/${needed}` };
  },
  submitAll: ({ worldId, instructions }) => {
    const foreign = instructions.findIndex((one) => one.worldId !== worldId);
    const ids = instructions.map(({ instructionId }) => instructionId);
    const repeated = ids.findIndex((id, at) => ids.indexOf(id) !== at);
    if (foreign >= 0) {
      const detail = "The instruction is of another world than the request.";
      return { detail, pointer: `/instructions/${foreign}/worldId` };
    }
    return repeated < 0
      ? undefined
      : { detail: "The list has the instruction twice.", pointer: `/instructions/${repeated}` };
  },
};
