import type { Bank, RequestContext, UseCases } from "@varde/bank";
import { createSandboxAccount, createSandboxCardAccount } from "./create-account.ts";
import { createEngagements, createSandboxAgreement } from "./create-agreement.ts";
import { createCustomer } from "./create-customer.ts";
import { createSandboxCardTransactions, createSandboxTransactions } from "./create-transactions.ts";
import type { DataOperation, DataParts } from "./data-parts.ts";
import { deleteCustomer } from "./delete-customer.ts";
import { initializeSandbox } from "./initialize-world.ts";
import { deleteSandboxAccount, listSandboxAccounts, readSandboxAccount } from "./list-accounts.ts";
import {
  deleteSandboxAgreement,
  listEngagements,
  listSandboxAgreements,
  readSandboxAgreement,
} from "./list-agreements.ts";
import { listCustomers, readCustomer } from "./list-customers.ts";
import { deleteSandboxTransactions, listSandboxTransactions } from "./list-transactions.ts";

const dataOperations = {
  initializeSandbox,
  createCustomer,
  listCustomers,
  readCustomer,
  deleteCustomer,
  createSandboxAccount,
  listSandboxAccounts: listSandboxAccounts("account"),
  readSandboxAccount: readSandboxAccount("account"),
  deleteSandboxAccount: deleteSandboxAccount("account"),
  createSandboxTransactions,
  listSandboxTransactions: listSandboxTransactions("account"),
  deleteSandboxTransactions: deleteSandboxTransactions("account"),
  createSandboxCardAccount,
  listSandboxCardAccounts: listSandboxAccounts("card"),
  readSandboxCardAccount: readSandboxAccount("card"),
  deleteSandboxCardAccount: deleteSandboxAccount("card"),
  createSandboxCardTransactions,
  listSandboxCardTransactions: listSandboxTransactions("card"),
  deleteSandboxCardTransactions: deleteSandboxTransactions("card"),
  createSandboxAgreement,
  listSandboxAgreements,
  readSandboxAgreement,
  deleteSandboxAgreement,
  listEngagements,
  createEngagements,
} as const satisfies Readonly<Record<string, DataOperation>>;

/** Use cases of /v1/sandbox, by operation id. */
export const dataUseCases = (parts: DataParts): UseCases =>
  Object.fromEntries(
    Object.entries(dataOperations).map(([id, operation]) => [
      id,
      (context: RequestContext, bank: Bank) => operation(context, parts, bank),
    ]),
  );
