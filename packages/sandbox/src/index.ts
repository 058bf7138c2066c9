export {
  buildConfigurationSchema,
  ConfigurationRefused,
  environmentName,
  formatDefault,
  formatSettings,
  type SettingTable,
} from "@varde/bank";
export type { Scenario } from "@varde/protocol";
export { DataFolderInUse, StorageRefused, StorageUnavailable } from "@varde/storage";
export type {
  CertificateAuthority,
  KeyPair,
  MakeRsaKeyPair,
  TppCertificate,
} from "./certificate-authority/index.ts";
export { readStoredResponseIdentity } from "./certificate-authority/index.ts";
export { describeControl } from "./control/describe-control.ts";
export type { ClockState } from "./control/world/advance-world.ts";
export type { WorldControl } from "./control/world/world-control.ts";
export { ControlRefused } from "./control-refused.ts";
export {
  type BankIdentity,
  type DataSet,
  dataSet,
  dataSetFor,
  describeDataSet,
  sandboxBanks,
} from "./data-set/index.ts";
export { everyMigration, type Sandbox, type SandboxOptions } from "./open-sandbox.ts";
export type { Replay, ReplayDifference } from "./requests/recordings/compare-response.ts";
export { createSandboxParts, type SandboxParts } from "./sandbox-parts.ts";
export type { StoredScenario } from "./scenarios/stored-scenarios.ts";
export { type MigrationRequest, migrateDatabase } from "./start/migrate-database.ts";
export { isHostSetting, sandboxSettings } from "./start/sandbox-settings.ts";
export { seededIds } from "./start/seeded-ids.ts";
export { readSettings, type Settings } from "./start/settings.ts";
export { banksMax, settingsOfBanks, startSandboxes } from "./start/several-banks.ts";
export {
  startBank,
  startBanks,
  type TestBank,
  type TestBankOptions,
  type TestBanks,
  type TestBanksOptions,
} from "./start/start-bank.ts";
export { type RunningSandbox, startSandbox } from "./start/start-sandbox.ts";
