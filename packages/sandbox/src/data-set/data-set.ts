import type { Note } from "../directory/note.ts";
import { magicAmounts } from "../scenarios/magic-amounts.ts";
import { bankIdentity } from "./bank-identity.ts";
import { companies } from "./companies.ts";
import { kidAgreements } from "./kid-agreements.ts";
import { magicAccounts } from "./magic-accounts.ts";
import { payees } from "./payees.ts";
import { people, representatives } from "./people.ts";

/**
 * The published data set: the customers of every new world, with their numbers and balances. It is
 * a contract: any change raises the version and is described in the changelog.
 *
 * @example
 * const debtorAccount = { bban: dataSet.people.kari.current.bban, currency: "NOK" };
 */
export const dataSet = {
  version: 3,
  /** Seed of the random numbers in the history. */
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

/** Notes about the people, by person id, for the page that lists test customers. */
export const personNotes: ReadonlyMap<string, Note> = new Map(
  [...Object.values(people), ...Object.values(representatives)].map(
    ({ personId, note }): [string, Note] => [personId, note],
  ),
);
