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

/** The codes of the tax authority for the purpose of a large cross-border transfer. */
export const regulatoryReportingCodes = {
  "14": "goods",
  "26": "rent and royalties",
  "29": "other services",
  "31": "interest",
  "35": "dividend",
  "38": "other return on capital",
  "41": "real estate and rights abroad",
  "43": "direct investment in shares",
  "45": "other direct investment",
  "51": "shares and fund units",
  "52": "bonds",
  "53": "derivatives",
  "71": "life insurance and pension",
  "79": "other financial investment",
  "81": "wages",
  "82": "inheritance and gifts",
} as const;
