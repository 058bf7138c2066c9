import assert from "node:assert/strict";
import { osloDay } from "../../calendar/oslo.ts";
import type {
  CoreAccount,
  CoreDays,
  CorePage,
  CorePlace,
  CoreTransaction,
} from "../../ports/core-bank.ts";
import { portResults } from "../../ports/guard/port-results.ts";
import { assertEqual, assertShape } from "../contract.ts";
import { unknownAccountId } from "./account-rules.ts";
import type { CoreBankSection, CoreBankTrial } from "./core-bank-trial.ts";
import { separatesTransactions } from "./separates-accounts.ts";

const pageSize = 4;
/** More than two pages, so that one of them is in the middle. */
const [transactionsMin, newestMax] = [10, 50];

/** Booked transactions and their pages. */
export const transactionRules: CoreBankSection = {
  name: "TRANSACTIONS",
  title: "Transactions",
  rules: [
    {
      statement: "books a payment once on each account, with its id",
      text:
        "A settled payment without a fee is one transaction of -amountMinor on the debtor's " +
        "account and, if the payee's account is yours, one of amountMinor there. The first of " +
        "the debtor's bankReferences is the instructionId; remittance and endToEndId are those " +
        "of the instruction.",
      about: ["listTransactions", "submitAll"],
      needs: ["PAYMENTS-1"],
      check: (trial) => booksOnce(trial),
    },
    {
      statement: "books what the booked balance changes by",
      text:
        "The transactions that are booked add up to the change of bookedMinor, so a fee is " +
        "listed too: as a transaction of its own, best with the instructionId as the first of " +
        "its bankReferences, or within that of the payment.",
      about: ["listTransactions", "readBalances"],
      needs: ["PAYMENTS-2"],
      check: (trial) => booksBalance(trial),
    },
    {
      statement: "returns each transaction on one page, newest first",
      text:
        "When pages are read one after the other, each with the last transaction of the one " +
        "before as its key, every transaction is on exactly one of them. There are as many as " +
        "countTransactions returns. Booking dates never rise from one row to the next; " +
        "transactions of one date have any order that does not change.",
      about: ["listTransactions", "countTransactions"],
      needs: ["PAYMENTS-1"],
      check: (trial) => pagesAreComplete(trial),
    },
    {
      statement: "returns the same rows before a key, at an offset and at the end",
      text:
        "All places are in one list, newest first. after starts with the row below the key, " +
        "before ends with the row above it, offset leaves out that many of the newest rows, and " +
        "end has the oldest ones. Each has up to limit rows, the newest of them first.",
      about: ["listTransactions"],
      needs: ["TRANSACTIONS-3"],
      check: (trial) => pagesAgree(trial),
    },
    {
      statement: "keeps pages where they are while more is booked",
      text: "A page after a key starts below it, even if more was booked since the key was read.",
      about: ["listTransactions"],
      needs: ["TRANSACTIONS-3"],
      check: (trial) => pagesAreStable(trial),
    },
    {
      statement: "includes the first and the last day of a range",
      text:
        "from and to are booking dates, both included. Without to the range has no end. " +
        "countTransactions counts what is listed in the same range.",
      about: ["listTransactions", "countTransactions"],
      needs: ["TRANSACTIONS-3"],
      check: (trial) => includesDays(trial),
    },
    {
      statement: "reads a transaction as it was listed",
      text:
        "A transaction is read with every field as it was listed. An unknown transactionId is " +
        "200 without a transaction.",
      about: ["readTransaction"],
      needs: ["TRANSACTIONS-3"],
      check: (trial) => readsListed(trial),
    },
    {
      statement: "lists, counts and reads transactions of the requested account only",
      text:
        "Transactions are those of the requested account, at every place of the list, in counts " +
        "and when one is read, also when calls for several accounts run at the same time. A " +
        "transactionId of another account is 200 without a transaction. A transaction may name " +
        "its account in accountId; Varde refuses a response with a transaction of another " +
        "account than it asked for.",
      about: ["listTransactions", "countTransactions", "readTransaction"],
      needs: ["TRANSACTIONS-3"],
      check: (trial) => separatesTransactions(trial),
    },
  ],
};

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

/** Returns the transactions that an action has booked. Those of one date have any order. */
const listBooked = async (
  trial: CoreBankTrial,
  account: CoreAccount,
  action: () => Promise<unknown>,
): Promise<readonly CoreTransaction[]> => {
  const start = { from: osloDay(await trial.now()), place: firstPage };
  const known = new Set(idsOf(await walk(trial, account, start, newestMax)));
  await action();
  const rows = await walk(trial, account, start, newestMax);
  return rows.filter((one) => !known.has(one.transactionId));
};

const transactionAt = (rows: readonly CoreTransaction[], at: number): CoreTransaction => {
  const row = rows.at(at);
  assert(row !== undefined, `the list has only ${rows.length} of the transactions`);
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
  limit = pageSize,
): Promise<readonly CoreTransaction[]> => {
  const rows: CoreTransaction[] = [];
  const ids = new Set<string>();
  let { place } = start;
  for (;;) {
    const page = await list(trial, account, { ...start, place, limit });
    for (const row of page) {
      assert(!ids.has(row.transactionId), `transaction ${row.transactionId} is on two pages`);
      ids.add(row.transactionId);
      rows.push(row);
    }
    const last = page.at(-1);
    if (last === undefined || page.length < limit) return rows;
    place = { at: "after", key: last };
  }
};

const idsOf = (rows: readonly CoreTransaction[]): readonly string[] =>
  rows.map(({ transactionId }) => transactionId);

const pagesAreComplete = async (trial: CoreBankTrial): Promise<void> => {
  const { account, days, rows } = await listPages(trial);
  const { coreBank, worldId } = trial;
  const count = await coreBank.countTransactions(worldId, account.accountId, days);
  assert(
    count === rows.length,
    `countTransactions returned ${count}, but the pages have ${rows.length} transactions`,
  );
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
    assert(
      Math.min(count, newestMax) === listed.length,
      `countTransactions of ${range} returned ${count}, but ${listed.length} are listed`,
    );
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
