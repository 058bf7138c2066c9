import type { DataSet } from "../data-set/data-set.ts";
import { payees } from "../data-set/payees.ts";
import type { SeededPrivateCustomer } from "../data-set/people.ts";
import { type Habit, type HistoryParty, habit } from "./habit.ts";
import { creditShops, errands, groceries } from "./shops.ts";

interface Household {
  readonly customer: SeededPrivateCustomer;
  readonly employer: HistoryParty;
  readonly payday: number;
  readonly payMinor: bigint;
  readonly home: HistoryParty;
  readonly homeMinor: bigint;
  /** First day of purchases in a month; the salary has not arrived before. */
  readonly shopsFrom: number;
  readonly groceriesMostMinor: bigint;
  readonly creditMostMinor: bigint;
}

const firm = (company: DataSet["companies"][keyof DataSet["companies"]]): HistoryParty => ({
  name: company.name,
  bban: company.accounts[0].bban,
});

const account = (customer: SeededPrivateCustomer): HistoryParty => ({
  name: customer.name,
  bban: customer.current.bban,
});

// biome-ignore format: one household per line makes the columns comparable.
const listHouseholds = ({ people, companies }: DataSet): readonly Household[] => [
  { customer: people.kari,   employer: payees.architects,        payday: 15, payMinor: 44_180_00n, home: payees.mortgage,         homeMinor: 15_250_00n, shopsFrom: 1, groceriesMostMinor: 1_250_00n, creditMostMinor: 2_400_00n },
  { customer: people.ola,    employer: firm(companies.vardeberg), payday: 12, payMinor: 33_420_00n, home: payees.housing,          homeMinor: 9_870_00n,  shopsFrom: 1, groceriesMostMinor: 990_00n,   creditMostMinor: 1_900_00n },
  { customer: people.ase,    employer: payees.hospital,          payday: 12, payMinor: 51_930_00n, home: payees.mortgage,         homeMinor: 12_400_00n, shopsFrom: 1, groceriesMostMinor: 1_600_00n, creditMostMinor: 4_200_00n },
  { customer: people.maret,  employer: payees.municipality,      payday: 12, payMinor: 36_710_00n, home: payees.housing,          homeMinor: 8_450_00n,  shopsFrom: 1, groceriesMostMinor: 980_00n,   creditMostMinor: 1_500_00n },
  { customer: people.jonas,  employer: payees.studyGrants,       payday: 1,  payMinor: 11_869_00n, home: payees.housing,          homeMinor: 8_700_00n,  shopsFrom: 8, groceriesMostMinor: 520_00n,   creditMostMinor: 310_00n },
  { customer: people.ingrid, employer: payees.canteens,          payday: 15, payMinor: 29_640_00n, home: firm(companies.tindvik), homeMinor: 11_500_00n, shopsFrom: 1, groceriesMostMinor: 720_00n,   creditMostMinor: 1_100_00n },
];

/** Returns the recurring movements on the accounts of private customers. */
export const privateHabits = (dataSet: DataSet): readonly Habit[] => [
  ...listHouseholds(dataSet).flatMap((household) => [
    ...incomeAndHome(household),
    ...bills(household),
    ...purchases(household),
  ]),
  habit(
    dataSet.people.ase.current.accountId,
    {
      kind: "standing",
      parties: [account(dataSet.people.jonas)],
      least: 1_500_00n,
      most: 1_500_00n,
    },
    2,
  ),
  habit(
    dataSet.people.ola.current.accountId,
    {
      kind: "transfer",
      parties: [account(dataSet.people.kari)],
      least: 250_00n,
      most: 900_00n,
      text: "Hyttetur",
    },
    24,
  ),
];

function incomeAndHome({ customer, payday, ...household }: Household): readonly Habit[] {
  const { accountId } = customer.current;
  const pay = { least: household.payMinor, most: household.payMinor };
  const home = { least: household.homeMinor, most: household.homeMinor };
  return [
    habit(accountId, { flow: "in", kind: "salary", parties: [household.employer], ...pay }, payday),
    habit(accountId, { kind: "standing", parties: [household.home], ...home }, payday + 5),
  ];
}

function bills({ customer, payday }: Household): readonly Habit[] {
  const { accountId } = customer.current;
  const bill = (party: HistoryParty, least: bigint, most: bigint, day: number, everyMonths = 1) =>
    habit(accountId, { kind: "payment", parties: [party], least, most, everyMonths }, day);
  return [
    bill(payees.mobile, 349_00n, 549_00n, payday + 6),
    bill(payees.power, 420_00n, 1_180_00n, payday + 7),
    bill(payees.training, 399_00n, 399_00n, payday + 8, 2),
    bill(payees.insurance, 640_00n, 720_00n, payday + 9, 3),
    bill(payees.newspaper, 289_00n, 289_00n, payday + 9, 3),
    habit(
      accountId,
      {
        kind: "fee",
        parties: [],
        least: 75_00n,
        most: 75_00n,
        everyMonths: 6,
        text: "Årspris kort",
      },
      payday + 10,
    ),
    habit(
      customer.savings.accountId,
      { kind: "interest", flow: "in", parties: [], least: 12_00n, most: 310_00n, everyMonths: 3 },
      28,
    ),
  ];
}

function purchases({ customer, shopsFrom, ...household }: Household): readonly Habit[] {
  const days = { firstDay: shopsFrom, lastDay: 28 };
  const most = household.groceriesMostMinor;
  const debit = { kind: "purchase", least: 38_00n, most, ...days } as const;
  const credit = { kind: "purchase", least: 79_00n, firstDay: 1, lastDay: 28 } as const;
  return [
    habit(customer.current.accountId, { ...debit, parties: groceries, times: 5 }, 1),
    habit(customer.current.accountId, { ...debit, parties: errands, times: 3 }, 1),
    habit(
      customer.card.accountId,
      { ...credit, parties: creditShops, most: household.creditMostMinor, times: 4 },
      1,
    ),
  ];
}
