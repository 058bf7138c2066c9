import { schemaType } from "@varde/protocol";
import { routes } from "./instruction-schemas.ts";
import type { PriceList } from "./price-list.ts";
import { describeField, valueSchemas } from "./value-schemas.ts";
import { schemaOf } from "./wire.ts";

const { currency, minor, partsPerMillion } = valueSchemas;
const { boolean, list, object, oneOf, optional, string } = schemaType;

export const feeSchema = object(
  {
    route: oneOf(routes),
    countries: optional(list(string({ pattern: "^[A-Z]{2}$" }))),
    isUrgent: optional(boolean()),
    feeMinor: minor,
  },
  {
    description:
      "the fee of payments with this route and, if given, these countries of the payee's bank " +
      "and this urgency",
  },
);

export const rateSchema = object(
  {
    currency,
    ratePpm: string({
      pattern: "^[1-9][0-9]{0,17}$",
      description: "a number of millionths above 0",
    }),
  },
  { description: "the price of one unit of a currency in NOK, in millionths" },
);

/**
 * Fees and rates. The ports quote synchronously, so the bank holds the list in memory and reads it
 * again every minute.
 */
export const priceListSchema = schemaOf<PriceList>()(
  object(
    {
      feeCurrency: currency,
      fees: list(feeSchema, {
        description: "at least one for each route; the first that fits a payment counts",
      }),
      conversionPpm: describeField(
        partsPerMillion,
        "millionths of the debited amount that are added when a currency is exchanged",
      ),
      rates: list(rateSchema, { description: "one for each currency, and 1000000 for NOK" }),
    },
    { description: "fees and exchange rates" },
  ),
);
