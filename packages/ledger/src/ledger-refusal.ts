/** The reason why the ledger did not do what it was asked to do. Nothing was changed. */
export interface LedgerRefusal {
  readonly refused: "below-credit-line" | "account-unknown" | "account-in-use" | "number-taken";
  readonly text: string;
}

export const accountUnknown: LedgerRefusal = {
  refused: "account-unknown",
  text: "There is no such open account.",
};

export const isLedgerRefusal = (result: object | undefined): result is LedgerRefusal =>
  result !== undefined && "refused" in result;
