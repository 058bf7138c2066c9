import { limits } from "../../limits.ts";
import { bounds } from "../bounds.ts";
import { list, object, optional, type Static, sentText, text } from "../schema.ts";

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
  // The soft hyphen is dropped when the text is sent.
  pattern: "[^\\u00AD]",
  maxLength: limits.remittanceUnstructuredCharactersMax,
});
