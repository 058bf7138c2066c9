import { limits } from "../../limits.ts";
import { accountReference } from "../parts/account-reference.ts";
import { amount } from "../parts/amount.ts";
import { object, optional, type Static, text } from "../schema.ts";

/** A request to confirm that an account has an amount available. */
export const fundsConfirmationBody = object({
  account: accountReference,
  instructedAmount: amount,
  creditor: optional(text({ maxLength: limits.nameCharactersMax })),
});
export type FundsConfirmationBody = Static<typeof fundsConfirmationBody>;
