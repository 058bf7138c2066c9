import {
  type AccountId,
  bigInteger,
  flag,
  json,
  named,
  nullable,
  type RecordOf,
  run,
  type Storage,
  sql,
  table,
  text,
  type Unit,
  type WorldId,
} from "@varde/storage";
import { minor } from "../money/minor-columns.ts";

/** The kinds of customer accounts. The bank's own accounts are in internal-account.ts. */
export const accountKinds = ["current", "savings", "tax", "card", "loan"] as const;
export type AccountKind = (typeof accountKinds)[number];

const termsColumns = {
  worldId: text<WorldId>(),
  id: text<AccountId>(),
  /** The id of the customer, which has no meaning to the ledger. */
  ownerId: text(),
  kind: text<AccountKind>(),
  bban: nullable(text()),
  iban: nullable(text()),
  bic: nullable(text()),
  currency: text(),
  name: text(),
  product: text(),
  cashAccountType: text(),
  /** Stored and returned unchanged, for example the masked number of a card. */
  attributes: json<Readonly<Record<string, string>>>(),
  creditLineMinor: minor,
  /** Whether payments may be made from it. */
  isPayable: named("payable", flag),
  openedAt: bigInteger,
  closedAt: nullable(bigInteger),
};

export const termsTable = table("ledger_account", termsColumns);

/** A customer's account without its balances. Amounts are minor units of its currency. */
export interface AccountTerms extends RecordOf<typeof termsTable> {}

export const accountTable = table("ledger_account", {
  ...termsColumns,
  bookedMinor: minor,
  reservedMinor: minor,
  /** The time of the last change of a balance. */
  changedAt: bigInteger,
});

/** The columns that balances are computed from. */
export const balanceColumns = accountTable.pick(
  "id",
  "currency",
  "bookedMinor",
  "reservedMinor",
  "creditLineMinor",
  "changedAt",
);

/** An account with its balances, which change with every payment. */
export interface Account extends RecordOf<typeof accountTable> {}

/** Reads one account, open or closed. */
export function readAccount(
  storage: Storage,
  worldId: WorldId,
  accountId: AccountId,
): Promise<Account | undefined> {
  return storage.read(() => accountById(worldId, accountId));
}

export const accountById = (worldId: WorldId, accountId: AccountId): Unit<Account | undefined> =>
  accountTable.one(
    sql`select * from ledger_account where world_id = ${worldId} and id = ${accountId}`,
  );

/** Gives an account another name. */
export const renameAccount = async (
  storage: Storage,
  worldId: WorldId,
  accountId: AccountId,
  name: string,
): Promise<void> => {
  const renaming = sql`update ledger_account set name = ${name}
    where world_id = ${worldId} and id = ${accountId}`;
  await storage.write(() => run(renaming));
};
