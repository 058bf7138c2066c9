import { isRefusal, type WorldId } from "@varde/bank";
import type { BodyOfControl, ControlOperations } from "@varde/protocol";
import { run, type Storage, sql } from "@varde/storage";
import { ControlRefused } from "../../control-refused.ts";
import { createSandboxAccount } from "../../data-operations/accounts/create-account.ts";
import { createSandboxTransactions } from "../../data-operations/accounts/create-transactions.ts";
import { deleteSandboxAccount } from "../../data-operations/accounts/list-accounts.ts";
import {
  createEngagements,
  createSandboxAgreement,
} from "../../data-operations/create-agreement.ts";
import { createCustomer } from "../../data-operations/create-customer.ts";
import { readCustomerRow } from "../../data-operations/customer-store.ts";
import type { DataOperation } from "../../data-operations/data-parts.ts";
import { deleteCustomer } from "../../data-operations/delete-customer.ts";
import { deleteSandboxAgreement } from "../../data-operations/list-agreements.ts";
import { lockWorld } from "../../worlds/lock-world.ts";
import type { ControlledSandbox } from "./controlled-sandbox.ts";
import { findAccount } from "./find-account.ts";

type Body<Id extends keyof ControlOperations> = BodyOfControl<ControlOperations[Id]>;

/** Creates, changes and deletes test data with the operations of /v1/sandbox. */
export const testDataControl = (sandbox: ControlledSandbox, worldId: WorldId) => {
  const perform = async <Name extends string>(
    operation: DataOperation<Name>,
    parameters: Readonly<Record<Name, string>>,
    body: unknown = undefined,
  ) => {
    await sandbox.copyDataSet(worldId);
    const now = await sandbox.clock.now(worldId);
    const warnings: string[] = [];
    const request = { tpp: { worldId }, received: { parameters }, body, query: {}, now, warnings };
    const ended = await operation(request, { ...sandbox.dataParts, worldId });
    if (isRefusal(ended)) {
      const [{ path, text }] = ended.violations;
      throw new ControlRefused(path === undefined ? text : `${path}: ${text}`);
    }
    return { created: JSON.parse(ended.body ?? "null"), warnings };
  };
  return {
    createCustomer: async (body: Body<"createCustomer">) => {
      const { created, warnings } = await perform(createCustomer, {}, body);
      return { customerId: String(created.customerId), warnings };
    },
    renameCustomer: async (customerId: string, { name }: Body<"renameCustomer">) => {
      await sandbox.copyDataSet(worldId);
      await renameCustomer(sandbox.storage, worldId, customerId, name);
    },
    deleteCustomer: (customerId: string) => perform(deleteCustomer, { customerId }),
    createAgreement: async (body: Body<"createAgreement">) => {
      const { created } = await perform(createSandboxAgreement, {}, body);
      return { agreementId: String(created.id) };
    },
    changeEngagements: (agreementId: string, { engagements }: Body<"changeEngagements">) =>
      perform(createEngagements, { agreementId }, engagements),
    deleteAgreement: (agreementId: string) => perform(deleteSandboxAgreement, { agreementId }),
    createAccount: async (body: Body<"createAccount">) => {
      const { created } = await perform(createSandboxAccount, {}, body);
      return { accountId: String(created.resourceId) };
    },
    renameAccount: async (named: string, { name }: Body<"renameAccount">) => {
      const { id } = await findAccount(sandbox, worldId, named);
      await sandbox.ledger.renameAccount(worldId, id, name);
    },
    closeAccount: async (named: string) => {
      const { id: accountId, kind } = await findAccount(sandbox, worldId, named);
      await perform(deleteSandboxAccount(kind === "card" ? "card" : "account"), { accountId });
    },
    loadTransactions: async (named: string, { transactions }: Body<"loadTransactions">) => {
      const { id: accountId } = await findAccount(sandbox, worldId, named);
      await perform(createSandboxTransactions, { accountId }, transactions);
      return { loaded: transactions.length };
    },
  };
};

/** Gives a customer another name. A person's private agreement has the person's name. */
const renameCustomer = async (
  storage: Storage,
  worldId: WorldId,
  customerId: string,
  name: string,
): Promise<void> => {
  const isRenamed = await storage.write(function* () {
    yield* lockWorld(worldId);
    const customer = yield* readCustomerRow(worldId, customerId);
    if (customer === undefined) return false;
    yield* run(
      sql`update sandbox_customer set name = ${name}
        where world_id = ${worldId} and customer_id = ${customerId}`,
      ...(customer.customerType === "PRIVATE"
        ? [
            sql`update sandbox_person set name = ${name}
              where world_id = ${worldId} and person_id = ${customer.personId}`,
            sql`update sandbox_agreement set name = ${name}
              where world_id = ${worldId} and owner_id = ${customerId} and context = 'PRIVATE'`,
          ]
        : []),
    );
    return true;
  });
  if (!isRenamed) throw new ControlRefused(`there is no customer ${customerId} in this world`);
};
