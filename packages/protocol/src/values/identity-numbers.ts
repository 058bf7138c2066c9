import { Invalid } from "../invalid.ts";
import type { Brand } from "./brand.ts";

/** A national identity number: fødselsnummer or D-number, real or synthetic. */
export type IdentityNumber = Brand<"IdentityNumber">;

const identityNumberForm = /^[0-9]{11}$/;
const firstWeights = [3, 7, 6, 1, 8, 9, 4, 5, 2, 1];
const secondWeights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1];
const syntheticMonthOffsets = [80, 65, 40];
const daysInMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Parses an identity number. Numbers of the series that starts in 2032 are accepted too: their
 * first check digit may leave any of four remainders, and they encode neither sex nor century.
 */
export function parseIdentityNumber(text: string): IdentityNumber | Invalid {
  if (!identityNumberForm.test(text))
    return new Invalid("is not an identity number; give its 11 digits");
  if (!hasDate(text)) return new Invalid("does not start with a date of birth");
  if (weigh(text, firstWeights) > 3 || weigh(text, secondWeights) !== 0) {
    return new Invalid("has wrong check digits; one digit may be mistyped");
  }
  return text as IdentityNumber;
}

/** Returns whether the number is synthetic, that is, made for tests and never a real person's. */
export function isSyntheticIdentityNumber(number: IdentityNumber): boolean {
  return Number(number.slice(2, 4)) > 12;
}

function hasDate(text: string): boolean {
  const firstDigit = Number(text[0]);
  const day = Number(text.slice(0, 2)) - (firstDigit >= 4 ? 40 : 0);
  const written = Number(text.slice(2, 4));
  const month = written - (syntheticMonthOffsets.find((offset) => written > offset) ?? 0);
  const days = daysInMonth[month - 1];
  if (days === undefined || day < 1 || day > days) return false;
  return month !== 2 || day < 29 || Number(text.slice(4, 6)) % 4 === 0;
}

function weigh(text: string, weights: readonly number[]): number {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(text[index]), 0);
  return sum % 11;
}

/** The number of a company in the Norwegian register of legal entities. */
export type OrganisationNumber = Brand<"OrganisationNumber">;

const organisationNumberForm = /^[0-9]{9}$/;
const organisationNumberWeights = [3, 2, 7, 6, 5, 4, 3, 2, 1];

export function parseOrganisationNumber(text: string): OrganisationNumber | Invalid {
  if (!organisationNumberForm.test(text))
    return new Invalid("is not an organisation number; give its 9 digits");
  const sum = organisationNumberWeights.reduce(
    (total, weight, index) => total + weight * Number(text[index]),
    0,
  );
  return sum % 11 === 0
    ? (text as OrganisationNumber)
    : new Invalid("has a wrong check digit; one digit may be mistyped");
}

/** Returns whether the number belongs to the series reserved for tests. */
export function isSyntheticOrganisationNumber(number: OrganisationNumber): boolean {
  return number.startsWith("2") || number.startsWith("3");
}

/** The number a sandbox customer enters to log in: 8 to 11 digits, often an identity number. */
export type CustomerNumber = Brand<"CustomerNumber">;

export function parseCustomerNumber(text: string): CustomerNumber | Invalid {
  return /^[0-9]{8,11}$/.test(text)
    ? (text as CustomerNumber)
    : new Invalid("is not a customer number; give 8 to 11 digits");
}
