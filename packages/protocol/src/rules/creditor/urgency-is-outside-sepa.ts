import { isSepaCountry } from "../../values/country.ts";
import type { Violation } from "../../violation.ts";
import { formatError } from "../rule.ts";
import { creditorCountry } from "./creditor-country.ts";

interface Body {
  readonly serviceLevel?: string;
  readonly creditorAgent?: string;
  readonly creditorAccount: { readonly iban?: string };
  readonly creditorAddress?: { readonly country: string };
}

/** An urgent payment goes abroad, to a country outside SEPA. */
export function urgencyIsOutsideSepa(body: Body): Violation | undefined {
  if (body.serviceLevel === undefined) return undefined;
  const country = creditorCountry(body);
  return country === undefined || isSepaCountry(country)
    ? formatError("/serviceLevel", "is for payments to countries outside SEPA only; leave it out")
    : undefined;
}

/** Products that know no urgency refuse it, rather than make an ordinary payment of it. */
export function urgencyIsAbsent(body: object): Violation | undefined {
  return Reflect.get(body, "serviceLevel") === "URGP"
    ? formatError("/serviceLevel", "is not taken by this product; leave it out")
    : undefined;
}
