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
import type { TppClient } from "./create-tpp-client.ts";
import type { Call, CallOptions } from "./http/call-operation.ts";

type List<One> = Promise<readonly One[]>;

/** Selects the parts of the response; it is faster with fewer parts. */
export interface CustomerListOptions extends CallOptions {
  readonly withAccounts?: boolean;
  readonly withAgreements?: boolean;
}

export interface SandboxListingQuery {
  readonly fromDate?: string;
  readonly toDate?: string;
  readonly offset?: number;
  readonly limit?: number;
}

export interface SandboxCustomers {
  create(body: CustomerBody, options?: CallOptions): Promise<CustomerResponse>;
  list(options?: CustomerListOptions): Promise<readonly CustomerResponse[]>;
  read(customerId: string, options?: CallOptions): Promise<CustomerResponse>;
  delete(customerId: string, options?: CallOptions): Promise<void>;
}

/** Accounts of test data, or card accounts. */
export interface SandboxAccounts<Body, Account, Transactions, Transaction> {
  create(body: Body, options?: CallOptions): Promise<Account>;
  list(options?: CallOptions): List<Account>;
  read(accountId: string, options?: CallOptions): Promise<Account>;
  delete(accountId: string, options?: CallOptions): Promise<void>;
  createTransactions(
    accountId: string,
    body: Transactions,
    options?: CallOptions,
  ): List<Transaction>;
  listTransactions(
    accountId: string,
    query?: SandboxListingQuery,
    options?: CallOptions,
  ): List<Transaction>;
  deleteTransactions(accountId: string, options?: CallOptions): Promise<void>;
}

export interface SandboxAgreements {
  create(body: AgreementBody, options?: CallOptions): Promise<SandboxAgreement>;
  list(options?: CallOptions): List<SandboxAgreement>;
  read(agreementId: string, options?: CallOptions): Promise<SandboxAgreement>;
  delete(agreementId: string, options?: CallOptions): Promise<void>;
  listEngagements(agreementId: string, options?: CallOptions): List<SandboxEngagement>;
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
  readonly customers: SandboxCustomers;
  readonly accounts: SandboxAccounts<
    SandboxAccountBody,
    SandboxAccount,
    SandboxTransactionsBody,
    SandboxTransaction
  >;
  readonly cardAccounts: SandboxAccounts<
    SandboxCardAccountBody,
    SandboxCardAccount,
    SandboxCardTransactionsBody,
    SandboxCardTransaction
  >;
  readonly agreements: SandboxAgreements;
}

/**
 * Creates a client for the operations that only a sandbox has.
 *
 * @example
 * const sandbox = createSandboxClient(client);
 * await sandbox.initialize();
 * const [customer] = await sandbox.customers.list({ withAccounts: false });
 */
export const createSandboxClient = ({ call }: Pick<TppClient, "call">): SandboxClient => ({
  initialize: (options) => call("initializeSandbox", {}, options),
  customers: makeCustomers(call),
  accounts: makeAccounts(call),
  cardAccounts: makeCardAccounts(call),
  agreements: makeAgreements(call),
});

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
