export {
  type AmountOptions,
  type FractionDigits,
  formatAmount,
  parseAmount,
  parseLooseAmount,
  parseSignedAmount,
} from "./amount.ts";
export {
  type ForeignBban,
  hasBbanCheckDigit,
  type NorwegianBban,
  parseForeignBban,
  parseNorwegianBban,
} from "./bban.ts";
export { type Bic, countryOfBic, parseBic } from "./bic.ts";
export type { Brand } from "./brand.ts";
export { isCountry, isSepaCountry } from "./country.ts";
export { type CustomerNumber, parseCustomerNumber } from "./customer-number.ts";
export { formatDateTime, parseDateTime } from "./date-time.ts";
export { parseHttpBoolean } from "./http-boolean.ts";
export {
  extractNorwegianBban,
  formatNorwegianIban,
  type Iban,
  type IbanOptions,
  parseIban,
} from "./iban.ts";
export {
  type IdentityNumber,
  isSyntheticIdentityNumber,
  parseIdentityNumber,
} from "./identity-number.ts";
export { type IpAddress, parseIpAddress } from "./ip-address.ts";
export { dayOneYearAfter, type IsoDate, isIsoDate, parseIsoDate } from "./iso-date.ts";
export { type Kid, type KidModulus, kidCheckDigit, parseKid } from "./kid.ts";
export { minorUnitsOf } from "./minor-units-of.ts";
export {
  isSyntheticOrganisationNumber,
  type OrganisationNumber,
  parseOrganisationNumber,
} from "./organisation-number.ts";
export { parseRedirectUri, type RedirectUri, type RedirectUriOptions } from "./redirect-uri.ts";
export { isRequestId, parseRequestId, type RequestId } from "./request-id.ts";
export { isSentUnchanged, parseSentText } from "./sent-text.ts";
export { countCharacters, isProcessableText, parseText } from "./text.ts";
export { parseUuid, type Uuid } from "./uuid.ts";
