import { limits } from "../../limits.ts";
import { bban, bic, iban } from "../parts/account-reference.ts";
import { currency } from "../parts/amount.ts";
import { links } from "../parts/link.ts";
import { list, object, optional, type Static, string } from "../schema.ts";
import { balance } from "./balances-response.ts";

export const accountDetails = object({
  resourceId: string(),
  bban: optional(bban),
  iban: optional(iban),
  currency,
  name: optional(string({ maxLength: limits.nameCharactersMax })),
  ownerName: optional(string()),
  product: optional(string()),
  cashAccountType: optional(string()),
  bic: optional(bic),
  balances: optional(list(balance)),
  _links: optional(links),
});
export type AccountDetails = Static<typeof accountDetails>;

export const accountListResponse = object({ accounts: list(accountDetails) });
export type AccountListResponse = Static<typeof accountListResponse>;

export const accountDetailsResponse = object({ account: accountDetails });
export type AccountDetailsResponse = Static<typeof accountDetailsResponse>;
