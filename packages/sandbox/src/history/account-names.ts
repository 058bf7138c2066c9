import assert from "node:assert/strict";
import type { AccountId } from "@varde/bank";
import { listSeededAccounts } from "../data-set/list-seeded-accounts.ts";

interface AccountName {
  readonly accountId: AccountId;
  /** Name of the owner. */
  readonly name: string;
  /** Account number; a card has none. */
  readonly bban?: string;
}

const names: readonly AccountName[] = listSeededAccounts().map(
  ({ owner, accountId, bban, kind }) =>
    kind === "card" ? { accountId, name: owner.name } : { accountId, name: owner.name, bban },
);
const namesById = new Map(names.map((name) => [name.accountId, name]));
const namesByBban = new Map(names.map((name) => [name.bban, name]));

/** Names of the data set's accounts, as shown on each other's statements. */
export const accountNames = {
  byId: (accountId: AccountId): AccountName => {
    const name = namesById.get(accountId);
    assert(name !== undefined, `The data set has no account ${accountId}.`);
    return name;
  },
  byBban: (bban: string | undefined): AccountName | undefined =>
    bban === undefined ? undefined : namesByBban.get(bban),
};
