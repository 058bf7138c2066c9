/** The reason why the ledger refused an operation. Nothing was changed. */
export interface LedgerRefusal {
  readonly refused: "below-credit-line" | "account-unknown" | "account-in-use" | "number-taken";
  readonly text: string;
}

export const accountUnknown: LedgerRefusal = {
  refused: "account-unknown",
  text: "The account does not exist or is closed.",
};

export const isLedgerRefusal = (result: object | undefined): result is LedgerRefusal =>
  result !== undefined && "refused" in result;
