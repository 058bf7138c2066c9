import { type Answer, answerWith, answerWithList } from "@varde/bank";
import { agreementsOfOwners } from "./agreement-store.ts";
import { type Customer, listCustomerPage, readCustomerRow } from "./customer-store.ts";
import { type DataOperation, type DataParts, pageRecords } from "./data-parts.ts";
import { presentCustomer } from "./present-customer.ts";
import { unknownRecord } from "./unknown-record.ts";

interface Wanted {
  readonly accounts: boolean;
  readonly agreements: boolean;
}

/**
 * END-08, END-09, CUS-12 to CUS-14: all customers, the seeded ones first. A page is read, written
 * and forgotten before the next, so that the length of the list costs no memory.
 */
export const listCustomers: DataOperation = async (context, parts): Promise<Answer> => {
  const wanted = {
    accounts: isWanted(context.query.withAccounts),
    agreements: isWanted(context.query.withAgreements),
  };
  return answerWithList(200, customerPages(context.tpp.worldId, wanted, parts));
};

const isWanted = (value: string | undefined): boolean => value?.toLowerCase() !== "false";

async function* customerPages(worldId: string, wanted: Wanted, parts: DataParts) {
  for (const isSeeded of [true, false]) {
    for (let after = ""; ; ) {
      const from = after;
      const page = await parts.storage.read(() =>
        listCustomerPage(worldId, isSeeded, from, pageRecords),
      );
      const last = page.at(-1);
      if (last === undefined) break;
      const range = { after: from, last: last.customerId };
      yield await presentPage(worldId, page, range, wanted, parts);
      after = last.customerId;
    }
  }
}

/** One question for each kind of belonging of a whole page: the ids in between are a range. */
const presentPage = async (
  worldId: string,
  customers: readonly Customer[],
  range: { readonly after: string; readonly last: string },
  wanted: Wanted,
  { storage, ledger }: DataParts,
): Promise<readonly object[]> => {
  const accounts = wanted.accounts ? await ledger.listAccountsOfOwners(worldId, range) : [];
  const agreements = wanted.agreements
    ? await storage.read(() => agreementsOfOwners(worldId, range))
    : [];
  const accountsOf = Map.groupBy(accounts, ({ ownerId }) => ownerId);
  const agreementsOf = Map.groupBy(agreements, ({ ownerId }) => ownerId);
  return customers.map((customer) => {
    const own = accountsOf.get(customer.customerId) ?? [];
    return presentCustomer(customer, {
      agreements: agreementsOf.get(customer.customerId) ?? [],
      accounts: own.filter(({ kind }) => kind !== "card").map(({ id }) => id),
      cardAccounts: own.filter(({ kind }) => kind === "card").map(({ id }) => id),
    });
  });
};

/** A customer with everything it has. */
export const showCustomer = async (
  worldId: string,
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

export const readCustomer: DataOperation = async (context, parts) => {
  const { worldId } = context.tpp;
  const { customerId = "" } = context.received.parameters;
  const customer = await parts.storage.read(() => readCustomerRow(worldId, customerId));
  if (customer === undefined) return unknownRecord("customer");
  return answerWith(200, await showCustomer(worldId, customer, parts));
};
