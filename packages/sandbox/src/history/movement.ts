import assert from "node:assert/strict";
import type { AccountId } from "@varde/bank";
import {
  type CurrencyExchange,
  defaultRateTable,
  type Party,
  type TransactionTexts,
} from "@varde/ledger";
import { kidCheckDigit } from "@varde/protocol";
import { dataSetKidRegister } from "../data-set/kid-agreements.ts";
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
export function generateMovements(habit: Habit, month: number, seed: number): Legs[] {
  if (month % habit.everyMonths !== 0) return [];
  const name = [habit.accountId, habit.kind, habit.parties[0]?.name ?? "", month].join(":");
  const random = seededRandom(seed, name);
  return Array.from({ length: habit.times }, () => movement(habit, random)).map(withMirror);
}

function movement(habit: Habit, random: SeededRandom): Movement {
  const { accountId, kind, flow } = habit;
  const day = random.between(habit.firstDay, habit.lastDay);
  const drawn = random.amountBetween(habit.least, habit.most);
  const { currency, ...party } =
    habit.parties.length === 0 ? { name: "" } : random.pick(habit.parties);
  const exchange = currency === undefined ? undefined : exchangeOf(drawn, currency);
  const amountMinor = exchange === undefined ? drawn : inKroner(exchange);
  const own = accountNames.byId(accountId);
  const kid = kidFor(kind, (flow === "out" ? party : own).bban, random);
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
function withMirror(movement: Movement): Legs {
  const isOut = movement.amountMinor < 0n;
  const other = accountNames.byBban(
    (isOut ? movement.texts.creditor : movement.texts.debtor)?.bban,
  );
  if (other === undefined) return [movement];
  const { name, bban } = accountNames.byId(movement.accountId);
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
  fromId: AccountId,
  toId: AccountId,
  amountMinor: bigint,
  day: number,
  text: string,
): Legs {
  const from = accountNames.byId(fromId);
  const to = accountNames.byId(toId);
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

export function exchangeMovements(habit: ExchangeHabit): Legs {
  const { amountMinor, day } = habit;
  const exchange = { ...exchangeOf(0n, habit.fromCurrency), originalMinor: amountMinor };
  const shared = { kind: "exchange", day } as const;
  const from = accountNames.byId(habit.fromAccountId);
  const to = accountNames.byId(habit.toAccountId);
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
    originalMinor: (kronerMinor * 1_000_000n) / ratePpm,
    ratePpm,
  };
}

function inKroner({ originalMinor, ratePpm }: CurrencyExchange): bigint {
  return (originalMinor * ratePpm + 500_000n) / 1_000_000n;
}

/** Generates a KID that matches the payee's agreement. */
function kidFor(kind: MovementKind, creditorBban: string | undefined, random: SeededRandom) {
  if (kind !== "payment" && kind !== "standing") return undefined;
  const agreement = dataSetKidRegister.findKidAgreement(creditorBban ?? "");
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

const names: readonly AccountName[] = listSeededAccounts().map(
  ({ owner, accountId, bban, kind }) =>
    kind === "card" ? { accountId, name: owner.name } : { accountId, name: owner.name, bban },
);
const namesById = new Map(names.map((name) => [name.accountId, name]));
const namesByBban = new Map(names.map((name) => [name.bban, name]));

/** Names of the data set's accounts, as shown on each other's statements. */
const accountNames = {
  byId: (accountId: AccountId): AccountName => {
    const name = namesById.get(accountId);
    assert(name !== undefined, `The data set has no account ${accountId}.`);
    return name;
  },
  byBban: (bban: string | undefined): AccountName | undefined =>
    bban === undefined ? undefined : namesByBban.get(bban),
};
