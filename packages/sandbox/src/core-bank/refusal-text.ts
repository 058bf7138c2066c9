import { type RefusalReason, refusalReasons } from "@varde/ledger";

/** Why the ledger would not carry out an instruction, as a TPP can tell its customer. */
const ledgerTexts: Readonly<Record<RefusalReason, string>> = {
  "amount-not-positive": "The amount is not greater than zero.",
  "debtor-unknown": "The account that pays is closed.",
  "debtor-not-payable": "The account that pays may no longer make payments.",
  "creditor-unknown": "The account that is paid is closed.",
  "creditor-is-debtor": "The account that pays is the account that is paid.",
  "currency-unknown": "The bank does not deal in the currency.",
  "counterparty-refused": "The payee's bank has refused the payment.",
  "counterparty-silent": "The payee's bank did not answer in time.",
};

/** The commoner of the reason codes that banks give each other (ISO 20022). */
const codeTexts: Readonly<Record<string, string>> = {
  AC01: "The account number of the payee is wrong",
  AC03: "The account number of the payee is not valid",
  AC04: "The account of the payee is closed",
  AC06: "The account of the payee is blocked",
  AG01: "The account of the payee does not take such payments",
  BE01: "The name of the payee does not go with the account",
  MD07: "The payee has died",
  MS03: "The payee's bank gave no reason",
  NARR: "The bank could not make the payment and gave no further reason",
};

/** A sentence about a reason of the ledger's own, or of another bank. */
export const refusalText = (reason: string | null): string => {
  if (isLedgerReason(reason)) return ledgerTexts[reason];
  if (reason === null) return "The payee's bank has rejected the payment.";
  return Object.hasOwn(codeTexts, reason)
    ? `${codeTexts[reason]} (${reason}).`
    : `The payment was turned down with the reason code ${reason}.`;
};

const isLedgerReason = (reason: string | null): reason is RefusalReason =>
  refusalReasons.some((known) => known === reason);
