import { countries } from "../../data/countries.ts";
import { purposeCodes } from "../../data/payment-codes.ts";
import { limits } from "../../limits.ts";
import { bounds } from "../bounds.ts";
import {
  list,
  object,
  oneOf,
  optional,
  type RefusedFields,
  type Static,
  sentText,
  text,
} from "../schema.ts";

export const creditorName = sentText({
  minLength: 1,
  maxLength: limits.nameCharactersMax,
  // At least one visible character: the soft hyphen is dropped when the name is sent.
  pattern: "[^\\s\\u00AD]",
  description: `the payee's name, at most ${limits.nameCharactersMax} characters`,
});

export const ultimateDebtor = sentText({ maxLength: limits.nameCharactersMax });

export const endToEndIdentification = text({
  minLength: 1,
  maxLength: limits.referenceCharactersMax,
});

const part = sentText({ maxLength: bounds.addressPartCharactersMax });

export const address = object(
  {
    street: optional(sentText({ maxLength: limits.streetCharactersMax })),
    buildingNumber: optional(part),
    postalCode: optional(part),
    city: optional(part),
    country: oneOf(countries, { description: "a country code of two letters, like NO" }),
  },
  { description: 'an object with at least the country, like {"country":"NO"}' },
);
export type Address = Static<typeof address>;

export const purposeCode = oneOf(purposeCodes);

const reference = text({ minLength: 1, maxLength: limits.referenceCharactersMax });

export const remittanceReference = object(
  {
    reference,
    referenceType: optional(reference),
    referenceIssuer: optional(reference),
  },
  { description: 'an object with a reference, like {"reference":"12345674"}' },
);
export type RemittanceReference = Static<typeof remittanceReference>;

export const remittanceReferences = list(remittanceReference, {
  maxItems: bounds.structuredReferencesMax,
});

export const remittanceText = sentText({
  minLength: 1,
  // A text of blanks is empty, and the soft hyphen is dropped when the text is sent.
  pattern: "[^\\s\\u00AD]",
  maxLength: limits.remittanceUnstructuredCharactersMax,
});

/** Fields that some products do not support and must not ignore silently. */
export const refusedFields = {
  /** For products without urgent payments; other service levels are ignored. */
  urgency: { serviceLevel: (value) => value === "URGP" },
  /** For products that are executed immediately, so that no date can be requested. */
  executionDay: { requestedExecutionDate: () => true },
} as const satisfies Record<string, RefusedFields>;
