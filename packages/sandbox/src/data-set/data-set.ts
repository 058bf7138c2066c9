import { magicAmounts } from "../scenarios/magic-amounts.ts";
import { bankIdentity } from "./bank-identity.ts";
import { companies } from "./companies.ts";
import { kidAgreements } from "./kid-agreements.ts";
import { magicAccounts } from "./magic-accounts.ts";
import { payees } from "./payees.ts";
import { people, representatives } from "./people.ts";

/**
 * The published data set: who is in every new world, with which numbers and how much money. It is
 * a contract. A change of anything in it raises the version and is told in the changelog.
 *
 * @example
 * const debtorAccount = { bban: dataSet.people.kari.current.bban, currency: "NOK" };
 */
export const dataSet = {
  version: 1,
  /** Where the chance in the history starts from. */
  seed: 1,
  bank: bankIdentity,
  people,
  representatives,
  companies,
  payees,
  kidAgreements,
  magicAccounts,
  magicAmounts,
} as const;
