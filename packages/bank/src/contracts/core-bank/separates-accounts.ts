import assert from "node:assert/strict";
import type {
  CoreAccount,
  CoreDays,
  CorePage,
  CorePlace,
  CoreTransaction,
} from "../../ports/core-bank.ts";
import { portResults } from "../../ports/guard/port-results.ts";
import type { AccountId } from "../../ports/ids.ts";
import { assertEqual, assertShape } from "../contract.ts";
import type { CoreBankTrial } from "./core-bank-trial.ts";

/** How often the same calls run at the same time. */
const concurrentRounds = 4;
const pageSize = 50;
/** The range of days starts with this transaction, counted from the newest. */
const oldestAt = 10;

/** Runs calls for several accounts at the same time, and compares them with one at a time. */
const compareConcurrently = async <Value>(
  subject: string,
  accountIds: readonly AccountId[],
  read: (accountId: AccountId) => Promise<Value>,
): Promise<void> => {
  const alone = new Map<AccountId, Value>();
  for (const accountId of accountIds) alone.set(accountId, await read(accountId));
  const calls = Array.from({ length: concurrentRounds }, () => accountIds).flat();
  const values = await Promise.all(calls.map(read));
  for (const [at, accountId] of calls.entries()) {
    assertEqual(values[at], alone.get(accountId), `${subject} of ${accountId}, read concurrently`);
  }
};

/** ACCOUNTS-6: accounts, balances and funds are those of the account that was asked for. */
export const separatesAccounts = async (trial: CoreBankTrial): Promise<void> => {
  const { coreBank, worldId } = trial;
  const parties = Object.values(await trial.findParties());
  for (const { accountId, currency } of parties) {
    const given = [worldId, accountId];
    const balances = await coreBank.readBalances(worldId, accountId);
    assertShape(portResults.coreBank.readBalances, balances, given);
    const availableMinor = balances?.availableMinor ?? 0n;
    const hasFunds = (amountMinor: bigint) =>
      coreBank.hasFunds(worldId, accountId, amountMinor, currency);
    const funds = [await hasFunds(availableMinor), await hasFunds(availableMinor + 1n)];
    assertEqual(funds, [true, false], `funds of ${accountId} for its available balance, and more`);
  }
  const ids = parties.map(({ accountId }) => accountId);
  await compareConcurrently("balances", ids, (accountId) =>
    coreBank.readBalances(worldId, accountId),
  );
  await compareConcurrently("account", ids, async (accountId) => {
    const [account] = await coreBank.listAccounts(worldId, [accountId]);
    assertEqual(account?.accountId, accountId, "account that is listed");
    return account;
  });
};

/** TRANSACTIONS-8: no transaction of one account is listed, counted or read for another. */
export const separatesTransactions = async (trial: CoreBankTrial): Promise<void> => {
  const parties = await trial.findParties();
  await trial.pay(parties, { amountMinor: 1n });
  const more = (await trial.listMoreAccounts?.()) ?? [];
  const ids = [...new Set([parties.debtor, parties.creditor].map(accountId).concat(more))];
  const listed = new Map<AccountId, readonly CoreTransaction[]>();
  for (const id of ids) listed.set(id, await listEverywhere(trial, id));
  for (const [one, rows] of listed) {
    for (const [other, otherRows] of listed) {
      if (one !== other) await compareAccounts(trial, [one, rows], [other, otherRows]);
    }
    await comparesCount(trial, one, rows);
  }
  await compareConcurrently("transactions", ids, (id) => list(trial, id, firstPage));
};

const accountId = (account: CoreAccount): AccountId => account.accountId;
const always: CoreDays = { from: "2000-01-01" };
const firstPage: CorePlace = { at: "offset", offset: 0 };

const list = async (
  { coreBank, worldId }: CoreBankTrial,
  id: AccountId,
  place: CorePlace,
  days = always,
): Promise<readonly CoreTransaction[]> => {
  const page: CorePage = { ...days, place, limit: pageSize };
  const rows = await coreBank.listTransactions(worldId, id, page);
  assertShape(portResults.coreBank.listTransactions, rows, [worldId, id, page]);
  return rows;
};

/** Returns the rows of an account at every kind of place, the first page first. */
const listEverywhere = async (
  trial: CoreBankTrial,
  id: AccountId,
): Promise<readonly CoreTransaction[]> => {
  const first = await list(trial, id, firstPage);
  const [newest, oldest] = [first[0], first.at(-1)];
  if (newest === undefined || oldest === undefined) return first;
  const places: readonly CorePlace[] = [
    { at: "after", key: newest },
    { at: "before", key: oldest },
    { at: "end" },
  ];
  const rows = [...first];
  for (const place of places) rows.push(...(await list(trial, id, place)));
  return rows;
};

type OfAccount = readonly [AccountId, readonly CoreTransaction[]];

/** Both sides of a payment may have one id, but then their amounts are opposite. */
const isSame = (one: CoreTransaction, other: CoreTransaction): boolean =>
  one.transactionId === other.transactionId && one.amountMinor === other.amountMinor;

const compareAccounts = async (
  { coreBank, worldId }: CoreBankTrial,
  [one, rows]: OfAccount,
  [other, otherRows]: OfAccount,
): Promise<void> => {
  const shared = rows.find((row) => otherRows.some((otherRow) => isSame(row, otherRow)));
  assert(
    shared === undefined,
    `transaction ${shared?.transactionId} is listed for the accounts ${one} and ${other}`,
  );
  const [newest] = otherRows;
  if (newest === undefined) return;
  const { transactionId } = newest;
  const read = await coreBank.readTransaction(worldId, one, transactionId);
  assertShape(portResults.coreBank.readTransaction, read, [worldId, one, transactionId]);
  assert(
    read === undefined || !isSame(read, newest),
    `transaction ${transactionId} of account ${other} is read for account ${one}`,
  );
};

const comparesCount = async (
  trial: CoreBankTrial,
  id: AccountId,
  rows: readonly CoreTransaction[],
): Promise<void> => {
  const oldest = rows[Math.min(oldestAt, rows.length) - 1];
  const days = oldest === undefined ? always : { from: oldest.bookingDate };
  const inRange = await list(trial, id, firstPage, days);
  if (inRange.length === pageSize) return;
  const count = await trial.coreBank.countTransactions(trial.worldId, id, days);
  assert(
    count === inRange.length,
    `countTransactions of ${id} returned ${count}, but ${inRange.length} are listed`,
  );
};
