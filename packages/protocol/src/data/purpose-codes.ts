/** The purposes of a payment the interface knows, a part of the ISO 20022 external list. */
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
