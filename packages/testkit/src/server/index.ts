export { type RecordedCoreBank, startRecordedCoreBank } from "./recorded-core-bank.ts";
export { ServerFolder } from "./server-folder.ts";
