import { type BookingStatus, bookingStatuses, type Transaction } from "@varde/protocol";
import { createSandboxClient, type Listed, type ListingQuery } from "@varde/tpp";
import {
  type Command,
  CommandFailed,
  type Invocation,
  UsageError,
  unknownWord,
} from "../../command.ts";
import { type OpenTpp, openTpp } from "../../identity/open-tpp.ts";
import { nextCommand, psuOptions } from "../../options.ts";
import { type ActingPsu, openPsu } from "../../sca/open-psu.ts";

const shownDefault = 25;

export const transactions: Command = {
  usage: ["transactions [ACCOUNT] [OPTIONS]"],
  about: [
    "Lists the transactions of an account, newest first. ACCOUNT is an id, an account number or " +
      "an IBAN. Default: the first account that the PSU has shared. If consent is missing, the " +
      "bank asks the PSU for it. To list the accounts:\n  varde accounts",
  ],
  options: {
    from: { value: "DATE", about: "The first day. Default: 90 days ago." },
    to: { value: "DATE", about: "The last day. Default: today." },
    status: { value: "STATUS", about: "booked (default), pending or both." },
    max: { value: "COUNT", about: `The maximum number, or all. Default: ${shownDefault}.` },
    absent: { about: "Read without the PSU: 4 times a day, 90 days back." },
    ...psuOptions,
  },
  examples: [
    { line: "varde transactions --approve 03848420491" },
    { line: "varde transactions 99901010028 --from 2026-06-01 --max all --json" },
  ],
  run: async (invocation) => {
    if (invocation.words.length > 1) throw new UsageError("give one account");
    const wanted = readQuery(invocation);
    using tpp = openTpp(invocation);
    using acting = await openPsu(invocation, tpp);
    await list(wanted, invocation, tpp, acting);
  },
};

interface WantedTransactions {
  readonly max: number;
  readonly query: ListingQuery;
}

const readQuery = ({ text }: Invocation): WantedTransactions => {
  const max = readMax(text("max"));
  const [dateFrom, dateTo] = [readDay("from", text("from")), readDay("to", text("to"))];
  return {
    max,
    query: {
      bookingStatus: readStatus(text("status")),
      limit: Math.min(max + 1, 200),
      ...(dateFrom !== undefined && { dateFrom }),
      ...(dateTo !== undefined && { dateTo }),
    },
  };
};

const list = async (
  { max, query }: WantedTransactions,
  invocation: Invocation,
  { client }: OpenTpp,
  acting: ActingPsu,
): Promise<void> => {
  const { terminal, has } = invocation;
  const [named] = invocation.words;
  const beforeSca = () => refuseUnknownAccount(named, client, invocation);
  const account = await findAccount(named, client, acting, beforeSca);
  const found = await acting.withSca(async () => {
    const psu = has("absent") ? acting.psu.absent() : acting.psu;
    const entries: Listed<Transaction>[] = [];
    for await (const entry of client.accounts.transactions(account, psu, query)) {
      // Reads one more than is shown, to know whether there are more.
      if (entries.push(entry) > max) break;
    }
    return entries;
  }, beforeSca);
  const shown = found.slice(0, max);
  const headings = ["DATE", "AMOUNT", "", "STATUS", "WHO", "TEXT"];
  terminal.table(headings, shown.map(formatEntry), [1]);
  terminal.json({ accountId: account, transactions: shown });
  if (found.length > max) {
    terminal.note(`There are more than ${max}; add --max ${max * 2} or --max all.`);
  }
};

const formatEntry = (entry: Listed<Transaction>): readonly string[] => {
  const { amount, currency } = entry.transactionAmount;
  const other = amount.startsWith("-") ? entry.creditorName : entry.debtorName;
  const reference =
    entry.remittanceInformationStructured ?? entry.remittanceInformationStructuredArray?.[0];
  const words = entry.remittanceInformationUnstructured ?? reference?.reference;
  return [
    entry.bookingDate ?? entry.valueDate ?? "",
    amount,
    currency,
    entry.bookingStatus,
    other ?? "",
    words ?? "",
  ];
};

const findAccount = async (
  wanted: string | undefined,
  client: OpenTpp["client"],
  acting: ActingPsu,
  beforeSca: () => Promise<void>,
): Promise<string> => {
  // An id is used as it is, so that it also works without the PSU.
  if (wanted !== undefined && !/^(?:[A-Z]{2})?\d{11,34}$/.test(wanted)) return wanted;
  const { accounts } = await acting.withSca(() => client.accounts.list(acting.psu), beforeSca);
  const found = accounts.find(
    ({ bban, iban }) => wanted === undefined || bban === wanted || iban === wanted,
  );
  if (found !== undefined) return found.resourceId;
  throw new CommandFailed(
    wanted === undefined
      ? "The PSU has not shared an account with this TPP."
      : `The PSU has not shared the account ${wanted} with this TPP.`,
  );
};

/** Refuses an account that the sandbox does not have; a real bank does not say before SCA. */
const refuseUnknownAccount = async (
  wanted: string | undefined,
  client: OpenTpp["client"],
  invocation: Invocation,
): Promise<void> => {
  if (wanted === undefined) return;
  const known = await createSandboxClient(client)
    .accounts.list()
    .catch(() => undefined);
  const isKnown = (known ?? []).some(({ resourceId, bban, iban }) =>
    [resourceId, bban, iban].includes(wanted),
  );
  if (known === undefined || isKnown) return;
  throw new CommandFailed([
    `The sandbox has no account ${wanted}. To list its accounts, run`,
    `  ${nextCommand(invocation, "customers")}`,
  ]);
};

const readStatus = (given = "booked"): BookingStatus => {
  const status = bookingStatuses.find((each) => each === given);
  if (status !== undefined) return status;
  throw unknownWord("status", given, bookingStatuses);
};

const readDay = (option: string, given: string | undefined): string | undefined => {
  if (given === undefined || /^\d{4}-\d{2}-\d{2}$/.test(given)) return given;
  throw new UsageError(`--${option} must be a date like 2026-06-01, not "${given}"`);
};

const readMax = (given: string | undefined): number => {
  if (given === undefined) return shownDefault;
  if (given === "all") return Number.POSITIVE_INFINITY;
  if (/^[1-9]\d{0,6}$/.test(given)) return Number(given);
  throw new UsageError(`--max must be a number or all, not "${given}"`);
};
