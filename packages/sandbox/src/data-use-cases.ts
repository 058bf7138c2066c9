import type { RequestContext, UseCases } from "@varde/bank";
import type { OperationId, ParametersOf } from "@varde/protocol";
import {
  createSandboxAccount,
  createSandboxCardAccount,
} from "./data-operations/accounts/create-account.ts";
import {
  createSandboxCardTransactions,
  createSandboxTransactions,
} from "./data-operations/accounts/create-transactions.ts";
import {
  deleteSandboxAccount,
  listSandboxAccounts,
  readSandboxAccount,
} from "./data-operations/accounts/list-accounts.ts";
import {
  deleteSandboxTransactions,
  listSandboxTransactions,
} from "./data-operations/accounts/list-transactions.ts";
import { createEngagements, createSandboxAgreement } from "./data-operations/create-agreement.ts";
import { createCustomer } from "./data-operations/create-customer.ts";
import type { DataOperation, DataParts } from "./data-operations/data-parts.ts";
import { deleteCustomer } from "./data-operations/delete-customer.ts";
import { initializeSandbox } from "./data-operations/initialize-world.ts";
import {
  deleteSandboxAgreement,
  listEngagements,
  listSandboxAgreements,
  readSandboxAgreement,
} from "./data-operations/list-agreements.ts";
import { listCustomers, readCustomer } from "./data-operations/list-customers.ts";
import type { WorldData } from "./world-data.ts";

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
} as const satisfies {
  readonly [Id in OperationId]?: DataOperation<keyof ParametersOf<Id>>;
};

/** Use cases of /v1/sandbox, by operation id. */
export const dataUseCases = (parts: Omit<DataParts, "worldId">, worldData: WorldData): UseCases =>
  Object.fromEntries(
    Object.entries(dataOperations).map(([id, operation]) => [
      id,
      async (context: RequestContext) => {
        const worldId = await findDataWorld(context, worldData);
        // After the checks, every parameter of the path is there.
        return operation(context as never, { ...parts, worldId });
      },
    ]),
  );

/** Returns the world that has the caller's data. Before a change, it gets its own copy. */
const findDataWorld = async ({ operation, tpp }: RequestContext, worldData: WorldData) => {
  const changesData = operation.method !== "GET" && operation.id !== "initializeSandbox";
  if (changesData) await worldData.copyDataSet(tpp.worldId);
  return worldData.dataWorld(tpp.worldId);
};
