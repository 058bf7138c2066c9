/** The ledger will not do what it was asked for, and nothing was changed. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly reason: "below-credit-line" | "account-unknown" | "account-in-use" | "number-taken";

  constructor(reason: Refused["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}
