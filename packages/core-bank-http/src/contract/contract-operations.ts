import { psuContexts, type Schema, schemaType } from "@varde/protocol";
import { accountReferenceSchema, accountSchema, balancesSchema } from "./account-schemas.ts";
import type { ContractId, ContractRequest, ContractResponse } from "./contract-calls.ts";
import {
  instructionOutcomeSchema,
  instructionSchema,
  outcomeSchema,
} from "./instruction-schemas.ts";
import { agreementSchema, personSchema } from "./person-schemas.ts";
import { priceListSchema } from "./price-list-schema.ts";
import {
  signingDecisionSchema,
  signingRequestSchema,
  waitingSigningSchema,
} from "./signing-schemas.ts";
import { daysSchema, pageSchema, pendingSchema, transactionSchema } from "./transaction-schemas.ts";
import { valueSchemas } from "./value-schemas.ts";
import type { SchemaOf } from "./wire.ts";

const { count, currency, id, instant, line, minor } = valueSchemas;
const { boolean, integer, list, object, oneOf, optional } = schemaType;

/** A call of the contract. All are POST, so that no number of a person is in an address. */
export interface ContractOperation {
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly request: Schema;
  readonly response: Schema;
}

/** Instructions of one request, and outcomes of one response; the bank never sends more. */
const itemsMax = 1_000;

const world = { worldId: id };
const account = { ...world, accountId: id };

/** Compiles only if both schemas have the fields of the operation's request and response. */
const describe =
  <Id extends ContractId>() =>
  <Request extends Schema, Response extends Schema>(
    operation: Omit<ContractOperation, "request" | "response"> & {
      readonly request: SchemaOf<Request, ContractRequest<Id>>;
      readonly response: SchemaOf<Response, ContractResponse<Id>>;
    },
  ): ContractOperation =>
    operation as ContractOperation;

/** Every operation of the contract, with its path and the schemas of its bodies. */
export const contractOperations: Readonly<Record<ContractId, ContractOperation>> = {
  findAccount: describe<"findAccount">()({
    path: "/accounts/find",
    summary: "Finds an open account by its number.",
    description: "Returns no account if the number is unknown or the account is closed.",
    request: object({ ...world, reference: accountReferenceSchema }),
    response: object({ account: optional(accountSchema) }),
  }),
  listAccounts: describe<"listAccounts">()({
    path: "/accounts/list",
    summary: "Returns those of the accounts that are open.",
    description: "They are in the order of the ids. Unknown and closed accounts are left out.",
    request: object({ ...world, accountIds: list(id, { maxItems: itemsMax }) }),
    response: object({ accounts: list(accountSchema) }),
  }),
  readBalances: describe<"readBalances">()({
    path: "/balances/read",
    summary: "Reads the balances of an account.",
    description: "Returns no balances if the account is unknown.",
    request: object(account),
    response: object({ balances: optional(balancesSchema) }),
  }),
  listTransactions: describe<"listTransactions">()({
    path: "/transactions/list",
    summary: "Returns a page of booked transactions, newest first.",
    description:
      "They are ordered by booking date, descending; those of one date have any order that does " +
      "not change, such as that of their ids. A page after or before a key starts next to it, " +
      "even if more was booked since. Every page must cost the same.",
    request: object({ ...account, page: pageSchema }),
    response: object({ transactions: list(transactionSchema) }),
  }),
  countTransactions: describe<"countTransactions">()({
    path: "/transactions/count",
    summary: "Counts the booked transactions of a range of days.",
    description: "The links of a list say how many pages there are. Both days are included.",
    request: object({ ...account, days: daysSchema }),
    response: object({ count }),
  }),
  readTransaction: describe<"readTransaction">()({
    path: "/transactions/read",
    summary: "Reads one booked transaction.",
    description: "Returns no transaction if this account has none with the id.",
    request: object({ ...account, transactionId: id }),
    response: object({ transaction: optional(transactionSchema) }),
  }),
  listPending: describe<"listPending">()({
    path: "/pending/list",
    summary: "Returns the reserved and incoming amounts of an account, newest first.",
    description: "They are not booked yet, and may still change or disappear.",
    request: object(account),
    response: object({ pending: list(pendingSchema) }),
  }),
  hasFunds: describe<"hasFunds">()({
    path: "/funds/check",
    summary: "Says whether an amount can be paid from an account now.",
    description: "Takes reserved amounts and the line of credit into account. Nothing is reserved.",
    request: object({ ...account, amountMinor: minor, currency }),
    response: object({ hasFunds: boolean() }),
  }),
  readPriceList: describe<"readPriceList">()({
    path: "/price-list/read",
    summary: "Returns the fees and exchange rates.",
    description: "The bank reads them when it starts and again every minute.",
    request: object({}),
    response: object({ priceList: priceListSchema }),
  }),
  submitAll: describe<"submitAll">()({
    path: "/instructions/submit",
    summary: "Executes signed payments, each once.",
    description:
      "Returns one outcome for each, in their order. instructionId is the idempotency key: once " +
      "a payment has moved or reserved money, it is never executed again, and every submission " +
      "returns its outcome of that time, which is its end once it has one. An attempt without " +
      "funds returns no-funds again; a higher attempt is tried. Store both in the transaction " +
      "that moves the money. A known instructionId with another amount, currency, debtor or " +
      "payee is refused with 409, and nothing of the list is executed. The header " +
      "Idempotency-Key is a digest of the pairs of instructionId and attempt, for gateways. " +
      "Payments that take long are pending or sent; their end is listed later.",
    request: object({
      ...world,
      at: instant,
      instructions: list(instructionSchema, { maxItems: itemsMax }),
    }),
    response: object({ outcomes: list(outcomeSchema) }),
  }),
  listOutcomes: describe<"listOutcomes">()({
    path: "/outcomes/list",
    summary: "Returns later outcomes that are not acknowledged, oldest first.",
    description: "Several processes may ask at once, and get the same outcomes.",
    request: object({ ...world, limit: integer({ minimum: 1, maximum: itemsMax }) }),
    response: object({ outcomes: list(instructionOutcomeSchema) }),
  }),
  acknowledgeOutcomes: describe<"acknowledgeOutcomes">()({
    path: "/outcomes/acknowledge",
    summary: "Acknowledges outcomes, by instruction and receipt; they are not listed again.",
    description: "An outcome that is unknown or was acknowledged before is not an error.",
    request: object({
      ...world,
      outcomes: list(instructionOutcomeSchema, { maxItems: itemsMax }),
    }),
    response: object({}),
  }),
  findPerson: describe<"findPerson">()({
    path: "/people/find",
    summary: "Finds a person by national identity number or by your customer number.",
    description: "Called when a PSU identifies. Returns no person if the number is unknown.",
    request: object({ ...world, customerNumber: line }),
    response: object({ person: optional(personSchema) }),
  }),
  readPerson: describe<"readPerson">()({
    path: "/people/read",
    summary: "Reads a person by id.",
    description: "Returns no person if the id is unknown.",
    request: object({ ...world, personId: id }),
    response: object({ person: optional(personSchema) }),
  }),
  listAgreements: describe<"listAgreements">()({
    path: "/agreements/list",
    summary: "Returns the agreements that a person may act under.",
    description:
      "Lists each once, with the accounts that the person may see and use; none if unknown.",
    request: object({ ...world, personId: id }),
    response: object({ agreements: list(agreementSchema) }),
  }),
  mayUseAccount: describe<"mayUseAccount">()({
    path: "/accounts/may-use",
    summary: "Says whether a person may both see and use an account.",
    description:
      "Under the agreement if it is given, else under any agreement of the context if that is " +
      "given, else under any agreement. It is called whenever an account is used.",
    request: object({
      ...account,
      personId: id,
      agreementId: optional(id),
      context: optional(oneOf(psuContexts)),
    }),
    response: object({ mayUse: boolean() }),
  }),
  decideSignings: describe<"decideSignings">()({
    path: "/signings/decide",
    summary: "Decides which effect the signatures of people would have, by your mandates.",
    description:
      "Only called if the bank is configured with coreBank.mandates. Returns one decision for " +
      "each request, in their order; each is decided by itself. Called with an empty list when " +
      "the bank starts, and with payments when an authorisation starts, when its page is shown, " +
      "when a channel lists what waits, and when the person approves. Only the last one counts, " +
      "and none of them signs anything, so store nothing.",
    request: object({ requests: list(signingRequestSchema, { maxItems: itemsMax }) }),
    response: object({ decisions: list(signingDecisionSchema, { maxItems: itemsMax }) }),
  }),
  listSigners: describe<"listSigners">()({
    path: "/signings/signers",
    summary: "Returns the people who could sign a payment next.",
    description:
      "Only called if the bank is configured with coreBank.mandates. People of the bank and of " +
      "the company see them, and no TPP.",
    request: waitingSigningSchema,
    response: object({ people: list(personSchema, { maxItems: itemsMax }) }),
  }),
};
