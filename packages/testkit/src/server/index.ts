export { BanksFolder, databaseVariable } from "./banks-folder.ts";
export { type RecordedCoreBank, startRecordedCoreBank } from "./recorded-core-bank.ts";
export { ServerFolder, writeExampleFiles } from "./server-folder.ts";
