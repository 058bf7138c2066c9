import assert from "node:assert/strict";
import type {
  CoreAccount,
  CoreDays,
  CorePage,
  CorePlace,
  CoreTransaction,
} from "../../ports/core-bank.ts";
import { portResults } from "../../ports/guard/port-results.ts";
import { assertEqual, assertShape, type ContractRule, numberRules } from "../contract.ts";
import { unknownAccountId } from "./account-rules.ts";
import type { CoreBankTrial } from "./core-bank-trial.ts";

const pageSize = 4;
/** More than two pages, so that one of them is in the middle. */
const transactionsMin = 10;
const newestMax = 50;

/** Returns the rules for booked transactions and their pages. */
export const transactionRules = (trial: CoreBankTrial): readonly ContractRule[] =>
  numberRules("TRANSACTIONS", [
    ["books a payment once on each account, with its id", () => booksOnce(trial)],
    ["books what the booked balance changes by", () => booksBalance(trial)],
    ["returns each transaction on one page, newest first", () => pagesAreComplete(trial)],
    ["returns the same rows before a key, at an offset and at the end", () => pagesAgree(trial)],
    ["keeps pages where they are while more is booked", () => pagesAreStable(trial)],
    ["includes the first and the last day of a range", () => includesDays(trial)],
    ["reads a transaction as it was listed", () => readsListed(trial)],
  ]);

const firstPage: CorePlace = { at: "offset", offset: 0 };

const list = async (
  { coreBank, worldId }: CoreBankTrial,
  { accountId }: CoreAccount,
  page: CorePage,
): Promise<readonly CoreTransaction[]> => {
  const rows = await coreBank.listTransactions(worldId, accountId, page);
  assertShape(portResults.coreBank.listTransactions, rows, [worldId, accountId, page]);
  return rows;
};

/** Returns the transactions that an action has booked, among the newest. */
const listBooked = async (
  trial: CoreBankTrial,
  account: CoreAccount,
  action: () => Promise<unknown>,
): Promise<readonly CoreTransaction[]> => {
  const page: CorePage = { from: "2000-01-01", place: firstPage, limit: newestMax };
  const known = new Set((await list(trial, account, page)).map((one) => one.transactionId));
  await action();
  return (await list(trial, account, page)).filter((one) => !known.has(one.transactionId));
};

const transactionAt = (rows: readonly CoreTransaction[], at: number): CoreTransaction => {
  const row = rows.at(at);
  assert(row !== undefined, `only ${rows.length} transactions are listed`);
  return row;
};

const booksOnce = async (trial: CoreBankTrial): Promise<void> => {
  const parties = await trial.findParties();
  const change = { remittance: ["invoice 17"], endToEndId: "e2e-17" };
  let id = "";
  let received: readonly CoreTransaction[] = [];
  const paid = await listBooked(trial, parties.debtor, async () => {
    received = await listBooked(trial, parties.creditor, async () => {
      id = (await trial.pay(parties, change)).instructionId;
    });
  });
  const amounts = (rows: readonly CoreTransaction[]) => rows.map((row) => row.amountMinor);
  assertEqual(amounts(paid), [-100n], "bookings on the debtor account");
  assertEqual(amounts(received), [100n], "bookings on the creditor account");
  const { bankReferences, remittance, endToEndId } = transactionAt(paid, 0);
  assertEqual(bankReferences[0], id, "first reference of the bank");
  assertEqual(remittance, change.remittance, "remittance information");
  assertEqual(endToEndId, change.endToEndId, "end-to-end id");
};

const booksBalance = async (trial: CoreBankTrial): Promise<void> => {
  const parties = await trial.findParties();
  let booked: readonly CoreTransaction[] = [];
  const moved = await trial.measure(parties, async () => {
    booked = await listBooked(trial, parties.debtor, async () => {
      await trial.pay(parties, { agreedFeeMinor: 7n });
      await trial.pay(parties, { amountMinor: 33n });
    });
  });
  const sum = booked.reduce((total, { amountMinor }) => total + amountMinor, 0n);
  assertEqual(sum, moved.debtor, "sum of the transactions booked");
};

interface Listing {
  readonly account: CoreAccount;
  readonly days: CoreDays;
  readonly rows: readonly CoreTransaction[];
}

/** Lists the newest transactions page by page, starting at the day of the tenth newest. */
const listPages = async (trial: CoreBankTrial): Promise<Listing> => {
  const parties = await trial.findParties();
  const { debtor: account } = parties;
  const all: CorePage = { from: "2000-01-01", place: firstPage, limit: transactionsMin };
  let newest = await list(trial, account, all);
  while (newest.length < transactionsMin) {
    await trial.pay(parties, { amountMinor: 1n });
    const listed = await list(trial, account, all);
    assert(listed.length > newest.length, "a payment was settled but is not listed");
    newest = listed;
  }
  const days = { from: transactionAt(newest, -1).bookingDate };
  return { account, days, rows: await walk(trial, account, { ...days, place: firstPage }) };
};

/** Lists from a place to the end, one page after the other. */
const walk = async (
  trial: CoreBankTrial,
  account: CoreAccount,
  start: Omit<CorePage, "limit">,
): Promise<readonly CoreTransaction[]> => {
  const rows: CoreTransaction[] = [];
  const ids = new Set<string>();
  let { place } = start;
  for (;;) {
    const page = await list(trial, account, { ...start, place, limit: pageSize });
    for (const row of page) {
      assert(!ids.has(row.transactionId), `transaction ${row.transactionId} is on two pages`);
      ids.add(row.transactionId);
      rows.push(row);
    }
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return rows;
    place = { at: "after", key: last };
  }
};

const idsOf = (rows: readonly CoreTransaction[]): readonly string[] =>
  rows.map(({ transactionId }) => transactionId);

const pagesAreComplete = async (trial: CoreBankTrial): Promise<void> => {
  const { account, days, rows } = await listPages(trial);
  const { coreBank, worldId } = trial;
  const count = await coreBank.countTransactions(worldId, account.accountId, days);
  assertEqual(rows.length, count, "transactions on all pages, compared with their count");
  const dates = rows.map(({ bookingDate }) => bookingDate);
  assertEqual(dates, dates.toSorted().toReversed(), "booking dates");
};

const pagesAgree = async (trial: CoreBankTrial): Promise<void> => {
  const { account, days, rows } = await listPages(trial);
  const ids = idsOf(rows);
  const page = async (place: CorePlace) =>
    idsOf(await list(trial, account, { ...days, place, limit: pageSize }));
  const middle = pageSize + 1;
  const key = transactionAt(rows, middle);
  const before = ids.slice(middle - pageSize, middle);
  assertEqual(await page({ at: "before", key }), before, "page before a key");
  const after = ids.slice(middle + 1, middle + 1 + pageSize);
  assertEqual(await page({ at: "after", key }), after, "page after a key");
  const atOffset = await page({ at: "offset", offset: middle });
  assertEqual(atOffset, ids.slice(middle, middle + pageSize), "page at an offset");
  assertEqual(await page({ at: "end" }), ids.slice(-pageSize), "last page");
};

const pagesAreStable = async (trial: CoreBankTrial): Promise<void> => {
  const { account, days, rows } = await listPages(trial);
  const parties = await trial.findParties();
  const key = transactionAt(rows, pageSize - 1);
  const booked = await listBooked(trial, account, async () => {
    for (let count = 0; count < 3; count += 1) await trial.pay(parties, { amountMinor: 1n });
  });
  const rest = await walk(trial, account, { ...days, place: { at: "after", key } });
  const fresh = new Set(idsOf(booked));
  assertEqual(
    idsOf(rest).filter((id) => !fresh.has(id)),
    idsOf(rows.slice(pageSize)),
    "transactions after a key, without those booked since",
  );
};

const includesDays = async (trial: CoreBankTrial): Promise<void> => {
  const { account, rows } = await listPages(trial);
  const { bookingDate: day } = transactionAt(rows, 0);
  const { coreBank, worldId } = trial;
  for (const [days, isIncluded] of [
    [{ from: day, to: day }, true],
    [{ from: nextDay(day) }, false],
    [{ from: "2000-01-01", to: nextDay(day, -1) }, false],
  ] as const) {
    const count = await coreBank.countTransactions(worldId, account.accountId, days);
    const listed = await list(trial, account, { ...days, place: firstPage, limit: newestMax });
    const range = `${days.from} to ${"to" in days ? days.to : "today"}`;
    const isListed = listed.some(({ bookingDate }) => bookingDate === day);
    assertEqual(isListed, isIncluded, `transactions of ${day} in the range ${range}`);
    assertEqual(listed.length, Math.min(count, newestMax), `count of ${range}`);
  }
};

const dayMs = 86_400_000;

const nextDay = (day: string, by = 1): string =>
  new Date(Date.parse(day) + by * dayMs).toISOString().slice(0, 10);

const readsListed = async (trial: CoreBankTrial): Promise<void> => {
  const { account, rows } = await listPages(trial);
  const { coreBank, worldId } = trial;
  const read = async (transactionId: string) => {
    const row = await coreBank.readTransaction(worldId, account.accountId, transactionId);
    const given = [worldId, account.accountId, transactionId];
    assertShape(portResults.coreBank.readTransaction, row, given);
    return row;
  };
  for (const row of rows.slice(0, pageSize)) {
    assertEqual(await read(row.transactionId), row, `transaction ${row.transactionId}`);
  }
  assertEqual(await read(unknownAccountId), undefined, "unknown transaction");
};
