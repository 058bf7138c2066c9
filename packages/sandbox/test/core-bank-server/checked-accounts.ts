import { dataSet } from "@varde/sandbox";

const { kari, ola } = dataSet.people;

/** Accounts and customers of the data set for the check of a core bank. */
export const checkedAccounts = {
  worldId: "bank",
  debtorBban: kari.current.bban,
  creditorBban: ola.current.bban,
  otherBankBban: dataSet.payees.power.bban,
  rejectingBban: dataSet.magicAccounts[0]?.bban ?? "",
  customerNumber: kari.customerNumber,
  otherCustomerNumber: ola.customerNumber,
};
