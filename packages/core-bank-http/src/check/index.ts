export type { RuleReport } from "@varde/bank/contracts";
export { checkCoreBank } from "./check-core-bank.ts";
export type { CheckedAccounts } from "./checked-accounts.ts";
