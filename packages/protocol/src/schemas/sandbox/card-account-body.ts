import { limits } from "../../limits.ts";
import { bounds } from "../bounds.ts";
import { currency } from "../parts/amount.ts";
import { object, optional, type Static, string, text } from "../schema.ts";
import { looseAmountValue, sandboxBalances } from "./account-body.ts";
import { customerNumber } from "./customer-body.ts";

/** A card account of test data. The card number is masked, so that no real one is ever stored. */
export const sandboxCardAccountBody = object({
  customerNumber,
  accountName: text({ minLength: 1, maxLength: limits.nameCharactersMax }),
  maskedPan: string({
    pattern: "^[0-9]{0,6}[*xX]{4,12}[0-9]{0,4}$",
    description: "a masked card number, like 525412******3241",
  }),
  currency,
  product: optional(text({ maxLength: limits.referenceCharactersMax })),
  creditLimit: optional(looseAmountValue),
  relatedAccount: optional(text({ maxLength: bounds.identificationCharactersMax })),
  balances: optional(sandboxBalances),
});
export type SandboxCardAccountBody = Static<typeof sandboxCardAccountBody>;
