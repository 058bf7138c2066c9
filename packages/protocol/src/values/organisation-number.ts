import { Invalid } from "../invalid.ts";
import type { Brand } from "./brand.ts";

/** The number of a company in the Norwegian register of legal entities. */
export type OrganisationNumber = Brand<"OrganisationNumber">;

const form = /^[0-9]{9}$/;
const weights = [3, 2, 7, 6, 5, 4, 3, 2, 1];

export function parseOrganisationNumber(text: string): OrganisationNumber | Invalid {
  if (!form.test(text)) return new Invalid("is not an organisation number; give its 9 digits");
  const sum = weights.reduce((total, weight, index) => total + weight * Number(text[index]), 0);
  return sum % 11 === 0
    ? (text as OrganisationNumber)
    : new Invalid("has a wrong check digit; one digit may be mistyped");
}

/** Returns whether the number belongs to the series reserved for tests. */
export function isSyntheticOrganisationNumber(number: OrganisationNumber): boolean {
  return number.startsWith("2") || number.startsWith("3");
}
