import type {
  AgreementBody,
  CustomerBody,
  CustomerResponse,
  EngagementBody,
  SandboxAccount,
  SandboxAccountBody,
  SandboxAgreement,
  SandboxCardAccount,
  SandboxCardAccountBody,
  SandboxCardTransaction,
  SandboxCardTransactionsBody,
  SandboxEngagement,
  SandboxReset,
  SandboxTransaction,
  SandboxTransactionsBody,
} from "@varde/protocol";
import {
  anyList,
  bodyObject,
  callback,
  checkArguments,
  checkCalls,
  fields,
  flag,
  optional,
  takes,
  text,
  wholeNumber,
} from "./check-arguments.ts";
import type { TppClient } from "./create-tpp-client.ts";
import type { Call, CallOptions } from "./http/call-operation.ts";
import { callFields, callOptions, id } from "./resources/call-arguments.ts";

type List<One> = Promise<readonly One[]>;

/** Selects the parts of the response; it is faster with fewer parts. */
export interface CustomerListOptions extends CallOptions {
  /**
   * Whether each customer has its accounts.
   *
   * @defaultValue true
   */
  readonly withAccounts?: boolean;
  /**
   * Whether each customer has its agreements.
   *
   * @defaultValue true
   */
  readonly withAgreements?: boolean;
}

/** Selects transactions of test data. */
export interface SandboxListingQuery {
  /**
   * The first day, as YYYY-MM-DD.
   *
   * @defaultValue the first day of the history
   */
  readonly fromDate?: string;
  /**
   * The last day, as YYYY-MM-DD.
   *
   * @defaultValue the last day of the history
   */
  readonly toDate?: string;
  /**
   * The number of entries to skip.
   *
   * @defaultValue 0
   */
  readonly offset?: number;
  /**
   * The greatest number of entries to return.
   *
   * @defaultValue 200
   */
  readonly limit?: number;
}

/** People and companies of test data. */
export interface SandboxCustomers {
  /** Creates a customer. */
  create(body: CustomerBody, options?: CallOptions): Promise<CustomerResponse>;
  /** Returns all customers. */
  list(options?: CustomerListOptions): Promise<readonly CustomerResponse[]>;
  /** Returns one customer by id. */
  read(customerId: string, options?: CallOptions): Promise<CustomerResponse>;
  /** Deletes a customer with its accounts. */
  delete(customerId: string, options?: CallOptions): Promise<void>;
}

/** Accounts of test data, or card accounts. */
export interface SandboxAccounts<Body, Account, Transactions, Transaction> {
  /** Creates an account. */
  create(body: Body, options?: CallOptions): Promise<Account>;
  /** Returns all accounts. */
  list(options?: CallOptions): List<Account>;
  /** Returns one account by id. */
  read(accountId: string, options?: CallOptions): Promise<Account>;
  /** Deletes an account with its transactions. */
  delete(accountId: string, options?: CallOptions): Promise<void>;
  /** Adds transactions to the history of an account. */
  createTransactions(
    accountId: string,
    body: Transactions,
    options?: CallOptions,
  ): List<Transaction>;
  /** Returns the history of an account. */
  listTransactions(
    accountId: string,
    query?: SandboxListingQuery,
    options?: CallOptions,
  ): List<Transaction>;
  /** Deletes the history of an account. */
  deleteTransactions(accountId: string, options?: CallOptions): Promise<void>;
}

/** Corporate agreements of test data, and the people who may act under them. */
export interface SandboxAgreements {
  /** Creates an agreement of a company. */
  create(body: AgreementBody, options?: CallOptions): Promise<SandboxAgreement>;
  /** Returns all agreements. */
  list(options?: CallOptions): List<SandboxAgreement>;
  /** Returns one agreement by id. */
  read(agreementId: string, options?: CallOptions): Promise<SandboxAgreement>;
  /** Deletes an agreement. */
  delete(agreementId: string, options?: CallOptions): Promise<void>;
  /** Returns who may do what under an agreement. */
  listEngagements(agreementId: string, options?: CallOptions): List<SandboxEngagement>;
  /** Lets people act under an agreement. */
  createEngagements(
    agreementId: string,
    body: readonly EngagementBody[],
    options?: CallOptions,
  ): List<SandboxEngagement>;
}

/** The operations only a sandbox has: its customers, accounts and their history. */
export interface SandboxClient {
  /** Resets the sandbox to its initial data set. */
  initialize(options?: CallOptions): Promise<SandboxReset | undefined>;
  /** People and companies. */
  readonly customers: SandboxCustomers;
  /** Accounts and their history. */
  readonly accounts: SandboxAccounts<
    SandboxAccountBody,
    SandboxAccount,
    SandboxTransactionsBody,
    SandboxTransaction
  >;
  /** Card accounts and their history. */
  readonly cardAccounts: SandboxAccounts<
    SandboxCardAccountBody,
    SandboxCardAccount,
    SandboxCardTransactionsBody,
    SandboxCardTransaction
  >;
  /** Corporate agreements. */
  readonly agreements: SandboxAgreements;
}

/**
 * Creates a client for the operations that only a sandbox has.
 *
 * @param client - a client of `createTppClient` whose bank is a sandbox.
 * @throws TypeError if it is not a client.
 *
 * @example
 * const sandbox = createSandboxClient(client);
 * await sandbox.initialize();
 * const [customer] = await sandbox.customers.list({ withAccounts: false });
 */
export const createSandboxClient = (client: Pick<TppClient, "call">): SandboxClient => {
  checkArguments("createSandboxClient", [client], [["client", fields({ call: callback }, true)]]);
  const { call } = client;
  const { initialize } = checkCalls<Pick<SandboxClient, "initialize">>(
    "sandbox",
    { initialize: (options) => call("initializeSandbox", {}, options) },
    { initialize: takes(callOptions) },
  );
  return {
    initialize,
    customers: checkCalls("sandbox.customers", makeCustomers(call), customerArguments),
    accounts: checkCalls("sandbox.accounts", makeAccounts(call), accountArguments),
    cardAccounts: checkCalls("sandbox.cardAccounts", makeCardAccounts(call), accountArguments),
    agreements: checkCalls("sandbox.agreements", makeAgreements(call), agreementArguments),
  };
};

const body = ["body", bodyObject] as const;
const resource = (idName: string) => ({
  create: takes(body, callOptions),
  list: takes(callOptions),
  read: takes(id(idName), callOptions),
  delete: takes(id(idName), callOptions),
});

const customerListOptions = fields({
  ...callFields,
  withAccounts: optional(flag),
  withAgreements: optional(flag),
});
const customerArguments = {
  ...resource("customerId"),
  list: takes(["options", optional(customerListOptions)]),
};

const listingQuery = fields({
  fromDate: optional(text),
  toDate: optional(text),
  offset: optional(wholeNumber(0)),
  limit: optional(wholeNumber(1)),
});
const accountArguments = {
  ...resource("accountId"),
  createTransactions: takes(id("accountId"), ["body", anyList], callOptions),
  listTransactions: takes(id("accountId"), ["query", optional(listingQuery)], callOptions),
  deleteTransactions: takes(id("accountId"), callOptions),
};

const agreementArguments = {
  ...resource("agreementId"),
  listEngagements: takes(id("agreementId"), callOptions),
  createEngagements: takes(id("agreementId"), ["body", anyList], callOptions),
};

const makeCustomers = (call: Call): SandboxCustomers => ({
  create: (body, options) => call("createCustomer", { body }, options),
  list: ({ withAccounts, withAgreements, ...options } = {}) =>
    call("listCustomers", { query: { withAccounts, withAgreements } }, options),
  read: (customerId, options) => call("readCustomer", { parameters: { customerId } }, options),
  delete: (customerId, options) => call("deleteCustomer", { parameters: { customerId } }, options),
});

const makeAccounts = (call: Call): SandboxClient["accounts"] => {
  const at = (accountId: string) => ({ parameters: { accountId } });
  return {
    create: (body, options) => call("createSandboxAccount", { body }, options),
    list: (options) => call("listSandboxAccounts", {}, options),
    read: (id, options) => call("readSandboxAccount", at(id), options),
    delete: (id, options) => call("deleteSandboxAccount", at(id), options),
    createTransactions: (id, body, options) =>
      call("createSandboxTransactions", { ...at(id), body }, options),
    listTransactions: (id, query, options) =>
      call("listSandboxTransactions", { ...at(id), query: { ...query } }, options),
    deleteTransactions: (id, options) => call("deleteSandboxTransactions", at(id), options),
  };
};

const makeCardAccounts = (call: Call): SandboxClient["cardAccounts"] => {
  const at = (accountId: string) => ({ parameters: { accountId } });
  return {
    create: (body, options) => call("createSandboxCardAccount", { body }, options),
    list: (options) => call("listSandboxCardAccounts", {}, options),
    read: (id, options) => call("readSandboxCardAccount", at(id), options),
    delete: (id, options) => call("deleteSandboxCardAccount", at(id), options),
    createTransactions: (id, body, options) =>
      call("createSandboxCardTransactions", { ...at(id), body }, options),
    listTransactions: (id, query, options) =>
      call("listSandboxCardTransactions", { ...at(id), query: { ...query } }, options),
    deleteTransactions: (id, options) => call("deleteSandboxCardTransactions", at(id), options),
  };
};

const makeAgreements = (call: Call): SandboxAgreements => {
  const at = (agreementId: string) => ({ parameters: { agreementId } });
  return {
    create: (body, options) => call("createSandboxAgreement", { body }, options),
    list: (options) => call("listSandboxAgreements", {}, options),
    read: (id, options) => call("readSandboxAgreement", at(id), options),
    delete: (id, options) => call("deleteSandboxAgreement", at(id), options),
    listEngagements: (id, options) => call("listEngagements", at(id), options),
    createEngagements: (id, body, options) =>
      call("createEngagements", { ...at(id), body }, options),
  };
};
