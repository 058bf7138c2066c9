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
