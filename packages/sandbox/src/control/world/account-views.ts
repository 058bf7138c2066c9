import { osloDay, type WorldId } from "@varde/bank";
import {
  type Account,
  type BookedTransaction,
  isLedgerRefusal,
  type TransactionKey,
} from "@varde/ledger";
import {
  type BodyOfControl,
  type ControlOperations,
  type ControlResponse,
  type Currency,
  formatAmount,
  isInvalid,
  parseLooseAmount,
} from "@varde/protocol";
import { addMinor, knownMinor } from "@varde/protocol/money";
import { ControlRefused } from "../../control-refused.ts";
import { readCustomerRow } from "../../data-operations/customer-store.ts";
import type { ControlledSandbox } from "./controlled-sandbox.ts";
import { findAccount } from "./find-account.ts";

type AccountSummary = ControlResponse<"readCustomer">["accounts"][number];
type Listed = ControlResponse<"listAccountTransactions">;
type ListedTransaction = Listed["transactions"][number];

/** The page of transactions to list. */
export interface TransactionQuery {
  readonly limit: number;
  readonly after?: string | undefined;
  readonly to?: string | undefined;
  readonly text?: string | undefined;
}

const plottedDaysMax = 400;
const searchedPerRead = 500;
/** Bounds the time of one request that searches an account with a million transactions. */
const searchedMax = 5_000;

/** Shows the accounts of a world with their transactions, and books transactions. */
export const accountViews = (sandbox: ControlledSandbox, worldId: WorldId) => {
  const { ledger, storage, clock } = sandbox;
  return {
    read: async (named: string): Promise<ControlResponse<"readAccount">> => {
      const account = await findAccount(sandbox, worldId, named);
      const owner = await storage.read(() => readCustomerRow(worldId, account.ownerId));
      const days = await ledger.listDailyBalances(worldId, account.id, plottedDaysMax);
      return {
        ...summarizeAccount(account),
        ...(account.iban !== null && { iban: account.iban }),
        creditLine: format(account.creditLineMinor, account),
        reserved: format(account.reservedMinor, account),
        ownerId: account.ownerId,
        owner: owner?.name ?? account.ownerId,
        transactions: await ledger.countTransactions(worldId, account.id, {}),
        balances: days.map(({ day, bookedMinor }) => ({
          day,
          booked: format(bookedMinor, account),
        })),
      };
    },
    listTransactions: async (named: string, query: TransactionQuery): Promise<Listed> => {
      const account = await findAccount(sandbox, worldId, named);
      const read = (limit: number, after: TransactionKey | undefined) =>
        ledger.listTransactions(worldId, account.id, {
          limit,
          ...(query.to !== undefined && { to: query.to }),
          ...(after !== undefined && { after }),
        });
      return query.text === undefined || query.text.trim() === ""
        ? listPage(query, read)
        : searchPage(query, query.text, read);
    },
    book: async (
      named: string,
      { amount, party, text }: BodyOfControl<ControlOperations["bookTransaction"]>,
    ): Promise<ControlResponse<"bookTransaction">> => {
      const account = await findAccount(sandbox, worldId, named);
      const amountMinor = parseLooseAmount(amount, account.currency as Currency);
      if (isInvalid(amountMinor)) throw new ControlRefused(`amount ${amountMinor.reason}`);
      const now = await clock.now(worldId);
      const texts = {
        ...(party !== undefined && { [amountMinor < 0n ? "creditor" : "debtor"]: { name: party } }),
        ...(text !== undefined && { remittanceUnstructured: [text] }),
      };
      const [bookingDate, valueDate] = [osloDay(now), osloDay(now)];
      const transaction = { bookingDate, valueDate, amountMinor, texts };
      const posted = await ledger.postTransactions(
        { worldId, accountId: account.id, transactions: [transaction], balance: "moved" },
        BigInt(now),
      );
      if (isLedgerRefusal(posted)) throw new ControlRefused(posted.text);
      const { booked } = summarizeAccount(await findAccount(sandbox, worldId, account.id));
      return { transactionId: posted[0] as string, booked };
    },
  };
};

type ReadTransactions = (
  limit: number,
  after: TransactionKey | undefined,
) => Promise<readonly BookedTransaction[]>;

const listPage = async (
  { limit, after }: TransactionQuery,
  read: ReadTransactions,
): Promise<Listed> => {
  // Reads one more than is shown, to know whether there are more.
  const found = await read(limit + 1, parseKey(after));
  const shown = found.slice(0, limit);
  return { transactions: shown.map(present), ...(found.length > limit && nextPage(shown.at(-1))) };
};

/** Reads transactions until enough of them match, or as many as one request may read. */
const searchPage = async (
  { limit, after }: TransactionQuery,
  text: string,
  read: ReadTransactions,
): Promise<Listed> => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const transactions: ListedTransaction[] = [];
  let key = parseKey(after);
  for (let searched = 0; searched < searchedMax; searched += searchedPerRead) {
    const page = await read(searchedPerRead, key);
    for (const transaction of page) {
      const shown = present(transaction);
      if (!words.every((word) => searchText(shown).includes(word))) continue;
      transactions.push(shown);
      if (transactions.length === limit) return { transactions, ...nextPage(transaction) };
    }
    const last = page.at(-1);
    if (page.length < searchedPerRead || last === undefined) return { transactions };
    key = last;
  }
  return {
    transactions,
    ...nextPage(key),
    ...(key !== undefined && { searchedTo: key.bookingDate }),
  };
};

const nextPage = (last: TransactionKey | undefined): Pick<Listed, "next"> =>
  last === undefined ? {} : { next: `${last.bookingDate}_${last.id}` };

const parseKey = (text: string | undefined): TransactionKey | undefined => {
  if (text === undefined) return undefined;
  const [, bookingDate, id] = /^(\d{4}-\d{2}-\d{2})_(.+)$/s.exec(text) ?? [];
  if (bookingDate !== undefined && id !== undefined) return { bookingDate, id };
  throw new ControlRefused("after must be the value of next of the page before");
};

const searchText = (transaction: ListedTransaction): string => {
  const { party = "", text = "", amount, transactionId, paymentId = "" } = transaction;
  return `${party} ${text} ${amount} ${transactionId} ${paymentId}`.toLowerCase();
};

const present = (transaction: BookedTransaction): ListedTransaction => {
  const { texts, currency } = transaction;
  const other = transaction.amountMinor < 0n ? texts.creditor : texts.debtor;
  const party = other?.name ?? other?.bban ?? other?.iban;
  const structured = texts.remittanceStructured?.map(({ reference }) => reference);
  const words = [...(texts.remittanceUnstructured ?? []), ...(structured ?? [])].join(" ");
  return {
    transactionId: transaction.id,
    bookingDate: transaction.bookingDate,
    amount: formatAmount(transaction.amountMinor, currency as Currency),
    currency,
    kind: transaction.kind,
    ...(party !== undefined && { party }),
    ...(words !== "" && { text: words }),
    ...(transaction.instructionId !== null && { paymentId: transaction.instructionId }),
  };
};

export const summarizeAccount = (account: Account): AccountSummary => ({
  accountId: account.id,
  name: account.name,
  number: account.bban ?? account.iban ?? account.attributes.maskedPan ?? account.id,
  kind: account.kind,
  currency: account.currency,
  booked: format(account.bookedMinor, account),
  available: format(
    knownMinor(addMinor(account.bookedMinor, -account.reservedMinor, account.creditLineMinor)),
    account,
  ),
});

const format = (minor: bigint, { currency }: Account): string =>
  formatAmount(minor, currency as Currency);
