export {
  type AmountOptions,
  type FractionDigits,
  formatAmount,
  minorUnitsOf,
  parseAmount,
  parseLooseAmount,
  parseSignedAmount,
} from "./amount.ts";
export {
  extractNorwegianBban,
  type ForeignBban,
  formatNorwegianIban,
  hasBbanCheckDigit,
  type Iban,
  type IbanOptions,
  type NorwegianBban,
  parseForeignBban,
  parseIban,
  parseNorwegianBban,
} from "./bban-and-iban.ts";
export { type Bic, countryOfBic, parseBic } from "./bic.ts";
export type { Brand } from "./brand.ts";
export { isCountry, isSepaCountry } from "./country.ts";
export {
  dayOneYearAfter,
  formatDateTime,
  type IsoDate,
  isIsoDate,
  parseDateTime,
  parseIsoDate,
} from "./dates.ts";
export {
  type IpAddress,
  isRequestId,
  parseHttpBoolean,
  parseIpAddress,
  parseRedirectUri,
  parseRequestId,
  parseUuid,
  type RedirectUri,
  type RedirectUriOptions,
  type RequestId,
  type Uuid,
} from "./http-values.ts";
export {
  type CustomerNumber,
  type IdentityNumber,
  isSyntheticIdentityNumber,
  isSyntheticOrganisationNumber,
  type OrganisationNumber,
  parseCustomerNumber,
  parseIdentityNumber,
  parseOrganisationNumber,
} from "./identity-numbers.ts";
export { type Kid, type KidModulus, kidCheckDigit, parseKid } from "./kid.ts";
export { isSentUnchanged, parseSentText } from "./sent-text.ts";
export { countCharacters, isProcessableText, parseText } from "./text.ts";
