export { checkFundsConfirmationRules } from "../body-rules.ts";
export { checkRules } from "../payment-schemas.ts";
export { creditorCountry } from "./creditor/creditor-country.ts";
export { agentMissing } from "./creditor/currency-account-has-agent.ts";
export { namesOf } from "./creditor/names-can-be-sent.ts";
export type { KidAgreement, RuleFacts } from "./rule.ts";
