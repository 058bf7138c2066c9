import { countryOfBic, parseBic } from "../../values/bic.ts";

interface Body {
  readonly creditorAgent?: string;
  readonly creditorAccount: { readonly iban?: string };
  readonly creditorAddress?: { readonly country: string };
}

/**
 * Where a payment goes: the country of the creditor's account, by its IBAN or its bank, and only
 * without them the country the creditor lives in.
 */
export function creditorCountry(body: Body): string | undefined {
  if (body.creditorAccount.iban !== undefined) return body.creditorAccount.iban.slice(0, 2);
  const bic = parseBic(body.creditorAgent ?? "");
  return bic.ok ? countryOfBic(bic.value) : body.creditorAddress?.country;
}
