import type { Note } from "../directory/note.ts";
import { magicAmounts } from "../scenarios/magic-amounts.ts";
import { type BankIdentity, bankIdentity } from "./bank-identity.ts";
import { companiesAt } from "./companies.ts";
import { kidAgreementsAt } from "./kid-agreements.ts";
import { magicAccounts } from "./magic-accounts.ts";
import { payees } from "./payees.ts";
import { peopleAt, representatives } from "./people.ts";

/**
 * Returns the data set of a bank: the same people and companies, with accounts of this bank.
 *
 * @example
 * const [, second] = await startBanks(3);
 * const debtorAccount = { bban: second.dataSet.people.kari.current.bban, currency: "NOK" };
 */
export const dataSetFor = (bank: BankIdentity) => {
  const people = peopleAt(bank);
  const companies = companiesAt(bank, people);
  return {
    version: 3,
    /** Seed of the random numbers in the history. */
    seed: 1,
    bank,
    people,
    representatives,
    companies,
    payees,
    kidAgreements: kidAgreementsAt(companies),
    magicAccounts,
    magicAmounts,
  } as const;
};
export type DataSet = ReturnType<typeof dataSetFor>;

/**
 * The published data set: the customers of every new world, with their numbers and balances. It is
 * a contract: any change raises the version and is described in the changelog. Of a sandbox with
 * several banks, it is the data set of the first one.
 *
 * @example
 * const debtorAccount = { bban: dataSet.people.kari.current.bban, currency: "NOK" };
 */
export const dataSet: DataSet = dataSetFor(bankIdentity);

/** Notes about the people, by person id, for the page that lists test customers. */
export const personNotes: ReadonlyMap<string, Note> = new Map(
  [...Object.values(dataSet.people), ...Object.values(representatives)].map(
    ({ personId, note }): [string, Note] => [personId, note],
  ),
);
