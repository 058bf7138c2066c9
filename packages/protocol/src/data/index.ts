export { type Country, countries } from "./countries.ts";
export { type Currency, currencies, currencyMinorUnits } from "./currencies.ts";
export { type PurposeCode, purposeCodes } from "./purpose-codes.ts";
export {
  type RegulatoryReportingCode,
  regulatoryReportingCodes,
} from "./regulatory-reporting-codes.ts";
export { sepaCountries } from "./sepa-countries.ts";
