import { isSepaCountry } from "../../values/country.ts";
import type { Violation } from "../../violation.ts";
import { formatError } from "../rule.ts";

/** The creditor of a SEPA payment has its account in a SEPA country. */
export function sepaCreditorIsInSepa({
  creditorAccount: { iban },
}: {
  readonly creditorAccount: { readonly iban: string };
}): Violation | undefined {
  return isSepaCountry(iban.slice(0, 2))
    ? undefined
    : formatError("/creditorAccount/iban", "is of a country outside SEPA; use another product");
}
