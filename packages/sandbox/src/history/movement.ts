import assert from "node:assert/strict";
import type { AccountId } from "@varde/bank";
import {
  type CurrencyExchange,
  defaultRateTable,
  type Party,
  type TransactionTexts,
} from "@varde/ledger";
import { type KidAgreement, kidCheckDigit } from "@varde/protocol";
import { convertMinor, type Rounding } from "@varde/protocol/money";
import type { DataSet } from "../data-set/data-set.ts";
import { listSeededAccounts } from "../data-set/list-seeded-accounts.ts";
import { type SeededRandom, seededRandom } from "../data-set/seeded-random.ts";
import { type ExchangeHabit, type Habit, type MovementKind, movementKinds } from "./habit.ts";

/** A movement on one account, on a day of a month that is not assigned yet. */
export interface Movement {
  readonly accountId: AccountId;
  readonly kind: MovementKind;
  readonly day: number;
  /** Negative for a debit. */
  readonly amountMinor: bigint;
  readonly exchange?: CurrencyExchange;
  readonly texts: TransactionTexts;
}

/** A movement from the view of each of our accounts that takes part. */
export type Legs = readonly Movement[];

/** Generates the movements of a habit in a month, with both legs if both accounts are ours. */
export function generateMovements(
  book: AccountBook,
  habit: Habit,
  month: number,
  seed: number,
): Legs[] {
  if (month % habit.everyMonths !== 0) return [];
  const name = [habit.accountId, habit.kind, habit.parties[0]?.name ?? "", month].join(":");
  const random = seededRandom(seed, name);
  return Array.from({ length: habit.times }, () => movement(book, habit, random)).map((one) =>
    withMirror(book, one),
  );
}

function movement(book: AccountBook, habit: Habit, random: SeededRandom): Movement {
  const { accountId, kind, flow } = habit;
  const day = random.between(habit.firstDay, habit.lastDay);
  const drawn = random.amountBetween(habit.least, habit.most);
  const { currency, ...party } =
    habit.parties.length === 0 ? { name: "" } : random.pick(habit.parties);
  const exchange = currency === undefined ? undefined : exchangeOf(drawn, currency);
  const amountMinor = exchange === undefined ? drawn : inKroner(exchange);
  const own = book.byId(accountId);
  const agreement = book.findKidAgreement((flow === "out" ? party : own).bban ?? "");
  const kid = kidFor(kind, agreement, random);
  return {
    accountId,
    kind,
    day,
    amountMinor: flow === "out" ? -amountMinor : amountMinor,
    ...(exchange === undefined ? {} : { exchange }),
    texts: movementTexts(kind, flow, party.name === "" ? undefined : party, kid ?? habit.text),
  };
}

/** Adds the movement on the counterparty's account, if that is one of ours. */
function withMirror(book: AccountBook, movement: Movement): Legs {
  const isOut = movement.amountMinor < 0n;
  const other = book.byBban((isOut ? movement.texts.creditor : movement.texts.debtor)?.bban);
  if (other === undefined) return [movement];
  const { name, bban } = book.byId(movement.accountId);
  const { creditor, debtor, ...texts } = movement.texts;
  const flow = isOut ? "in" : "out";
  const mirror: Movement = {
    ...movement,
    accountId: other.accountId,
    amountMinor: -movement.amountMinor,
    texts: {
      ...texts,
      [isOut ? "debtor" : "creditor"]: bban === undefined ? { name } : { name, bban },
      bankTransactionCode: movementKinds[movement.kind][flow],
    },
  };
  return [movement, mirror];
}

/** Creates a transfer between two accounts of one owner. */
export function createTransfer(
  book: AccountBook,
  fromId: AccountId,
  toId: AccountId,
  amountMinor: bigint,
  day: number,
  text: string,
): Legs {
  const from = book.byId(fromId);
  const to = book.byId(toId);
  const shared = { kind: "transfer", day } as const;
  return [
    {
      ...shared,
      accountId: fromId,
      amountMinor: -amountMinor,
      texts: movementTexts("transfer", "out", toParty(to), text),
    },
    {
      ...shared,
      accountId: toId,
      amountMinor,
      texts: movementTexts("transfer", "in", toParty(from), text),
    },
  ];
}

export function exchangeMovements(book: AccountBook, habit: ExchangeHabit): Legs {
  const { amountMinor, day } = habit;
  const exchange = { ...exchangeOf(0n, habit.fromCurrency), originalMinor: amountMinor };
  const shared = { kind: "exchange", day } as const;
  const from = book.byId(habit.fromAccountId);
  const to = book.byId(habit.toAccountId);
  return [
    {
      ...shared,
      accountId: habit.fromAccountId,
      amountMinor: -amountMinor,
      texts: movementTexts("exchange", "out", toParty(to)),
    },
    {
      ...shared,
      accountId: habit.toAccountId,
      amountMinor: inKroner(exchange),
      exchange,
      texts: movementTexts("exchange", "in", toParty(from)),
    },
  ];
}

function toParty({ name, bban }: { readonly name: string; readonly bban?: string }): Party {
  return bban === undefined ? { name } : { name, bban };
}

function movementTexts(
  kind: MovementKind,
  flow: "in" | "out",
  party: Party | undefined,
  remittance?: string | { readonly kid: string },
): TransactionTexts {
  return {
    ...(party === undefined ? {} : { [flow === "out" ? "creditor" : "debtor"]: party }),
    ...(typeof remittance === "string" ? { remittanceUnstructured: [remittance] } : {}),
    ...(typeof remittance === "object"
      ? { remittanceStructured: [{ reference: remittance.kid, referenceType: "SCOR" }] }
      : {}),
    bankTransactionCode: movementKinds[kind][flow],
    proprietaryBankTransactionCode: movementKinds[kind].word,
  };
}

function exchangeOf(kronerMinor: bigint, currency: string): CurrencyExchange {
  const ratePpm = defaultRateTable[currency]?.ratePpm ?? 1_000_000n;
  return {
    originalCurrency: currency,
    originalMinor: convert(kronerMinor, "NOK", currency, "down"),
    ratePpm,
  };
}

const inKroner = ({ originalMinor, originalCurrency }: CurrencyExchange): bigint =>
  convert(originalMinor, originalCurrency, "NOK", "half-up");

function convert(amountMinor: bigint, from: string, to: string, rounding: Rounding): bigint {
  const converted = convertMinor(defaultRateTable, amountMinor, from, to, rounding);
  assert(converted !== undefined, `The table has no rate for ${from} or ${to}.`);
  return converted;
}

/** Generates a KID that matches the payee's agreement. */
function kidFor(kind: MovementKind, agreement: KidAgreement | undefined, random: SeededRandom) {
  if (kind !== "payment" && kind !== "standing") return undefined;
  if (agreement === undefined || agreement.kind === "off") return undefined;
  const length = random.pick(agreement.lengths);
  for (;;) {
    const base = `${random.between(1, 9)}${random.digits(length - 2)}`;
    const check = kidCheckDigit(base, agreement.modulus);
    if (check !== "-") return { kid: `${base}${check}` };
  }
}

interface AccountName {
  readonly accountId: AccountId;
  /** Name of the owner. */
  readonly name: string;
  /** Account number; a card has none. */
  readonly bban?: string;
}

/** The accounts of a data set, as shown on each other's statements, and their KID agreements. */
export interface AccountBook {
  byId(accountId: AccountId): AccountName;
  byBban(bban: string | undefined): AccountName | undefined;
  findKidAgreement(bban: string): KidAgreement | undefined;
}

export function openAccountBook(dataSet: DataSet): AccountBook {
  const names: readonly AccountName[] = listSeededAccounts(dataSet).map(
    ({ owner, accountId, bban, kind }) =>
      kind === "card" ? { accountId, name: owner.name } : { accountId, name: owner.name, bban },
  );
  const namesById = new Map(names.map((name) => [name.accountId, name]));
  const namesByBban = new Map(names.map((name) => [name.bban, name]));
  const agreements = new Map(dataSet.kidAgreements.map((one) => [one.bban, one]));
  return {
    byId: (accountId) => {
      const name = namesById.get(accountId);
      assert(name !== undefined, `The data set has no account ${accountId}.`);
      return name;
    },
    byBban: (bban) => (bban === undefined ? undefined : namesByBban.get(bban)),
    findKidAgreement: (bban) => agreements.get(bban),
  };
}
