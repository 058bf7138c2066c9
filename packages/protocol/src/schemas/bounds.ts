/** Bounds on fields for which the interface has none, so that every field is bounded. */
export const bounds = {
  addressPartCharactersMax: 70,
  identificationCharactersMax: 70,
  idCharactersMax: 128,
  bicCharactersMax: 11,
  bulkPaymentsMax: 1000,
  executionMonthsMax: 11,
  structuredReferencesMax: 100,
  emailCharactersMax: 254,
  sandboxIdCharactersMax: 70,
  sandboxTransactionsMax: 1000,
  sandboxBalancesMax: 20,
  sandboxEngagementsMax: 500,
} as const;
