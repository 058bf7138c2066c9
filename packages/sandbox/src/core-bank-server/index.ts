export { type CoreBankOptions, type RunningCoreBank, startCoreBank } from "./start-core-bank.ts";
