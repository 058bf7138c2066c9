import type { AccountId } from "@varde/bank";
import type { DataSet } from "../data-set/data-set.ts";
import { foreignBuyers, payees } from "../data-set/payees.ts";
import { type ExchangeHabit, type Habit, type HistoryParty, habit } from "./habit.ts";

const employees: HistoryParty = { name: "Lønnskjøring ansatte" };
const days = { firstDay: 3, lastDay: 26 };

/** Returns the habits every company has: sales, purchases, wages, taxes and bank fees. */
function firm(
  accountId: AccountId,
  buyers: readonly HistoryParty[],
  [saleLeast, saleMost]: readonly [bigint, bigint],
  suppliers: readonly HistoryParty[],
  [supplyLeast, supplyMost]: readonly [bigint, bigint],
): readonly Habit[] {
  const sale = { flow: "in", kind: "payment", parties: buyers, times: 5, ...days } as const;
  const supply = { kind: "payment", parties: suppliers, times: 3, ...days } as const;
  return [
    habit(accountId, { ...sale, least: saleLeast, most: saleMost }, 3),
    habit(accountId, { ...supply, least: supplyLeast, most: supplyMost }, 3),
    habit(
      accountId,
      { kind: "fee", parties: [], least: 145_00n, most: 145_00n, text: "Bedriftspakke" },
      28,
    ),
  ];
}

function pays(
  accountId: AccountId,
  kind: "salary" | "payment" | "transfer",
  party: HistoryParty,
  amountMinor: bigint,
  day: number,
  everyMonths = 1,
): Habit {
  const amount = { least: amountMinor, most: amountMinor };
  return habit(accountId, { kind, parties: [party], ...amount, everyMonths }, day);
}

type Companies = DataSet["companies"];

/** Returns the recurring movements on the accounts of companies. */
export const companyHabits = ({ companies }: DataSet): readonly Habit[] => [
  ...vardebergHabits(companies),
  ...skarvoyHabits(companies),
  ...tindvikHabits(companies),
  ...lyngrabbenHabits(companies),
];

const vardebergHabits = ({ vardeberg }: Companies): readonly Habit[] => {
  const taxAccount = { name: vardeberg.name, bban: vardeberg.accounts[1].bban };
  return [
    ...firm(
      vardeberg.accounts[0].accountId,
      [payees.architects, payees.hotels, payees.municipality],
      [18_400_00n, 64_900_00n],
      [payees.timber, payees.power],
      [9_800_00n, 31_500_00n],
    ),
    pays(vardeberg.accounts[0].accountId, "salary", employees, 61_200_00n, 12),
    pays(vardeberg.accounts[0].accountId, "transfer", taxAccount, 32_100_00n, 12),
    pays(vardeberg.accounts[1].accountId, "payment", payees.tax, 64_200_00n, 15, 2),
  ];
};

const skarvoyHabits = ({ skarvoy }: Companies): readonly Habit[] => [
  ...firm(
    skarvoy.accounts[0].accountId,
    [payees.canteens, payees.hotels],
    [42_000_00n, 128_000_00n],
    [payees.packaging, payees.power],
    [21_000_00n, 74_000_00n],
  ),
  pays(skarvoy.accounts[0].accountId, "salary", employees, 496_000_00n, 20),
  pays(skarvoy.accounts[0].accountId, "payment", payees.tax, 121_500_00n, 15, 2),
  habit(
    skarvoy.accounts[1].accountId,
    {
      flow: "in",
      kind: "abroad",
      parties: [foreignBuyers.fishmonger, foreignBuyers.wholesaler],
      least: 5_200_00n,
      most: 9_600_00n,
      times: 3,
      ...days,
    },
    3,
  ),
];

const tindvikHabits = ({ tindvik }: Companies): readonly Habit[] => [
  ...firm(
    tindvik.accounts[0].accountId,
    [payees.hotels, payees.architects],
    [12_000_00n, 38_000_00n],
    [payees.municipality, payees.insurance, payees.power],
    [4_100_00n, 16_800_00n],
  ),
  pays(tindvik.accounts[0].accountId, "salary", employees, 88_400_00n, 20),
  pays(tindvik.accounts[0].accountId, "payment", payees.tax, 54_900_00n, 15, 2),
  habit(
    tindvik.accounts[1].accountId,
    {
      flow: "in",
      kind: "abroad",
      parties: [foreignBuyers.traveller],
      least: 900_00n,
      most: 2_600_00n,
      times: 2,
      ...days,
    },
    3,
  ),
];

const lyngrabbenHabits = ({ lyngrabben }: Companies): readonly Habit[] => [
  ...firm(
    lyngrabben.accounts[0].accountId,
    [payees.municipality, payees.architects, payees.hotels],
    [48_000_00n, 164_000_00n],
    [payees.packaging, payees.insurance],
    [12_500_00n, 58_000_00n],
  ),
  // More than two pages of 200 transactions a year, so that a reader meets a second page.
  habit(
    lyngrabben.accounts[0].accountId,
    {
      kind: "payment",
      parties: [payees.timber, payees.power],
      least: 1_150_00n,
      most: 14_900_00n,
      times: 31,
      ...days,
    },
    3,
  ),
  pays(lyngrabben.accounts[0].accountId, "salary", employees, 214_600_00n, 20),
  pays(lyngrabben.accounts[0].accountId, "payment", payees.tax, 96_400_00n, 15, 2),
  ...firm(
    lyngrabben.accounts[1].accountId,
    [payees.municipality],
    [22_000_00n, 38_000_00n],
    [payees.timber],
    [24_000_00n, 56_000_00n],
  ),
];

/** Returns the monthly exchanges of foreign income into kroner. */
export function companyExchanges({ companies }: DataSet): readonly ExchangeHabit[] {
  const { skarvoy, tindvik } = companies;
  return [
    {
      fromAccountId: skarvoy.accounts[1].accountId,
      toAccountId: skarvoy.accounts[0].accountId,
      fromCurrency: "EUR",
      amountMinor: 22_000_00n,
      day: 25,
    },
    {
      fromAccountId: tindvik.accounts[1].accountId,
      toAccountId: tindvik.accounts[0].accountId,
      fromCurrency: "USD",
      amountMinor: 3_400_00n,
      day: 25,
    },
  ];
}
