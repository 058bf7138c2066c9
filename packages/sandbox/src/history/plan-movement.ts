import { bankDayAfter, isBankDay } from "@varde/bank";
import type { MovementToBook, ReservationToCreate, TransactionTexts } from "@varde/ledger";
import type { DataSet } from "../data-set/data-set.ts";
import { seededRandom } from "../data-set/seeded-random.ts";
import { Temporal } from "../temporal.ts";
import type { WorldProfiles } from "./account-data-profile.ts";
import { movementKinds } from "./habit.ts";
import { hotel, petrolStation } from "./shops.ts";

type Leg = MovementToBook["legs"][number];
type Random = ReturnType<typeof seededRandom>;

/** A movement that is booked on a later day, in place of reservations if it has any. */
export interface LaterMovement {
  /** YYYY-MM-DD */
  readonly due: string;
  readonly releases: readonly string[];
  readonly movement: MovementToBook;
}

/** The parts of a movement; those of its day happen together, or not at all without funds. */
export interface MovementPlan {
  readonly reserves: readonly Omit<ReservationToCreate, "worldId">[];
  readonly books: readonly MovementToBook[];
  readonly later: readonly LaterMovement[];
}

/** The possible fates of a purchase, each with the profile that it needs. */
const fates = [
  ["other-amount", "pending-amounts"],
  ["two-as-one", "pending-merged"],
  ["one-as-two", "pending-merged"],
  ["reversed", "reversals"],
  ["as-usual", undefined],
] as const;

const codes = {
  purchase: movementKinds.purchase.word,
  salary: movementKinds.salary.word,
  interest: movementKinds.interest.word,
} as const;

/**
 * Plans a generated movement under the profiles of its world. The seed and the id of the movement
 * decide what becomes of it (PRO-10), so the same days pass in the same way again.
 */
export const planMovement = (
  movement: MovementToBook,
  { seed, names }: WorldProfiles,
  { people }: Pick<DataSet, "people">,
): MovementPlan => {
  const [leg] = movement.legs;
  if (leg === undefined) return asUsual(movement);
  const random = seededRandom(seed, `profile:${leg.transaction.id}`);
  switch (leg.transaction.texts.proprietaryBankTransactionCode) {
    case codes.purchase:
      return planPurchase(movement, leg, random, {
        names,
        isOfCard: Object.values(people).some(({ card }) => card.accountId === leg.accountId),
      });
    case codes.salary:
      return names.has("back-dated") ? withCorrection(movement, random) : asUsual(movement);
    case codes.interest:
      return names.has("back-dated") ? appearLater(movement, random) : asUsual(movement);
    default:
      return asUsual(movement);
  }
};

const asUsual = (movement: MovementToBook): MovementPlan => ({
  reserves: [],
  books: [movement],
  later: [],
});

const planPurchase = (
  movement: MovementToBook,
  leg: Leg,
  random: Random,
  { names, isOfCard }: { readonly names: WorldProfiles["names"]; readonly isOfCard: boolean },
): MovementPlan => {
  const bookOn = isOfCard && names.has("card-month-end") ? bookAtMonthEnd : bookOnDay;
  const { bookingDate, exchange } = leg.transaction;
  const [fate, profile] = random.pick(fates);
  // An exchanged purchase is booked as it is: its original amount would have to change too.
  const isOn = profile !== undefined && names.has(profile) && exchange === undefined;
  if (!isOn || movement.legs.length > 1) return asUsual({ legs: [bookOn(leg, bookingDate)] });
  const due = bankDaysAfter(bookingDate, random.between(1, 3));
  switch (fate) {
    case "other-amount":
      return otherAmount(leg, due, random, bookOn);
    case "two-as-one": {
      const reserves = splitAmount(leg, random).map((part, at) => reservation(leg, part, at));
      return bookedLater(reserves, due, [bookOn(leg, due)]);
    }
    case "one-as-two": {
      const [first, second] = splitAmount(leg, random);
      const parts = [
        bookOn(withAmount(leg, -first), due),
        bookOn(withAmount(leg, -second, "-2"), due),
      ];
      return bookedLater([reservation(leg, -leg.transaction.amountMinor, 0)], due, parts);
    }
    case "reversed":
      return reversed(leg, due, random, bookOn);
    default:
      return asUsual({ legs: [bookOn(leg, bookingDate)] });
  }
};

type BookOn = (leg: Leg, day: string) => Leg;

const bookOnDay: BookOn = (leg, day) => ({
  ...leg,
  transaction: { ...leg.transaction, bookingDate: day, valueDate: day },
});

/** PRO-05: books a purchase of a card account on the first of the next month. */
const bookAtMonthEnd: BookOn = (leg, day) => bookOnDay(leg, firstOfNextMonth(day));

const firstOfNextMonth = (day: string): string =>
  Temporal.PlainDate.from(day).with({ day: 1 }).add({ months: 1 }).toString();

const bankDaysAfter = (day: string, count: number): string => {
  let after = day;
  for (let left = count; left > 0; left -= 1) after = bankDayAfter(after);
  return after;
};

const petrolReservedMinor = 1_500_00n;

/** PRO-03: a petrol station reserves more than the purchase, a hotel less. */
const otherAmount = (leg: Leg, due: string, random: Random, bookOn: BookOn): MovementPlan => {
  const amountMinor = -leg.transaction.amountMinor;
  const isPetrol = amountMinor < petrolReservedMinor && random.between(0, 1) === 0;
  const shop = withTexts(leg, { creditor: isPetrol ? petrolStation : hotel });
  const reservedMinor = isPetrol
    ? petrolReservedMinor
    : (amountMinor * BigInt(random.between(60, 90))) / 100n;
  return bookedLater([reservation(shop, reservedMinor, 0)], due, [bookOn(shop, due)]);
};

/** PRO-07: the opposite entry follows with the same reference; the purchase itself stays. */
const reversed = (leg: Leg, due: string, random: Random, bookOn: BookOn): MovementPlan => {
  const references = [random.digits(12)];
  const purchase = withTexts(leg, { references });
  const { creditor, ...texts } = purchase.transaction.texts;
  const opposite = withAmount(leg, -leg.transaction.amountMinor, "-reversal");
  const reversal = {
    ...opposite,
    transaction: {
      ...opposite.transaction,
      texts: {
        ...texts,
        ...(creditor === undefined ? {} : { debtor: creditor }),
        remittanceUnstructured: ["Reversering"],
        bankTransactionCode: movementKinds.purchase.in,
      },
    },
  };
  return {
    reserves: [],
    books: [{ legs: [bookOn(purchase, leg.transaction.bookingDate)] }],
    later: [{ due, releases: [], movement: { legs: [bookOn(reversal, due)] } }],
  };
};

/** PRO-06: adds a correction of a salary that has the date of the salary and appears later. */
const withCorrection = (movement: MovementToBook, random: Random): MovementPlan => {
  const percent = BigInt(random.between(1, 4));
  const legs = movement.legs.map((leg) => {
    const part = (leg.transaction.amountMinor * percent) / 100n;
    return withTexts(withAmount(leg, part, "-correction"), {
      remittanceUnstructured: ["Korrigert lønn"],
    });
  });
  const correction = appearLater({ legs }, random);
  return { ...correction, books: [movement, ...correction.books] };
};

const backDatedDaysMax = 5;

/** Keeps the dates of a movement and books it on a bank day within five days, if there is one. */
const appearLater = (movement: MovementToBook, random: Random): MovementPlan => {
  const day = Temporal.PlainDate.from(movement.legs[0]?.transaction.bookingDate ?? "");
  const days = Array.from({ length: backDatedDaysMax }, (_, at) =>
    day.add({ days: at + 1 }).toString(),
  ).filter(isBankDay);
  if (days.length === 0) return asUsual(movement);
  return { reserves: [], books: [], later: [{ due: random.pick(days), releases: [], movement }] };
};

const bookedLater = (
  reserves: MovementPlan["reserves"],
  due: string,
  legs: readonly Leg[],
): MovementPlan => ({
  reserves,
  books: [],
  later: legs.map((leg, at) => ({
    due,
    releases: at === 0 ? reserves.map(({ id }) => id) : [],
    movement: { legs: [leg] },
  })),
});

const reservation = (
  { accountId, transaction }: Leg,
  amountMinor: bigint,
  at: number,
): MovementPlan["reserves"][number] => ({
  id: `${transaction.id}-reserved-${at + 1}`,
  accountId,
  amountMinor,
  texts: transaction.texts,
});

/** Splits what a debit takes into two amounts. */
const splitAmount = ({ transaction }: Leg, random: Random): readonly [bigint, bigint] => {
  const amountMinor = -transaction.amountMinor;
  const first = (amountMinor * BigInt(random.between(25, 75))) / 100n;
  return [first, amountMinor - first];
};

const withAmount = ({ accountId, transaction }: Leg, amountMinor: bigint, ending = ""): Leg => ({
  accountId,
  transaction: { ...transaction, id: `${transaction.id}${ending}`, amountMinor },
});

const withTexts = ({ accountId, transaction }: Leg, texts: TransactionTexts): Leg => ({
  accountId,
  transaction: { ...transaction, texts: { ...transaction.texts, ...texts } },
});
