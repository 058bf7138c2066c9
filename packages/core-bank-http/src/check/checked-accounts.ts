/** Accounts and customers of a test system that nothing else uses. */
export interface CheckedAccounts {
  readonly worldId: string;
  /** The BBAN of an open account in NOK that may pay and has 100 kroner or more. */
  readonly debtorBban: string;
  /** The BBAN of another open account in NOK that may pay. */
  readonly creditorBban: string;
  /** A BBAN at another bank; without it, rules about later outcomes are skipped. */
  readonly otherBankBban?: string;
  /** A BBAN at another bank, which rejects every payment. */
  readonly rejectingBban?: string;
  readonly customerNumber: string;
  /** The number of a customer who may use an account that the first may not. */
  readonly otherCustomerNumber: string;
}
