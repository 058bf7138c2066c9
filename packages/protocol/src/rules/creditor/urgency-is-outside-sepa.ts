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

/** Allows an urgent payment only to a country outside SEPA. */
export function urgencyIsOutsideSepa(body: Body): Violation | undefined {
  if (body.serviceLevel === undefined) return undefined;
  const country = creditorCountry(body);
  return country === undefined || isSepaCountry(country)
    ? formatError(
        "/serviceLevel",
        "is only allowed for payments to countries outside SEPA; leave it out",
      )
    : undefined;
}

/** Refuses urgency for products that do not support it, so that no payment is silently slower. */
export function urgencyIsAbsent(body: object): Violation | undefined {
  return Reflect.get(body, "serviceLevel") === "URGP"
    ? formatError("/serviceLevel", "is not supported by this product; leave it out")
    : undefined;
}
