import { limits } from "../../limits.ts";
import { bounds } from "../bounds.ts";
import { currency } from "../parts/amount.ts";
import { object, optional, type Static, string, stringOrNumber, text } from "../schema.ts";
import { looseMoney, sandboxBalances } from "./account-body.ts";
import { customerNumber } from "./customer-body.ts";

const number = stringOrNumber({ maxLength: limits.referenceCharactersMax });

/** A card account of test data. The card number is masked, so that no real one is ever stored. */
export const sandboxCardAccountBody = object({
  customerNumber,
  /** Data scripts use either name. */
  accountName: optional(text({ maxLength: limits.nameCharactersMax })),
  name: optional(text({ maxLength: limits.nameCharactersMax })),
  maskedPan: string({
    pattern: "^[0-9]{0,6}[*xX]{4,12}[0-9]{0,4}$",
    description: "a masked card number, like 525412******3241",
  }),
  currency,
  product: optional(text({ maxLength: limits.referenceCharactersMax })),
  creditLimit: optional(looseMoney),
  relatedAccount: optional(text({ maxLength: bounds.identificationCharactersMax })),
  status: optional(text({ maxLength: limits.referenceCharactersMax })),
  cardId: optional(number),
  cardIdVNo: optional(number),
  accountNumber: optional(number),
  expiryDate: optional(text({ maxLength: limits.referenceCharactersMax })),
  balances: optional(sandboxBalances),
});
export type SandboxCardAccountBody = Static<typeof sandboxCardAccountBody>;
