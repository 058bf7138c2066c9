/** The purpose codes that the interface accepts, a subset of the ISO 20022 external list. */
export const purposeCodes = [
  "INVS",
  "SALA",
  "IDCP",
  "CASH",
  "CORT",
  "INTC",
  "PENS",
  "SSBE",
  "SUPP",
  "TAXS",
  "TREA",
  "VATX",
  "LOAN",
  "OTHR",
] as const;
export type PurposeCode = (typeof purposeCodes)[number];
