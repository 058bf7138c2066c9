import { isInvalid } from "../../invalid.ts";
import { countryOfBic, parseBic } from "../../values/bic.ts";

interface Body {
  readonly creditorAgent?: string;
  readonly creditorAccount: { readonly iban?: string };
  readonly creditorAddress?: { readonly country: string };
}

/**
 * Returns the destination country of a payment: that of the creditor's IBAN, else of the creditor's
 * bank, else of the creditor's address.
 */
export function creditorCountry(body: Body): string | undefined {
  if (body.creditorAccount.iban !== undefined) return body.creditorAccount.iban.slice(0, 2);
  const bic = parseBic(body.creditorAgent ?? "");
  return isInvalid(bic) ? body.creditorAddress?.country : countryOfBic(bic);
}
