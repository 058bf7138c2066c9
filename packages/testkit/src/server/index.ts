export { type RecordedCoreBank, startRecordedCoreBank } from "./recorded-core-bank.ts";
export { ServerFolder } from "./server-folder.ts";
export { writeExampleFiles } from "./write-example-files.ts";
