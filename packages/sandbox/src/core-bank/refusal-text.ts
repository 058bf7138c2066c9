import { type RefusalReason, refusalReasons } from "@varde/ledger";

/** Reasons why the ledger refused an instruction, in words a TPP can show to its customer. */
const ledgerTexts: Readonly<Record<RefusalReason, string>> = {
  "amount-not-positive": "The amount is not greater than zero.",
  "debtor-unknown": "The debtor account is closed.",
  "debtor-not-payable": "The debtor account may no longer make payments.",
  "creditor-unknown": "The creditor account is closed.",
  "creditor-is-debtor": "Debtor and creditor account are the same.",
  "currency-unknown": "The currency is not supported.",
  "amount-too-small": "The amount is too small to be exchanged.",
  "amount-too-large": "The amount is too large.",
  "balance-too-large": "The payee's account cannot receive so much.",
  "counterparty-refused": "The payee's bank has refused the payment.",
  "counterparty-silent": "The payee's bank did not respond in time.",
};

/** The most common reason codes between banks (ISO 20022). */
const codeTexts: Readonly<Record<string, string>> = {
  AC01: "The account number of the payee is wrong",
  AC03: "The account number of the payee is not valid",
  AC04: "The account of the payee is closed",
  AC06: "The account of the payee is blocked",
  AG01: "The account of the payee does not accept this kind of payment",
  BE01: "The name of the payee does not match the account",
  MD07: "The payee has died",
  MS03: "The payee's bank gave no reason",
  NARR: "The bank could not make the payment and gave no further reason",
};

/** Returns a sentence for a reason of the ledger or of another bank. */
export const refusalText = (reason: string | null): string => {
  if (isLedgerReason(reason)) return ledgerTexts[reason];
  if (reason === null) return "The payee's bank has rejected the payment.";
  return Object.hasOwn(codeTexts, reason)
    ? `${codeTexts[reason]} (${reason}).`
    : `The payment was rejected with the reason code ${reason}.`;
};

const isLedgerReason = (reason: string | null): reason is RefusalReason =>
  refusalReasons.some((known) => known === reason);
