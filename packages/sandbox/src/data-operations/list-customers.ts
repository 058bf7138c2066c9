import { type ApiResponse, linkTo, respondWith, respondWithList, type WorldId } from "@varde/bank";
import { operations } from "@varde/protocol";
import { agreementsOfOwners, type SandboxAgreement } from "./agreement-store.ts";
import { type Customer, listCustomerPage, readCustomerRow } from "./customer-store.ts";
import { type DataOperation, type DataParts, pageRecords, unknownRecord } from "./data-parts.ts";
import { agreementLinks } from "./present-agreement.ts";

interface Included {
  readonly accounts: boolean;
  readonly agreements: boolean;
}

/**
 * END-08, END-09, CUS-12 to CUS-14: lists all customers, seeded ones first. Each page is sent
 * before the next is read, so that memory does not grow with the list.
 */
export const listCustomers: DataOperation = async (context, parts): Promise<ApiResponse> => {
  const included = {
    accounts: isIncluded(context.query.withAccounts),
    agreements: isIncluded(context.query.withAgreements),
  };
  return respondWithList(200, customerPages(parts.worldId, included, parts));
};

const isIncluded = (value: string | undefined): boolean => value?.toLowerCase() !== "false";

async function* customerPages(worldId: WorldId, included: Included, parts: DataParts) {
  for (const isSeeded of [true, false]) {
    for (let after = ""; ; ) {
      const from = after;
      const page = await parts.storage.read(() =>
        listCustomerPage(worldId, isSeeded, from, pageRecords),
      );
      const last = page.at(-1);
      if (last === undefined) break;
      const range = { after: from, last: last.customerId };
      yield await presentPage(worldId, page, range, included, parts);
      after = last.customerId;
    }
  }
}

/** Presents a page of customers with one range query each for accounts and agreements. */
const presentPage = async (
  worldId: WorldId,
  customers: readonly Customer[],
  range: { readonly after: string; readonly last: string },
  included: Included,
  { storage, ledger }: DataParts,
): Promise<readonly object[]> => {
  const accounts = included.accounts ? await ledger.listAccountsByOwner(worldId, range) : [];
  const agreements = included.agreements
    ? await storage.read(() => agreementsOfOwners(worldId, range))
    : [];
  const accountsByOwner = Map.groupBy(accounts, ({ ownerId }) => ownerId);
  const agreementsByOwner = Map.groupBy(agreements, ({ ownerId }) => ownerId);
  return customers.map((customer) => {
    const own = accountsByOwner.get(customer.customerId) ?? [];
    return presentCustomer(customer, {
      agreements: agreementsByOwner.get(customer.customerId) ?? [],
      accounts: own.filter(({ kind }) => kind !== "card").map(({ id }) => id),
      cardAccounts: own.filter(({ kind }) => kind === "card").map(({ id }) => id),
    });
  });
};

/** Presents a customer with its accounts and agreements. */
export const showCustomer = async (
  worldId: WorldId,
  customer: Customer,
  parts: DataParts,
): Promise<object> => {
  const { customerId } = customer;
  const accounts = await parts.ledger.listAccounts(worldId, customerId);
  const range = { after: customerId.slice(0, -1), last: customerId };
  const agreements = await parts.storage.read(() => agreementsOfOwners(worldId, range));
  return presentCustomer(customer, {
    agreements: agreements.filter(({ ownerId }) => ownerId === customerId),
    accounts: accounts.filter(({ kind }) => kind !== "card").map(({ id }) => id),
    cardAccounts: accounts.filter(({ kind }) => kind === "card").map(({ id }) => id),
  });
};

export const readCustomer: DataOperation<"customerId"> = async (context, parts) => {
  const { worldId } = parts;
  const { customerId } = context.received.parameters;
  const customer = await parts.storage.read(() => readCustomerRow(worldId, customerId));
  if (customer === undefined) return unknownRecord("customer");
  return respondWith(200, await showCustomer(worldId, customer, parts));
};

/** Agreements and accounts of a customer; a list that was not requested is empty. */
export interface Belongings {
  readonly agreements: readonly SandboxAgreement[];
  readonly accounts: readonly string[];
  readonly cardAccounts: readonly string[];
}

/** CUS-01 to CUS-07: presents a customer in responses that list, read or create it. */
const presentCustomer = (customer: Customer, has: Belongings): object => ({
  customerId: customer.customerId,
  customerNumber: customer.customerNumber,
  customerType: customer.customerType,
  customerName: customer.name,
  agreements: has.agreements.map((agreement) => ({
    id: agreement.agreementId,
    name: agreement.name,
    engagements: agreement.engagementIds,
    _links: agreementLinks(agreement),
  })),
  accounts: has.accounts,
  cardAccounts: has.cardAccounts,
  _links: {
    self: linkTo([operations.readCustomer, operations.deleteCustomer], {
      customerId: customer.customerId,
    }),
  },
});
