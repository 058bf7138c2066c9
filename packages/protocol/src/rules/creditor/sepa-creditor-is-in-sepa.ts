import { isSepaCountry } from "../../values/country.ts";
import type { Violation } from "../../violation.ts";
import { formatError } from "../rule.ts";

/** Requires the creditor account of a SEPA payment to be in a SEPA country. */
export function sepaCreditorIsInSepa({
  creditorAccount: { iban },
}: {
  readonly creditorAccount: { readonly iban: string };
}): Violation | undefined {
  return isSepaCountry(iban.slice(0, 2))
    ? undefined
    : formatError(
        "/creditorAccount/iban",
        "belongs to a country outside SEPA; use another product",
      );
}
