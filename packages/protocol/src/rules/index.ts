export { checkRules } from "./check-rules.ts";
export { creditorCountry } from "./creditor-country.ts";
export { checkFundsConfirmationRules } from "./funds-confirmation-rules.ts";
export type { KidAgreement, RuleFacts } from "./rule-facts.ts";
