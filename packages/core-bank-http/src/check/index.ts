export type { DescribedRule, RuleReport } from "@varde/bank/contracts";
export { checkCoreBank, contractRules } from "./check-core-bank.ts";
export {
  type CheckedAccounts,
  type CheckedMandates,
  findMandatesFault,
} from "./checked-accounts.ts";
