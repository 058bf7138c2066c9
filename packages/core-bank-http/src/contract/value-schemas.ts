import { type Currency, currencies, type Schema, schemaType } from "@varde/protocol";

const { string, integer, oneOf } = schemaType;

const idCharactersMax = 200;

/** Schemas of single values. */
export const valueSchemas = {
  id: string({
    minLength: 1,
    maxLength: idCharactersMax,
    description: "an id of up to 200 characters",
  }),
  minor: string({
    pattern: "^-?[0-9]{1,18}$",
    description: "an amount in minor units, as a string of digits",
  }),
  partsPerMillion: string({
    pattern: "^[0-9]{1,18}$",
    description: "a number of millionths, as a string of digits",
  }),
  currency: oneOf<Currency>(currencies, { description: "a currency code of ISO 4217" }),
  day: string({
    pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
    description: "a day in Oslo, YYYY-MM-DD",
  }),
  instant: integer({ description: "an instant in milliseconds since 1970" }),
  count: integer({ minimum: 0, description: "a number of 0 or more" }),
  line: string({ maxLength: 1_000, description: "a text of up to 1000 characters" }),
};

/** Returns a schema with the description of one of the fields that have it. */
export const describeField = <S extends Schema>(schema: S, description: string): S => ({
  ...schema,
  description,
});
