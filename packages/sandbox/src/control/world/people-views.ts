import type { WorldId } from "@varde/bank";
import type { Account } from "@varde/ledger";
import type { ControlResponse } from "@varde/protocol";
import { ControlRefused } from "../../control-refused.ts";
import {
  agreementsOfOwners,
  type EngagementRecord,
  listEngagementRecords,
  type SandboxAgreement,
} from "../../data-operations/agreement-store.ts";
import {
  type Customer,
  readCustomerRow,
  searchCustomers,
} from "../../data-operations/customer-store.ts";
import { summarizeAccount } from "./account-views.ts";
import type { ControlledSandbox } from "./controlled-sandbox.ts";

type ListedCustomer = ControlResponse<"listCustomers">["customers"][number];
type ShownAgreement = ControlResponse<"readCustomer">["agreements"][number];

/** The page of customers to list. */
export interface CustomerQuery {
  readonly limit: number;
  readonly after?: string | undefined;
  readonly text?: string | undefined;
}

/** Shows the people and companies of a world. */
export const peopleViews = (
  { storage, ledger, dataWorld }: ControlledSandbox,
  ownWorldId: WorldId,
) => ({
  list: async (query: CustomerQuery): Promise<ControlResponse<"listCustomers">> => {
    const { limit, after = "", text = "" } = query;
    const worldId = await dataWorld(ownWorldId);
    const account =
      (await ledger.findAccountByBban(worldId, text)) ??
      (await ledger.findAccountByIban(worldId, text));
    const found = await storage.read(() =>
      searchCustomers(worldId, { text, ownerId: account?.ownerId }, after, limit),
    );
    const last = found.at(-1);
    return {
      customers: found.map(present),
      ...(found.length === limit && last !== undefined && { next: last.customerId }),
    };
  },
  read: async (customerId: string): Promise<ControlResponse<"readCustomer">> => {
    const worldId = await dataWorld(ownWorldId);
    const customer = await storage.read(() => readCustomerRow(worldId, customerId));
    if (customer === undefined) {
      throw new ControlRefused(`there is no customer ${customerId} in this world`);
    }
    const accounts = await ledger.listAccounts(worldId, customerId);
    const range = { after: customerId.slice(0, -1), last: customerId };
    const agreements = await storage.read(() => agreementsOfOwners(worldId, range));
    const own = agreements.filter(({ ownerId }) => ownerId === customerId);
    return {
      ...present(customer),
      accounts: accounts.map(summarizeAccount),
      agreements: await Promise.all(
        own.map(async (one) =>
          presentAgreement(
            one,
            await storage.read(() => listEngagementRecords(worldId, one.agreementId)),
            accounts,
          ),
        ),
      ),
    };
  },
});

const present = (customer: Customer): ListedCustomer => {
  const { customerId, customerNumber, name, customerType, personName } = customer;
  return {
    customerId,
    customerNumber,
    name,
    type: customerType,
    // Several companies may have the number of the person who represents them.
    ...(customerType === "CORPORATE" && personName !== name && { numberOf: personName }),
  };
};

const presentAgreement = (
  { agreementId, name, context }: SandboxAgreement,
  engagements: readonly EngagementRecord[],
  accounts: readonly Account[],
): ShownAgreement => {
  const numbers = new Map(accounts.map((one) => [one.id, summarizeAccount(one).number]));
  return {
    agreementId,
    name,
    context,
    engagements: engagements.map((one) => ({
      person: one.name,
      customerNumber: one.customer_number,
      account: numbers.get(one.account_id) ?? one.account_id,
      rights: [
        ...(one.may_view === 1n ? (["VIEW"] as const) : []),
        ...(one.may_register === 1n ? (["REGISTER"] as const) : []),
        ...(one.may_approve === 1n ? (["APPROVE"] as const) : []),
      ],
    })),
  };
};
