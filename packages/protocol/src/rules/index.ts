export { checkRules } from "./check-rules.ts";
export type { KidAgreement, RuleFacts } from "./rule-facts.ts";
