import assert from "node:assert/strict";
import { listSeededAccounts } from "../data-set/list-seeded-accounts.ts";

interface AccountName {
  readonly accountId: string;
  /** Whose account it is. */
  readonly name: string;
  /** Absent on a card. */
  readonly bban?: string;
}

const names: readonly AccountName[] = listSeededAccounts().map(
  ({ owner, accountId, bban, kind }) =>
    kind === "card" ? { accountId, name: owner.name } : { accountId, name: owner.name, bban },
);
const namesById = new Map(names.map((name) => [name.accountId, name]));
const namesByBban = new Map(names.map((name) => [name.bban, name]));

/** How the accounts of the data set are named on each other's statements. */
export const accountNames = {
  byId: (accountId: string): AccountName => {
    const name = namesById.get(accountId);
    assert(name !== undefined, `The data set has no account ${accountId}.`);
    return name;
  },
  byBban: (bban: string | undefined): AccountName | undefined =>
    bban === undefined ? undefined : namesByBban.get(bban),
};
