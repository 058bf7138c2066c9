import { dataSet } from "@varde/sandbox";

/** A person who pays and reads through TPPs, in private or for a company. */
export interface Psu {
  readonly name: string;
  readonly personId: string;
  readonly customerNumber: string;
  /** The accounts that they pay from. */
  readonly accounts: readonly { readonly bban: string; readonly accountId: string }[];
  /** The agreement under which they act for a company. */
  readonly agreementId?: string;
}

/** Private customers. */
export const psus: readonly Psu[] = Object.values(dataSet.people).map((person) => ({
  name: person.name.split(" ")[0] ?? "",
  personId: person.personId,
  customerNumber: person.customerNumber,
  accounts: [person.current],
}));

const { sunniva, trym, eline } = dataSet.representatives;
const { accounts, agreementId } = dataSet.companies.lyngrabben;

/** People who may use the accounts of one company. The mandates decide which of them sign. */
export const colleagues: readonly Psu[] = [sunniva, trym, eline].map((person) => ({
  name: person.name.split(" ")[0] ?? "",
  personId: person.personId,
  customerNumber: person.customerNumber,
  accounts,
  agreementId,
}));

/** Whether an account belongs to the company. */
export const isOfCompany = (accountId: string): boolean =>
  accounts.some((account) => account.accountId === accountId);
