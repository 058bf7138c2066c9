/** The reason why the ledger refused an operation. Nothing was changed. */
export interface LedgerRefusal {
  readonly refused:
    | "below-credit-line"
    | "balance-too-large"
    | "account-unknown"
    | "account-in-use"
    | "number-taken";
  readonly text: string;
}

export const accountUnknown: LedgerRefusal = {
  refused: "account-unknown",
  text: "The account does not exist or is closed.",
};

export const balanceTooLarge: LedgerRefusal = {
  refused: "balance-too-large",
  text: "A balance of the account would have more than 18 digits in the currency's smallest unit.",
};

export const isLedgerRefusal = (result: object | undefined): result is LedgerRefusal =>
  result !== undefined && "refused" in result;
