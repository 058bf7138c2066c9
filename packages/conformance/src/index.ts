export type { BankToCheck, CheckOptions } from "./bank-to-check.ts";
export { type CaseChange, type CaseFacts, checkGroups, levelOf } from "./checks/check.ts";
export { bankChecks } from "./checks/index.ts";
export * from "./client/index.ts";
export { buildHar } from "./reports/har.ts";
export { bankCases } from "./reports/junit.ts";
export type {
  BankReport,
  CheckReport,
  Imitation,
  MadeCounts,
  ResultKind,
} from "./reports/report.ts";
export { resultKinds } from "./reports/report.ts";
export { type ExpectedFailure, judgeRun, type Verdict } from "./run/expected-failures.ts";
export { isChosen, planScas } from "./run/needs.ts";
export { runChecks } from "./run/run-checks.ts";
export { openCommandSca } from "./sca/command.ts";
export { openManualSca } from "./sca/manual.ts";
export { type ScaDriver, ScaNotCompleted, type ScaWish } from "./sca/sca-driver.ts";
export { openVardeSandbox } from "./sca/varde.ts";
export { interfaceRelease, suiteVersion } from "./suite.ts";
export { changeBody } from "./wire/change.ts";
export type { Exchange, HeaderLine } from "./wire/exchange.ts";
export type { Identity } from "./wire/sign.ts";
