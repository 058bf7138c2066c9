import type { RequestContext, UseCases } from "@varde/bank";
import type { OperationId, ParametersOf } from "@varde/protocol";
import type { WorldData } from "../world-data.ts";
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
