export { countries } from "./countries.ts";
export { type Currency, currencies, currencyMinorUnits } from "./currencies.ts";
export { purposeCodes } from "./purpose-codes.ts";
export { regulatoryReportingCodes } from "./regulatory-reporting-codes.ts";
export { sepaCountries } from "./sepa-countries.ts";
