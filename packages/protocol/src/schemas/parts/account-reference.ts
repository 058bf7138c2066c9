import { limits } from "../../limits.ts";
import { bounds } from "../bounds.ts";
import { object, oneOf, optional, type Static, string, text } from "../schema.ts";
import { currency } from "./amount.ts";

export const bban = text({
  minLength: 1,
  maxLength: limits.bbanCharactersMax,
  description: "an account number without spaces or points, like 86011117947",
});

export const iban = text({
  minLength: 1,
  maxLength: limits.ibanCharactersMax,
  description: "an IBAN in upper case without spaces, like NO9386011117947",
});

export const bic = string({
  minLength: 1,
  maxLength: bounds.bicCharactersMax,
  description: "the BIC of the payee's bank, like DNBANOKK",
});

/** A card account, which has no account number. */
const cardAccountReference = object(
  {
    identification: text({
      minLength: 1,
      maxLength: bounds.identificationCharactersMax,
      description: "the relatedAccount of the card account",
    }),
    schemeNameProprietary: oneOf(["creditCardAccount"]),
  },
  { description: "an object with identification and schemeNameProprietary" },
);

export const bbanAccount = object(
  { bban, currency },
  { description: "an object with bban and currency" },
);

export const bbanOrCardAccount = object(
  { currency, bban: optional(bban), other: optional(cardAccountReference) },
  { description: "an object with currency and either bban or other" },
);

export const bbanOrIbanAccount = object(
  { bban: optional(bban), iban: optional(iban), currency },
  { description: "an object with currency and bban or iban" },
);

export const ibanAccount = object(
  { iban, currency: optional(currency) },
  { description: "an object with iban" },
);

/** An account in responses, and in requests where the currency is optional. */
export const accountReference = object(
  { bban: optional(bban), iban: optional(iban), currency: optional(currency) },
  { description: "an object with bban or iban" },
);
export type AccountReference = Static<typeof accountReference>;
