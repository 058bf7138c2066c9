import type { CheckedAccounts } from "@varde/core-bank-http/check";
import { dataSet } from "@varde/sandbox";

const { kari, ola } = dataSet.people;
const { sunniva, trym, eline, bjarte } = dataSet.representatives;

/** Accounts and customers of the data set for the check of a core bank. */
export const checkedAccounts: CheckedAccounts = {
  worldId: "bank",
  debtorBban: kari.current.bban,
  creditorBban: ola.current.bban,
  otherBankBban: dataSet.payees.power.bban,
  rejectingBban: dataSet.magicAccounts[0]?.bban ?? "",
  customerNumber: kari.customerNumber,
  otherCustomerNumber: ola.customerNumber,
  mandates: {
    bban: dataSet.companies.lyngrabben.accounts[0].bban,
    amountMinor: "4000000",
    signers: [sunniva.customerNumber, trym.customerNumber],
    preparer: eline.customerNumber,
    viewer: bjarte.customerNumber,
    alone: { paymentMinor: "2500000", dayMinor: "10000000" },
  },
};
