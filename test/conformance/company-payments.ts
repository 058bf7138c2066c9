import { dataSet } from "@varde/sandbox";
import { aPayment } from "@varde/testkit/payments";

/** The accounts of a company where two people sign: of the first, one signs small amounts alone. */
export const [daily, project] = dataSet.companies.lyngrabben.accounts;

let number = 0;
/** A payment of a company; the texts differ, so that none is a duplicate. */
export const from = ({ bban }: { readonly bban: string }, kroner: number, changes = {}) => {
  number += 1;
  return aPayment({
    ...exactly(`${kroner}.00`),
    debtorAccount: { bban, currency: "NOK" },
    remittanceInformationUnstructured: `Faktura ${number}`,
    ...changes,
  });
};

export const exactly = (amount: string) => ({ instructedAmount: { amount, currency: "NOK" } });
