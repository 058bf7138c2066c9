import { countries } from "../../data/countries.ts";
import { limits } from "../../limits.ts";
import { bounds } from "../bounds.ts";
import { object, oneOf, optional, type Static, sentText } from "../schema.ts";

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
