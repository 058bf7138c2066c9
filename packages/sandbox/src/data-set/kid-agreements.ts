import type { KidRegister } from "@varde/bank";
import type { KidAgreement } from "@varde/protocol";
import type { companiesAt } from "./companies.ts";
import { payees } from "./payees.ts";

export interface SeededKidAgreement extends KidAgreement {
  readonly name: string;
  readonly bban: string;
}

const seededAgreement = (
  { name, bban }: { readonly name: string; readonly bban: string },
  kind: KidAgreement["kind"],
  modulus: KidAgreement["modulus"],
  lengths: readonly number[],
): SeededKidAgreement => ({ name, bban, kind, modulus, lengths });

type Companies = ReturnType<typeof companiesAt>;

const firstAccount = ({ name, accounts }: Companies[keyof Companies]) => ({
  name,
  bban: accounts[0].bban,
});

/** Returns the KID agreements of accounts. An account without one accepts any reference. */
export const kidAgreementsAt = (companies: Companies): readonly SeededKidAgreement[] => [
  seededAgreement(firstAccount(companies.vardeberg), "optional", 10, [8]),
  seededAgreement(firstAccount(companies.skarvoy), "mandatory", 11, [12]),
  seededAgreement(firstAccount(companies.tindvik), "mandatory", 10, [10, 14]),
  seededAgreement(payees.power, "mandatory", 10, [17]),
  seededAgreement(payees.mobile, "mandatory", 11, [15]),
  seededAgreement(payees.municipality, "mandatory", 10, [12, 14]),
  seededAgreement(payees.insurance, "optional", 10, [10]),
  seededAgreement(payees.mortgage, "mandatory", 11, [11]),
  seededAgreement(payees.training, "optional", 11, [9]),
  seededAgreement(payees.newspaper, "off", 10, []),
  seededAgreement(payees.tax, "mandatory", 10, [25]),
  seededAgreement(payees.timber, "mandatory", 10, [16]),
];

/** Implements the bank's KID register port with the agreements of a data set. */
export const dataSetKidRegister = (agreements: readonly SeededKidAgreement[]): KidRegister => {
  const byBban = new Map(agreements.map((agreement) => [agreement.bban, agreement]));
  return { findKidAgreement: (bban) => byBban.get(bban) };
};
