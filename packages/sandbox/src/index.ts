export {
  buildConfigurationSchema,
  ConfigurationRefused,
  environmentName,
  formatDefault,
  formatSettings,
  type SettingTable,
} from "@varde/bank";
export type { Scenario } from "@varde/protocol";
export { StorageRefused } from "@varde/storage";
export type {
  CertificateAuthority,
  KeyPair,
  MakeRsaKeyPair,
  TppCertificate,
} from "./certificate-authority/index.ts";
export { describeControl } from "./control/describe-control.ts";
export type { ClockState } from "./control/world/advance-world.ts";
export type { WorldControl } from "./control/world/world-control.ts";
export { ControlRefused } from "./control-refused.ts";
export { dataSet, describeDataSet } from "./data-set/index.ts";
export { type MigrationRequest, migrateDatabase } from "./migrate-database.ts";
export { everyMigration, type Sandbox, type SandboxOptions } from "./open-sandbox.ts";
export { createSandboxParts, type SandboxParts } from "./sandbox-parts.ts";
export { isHostSetting, sandboxSettings } from "./sandbox-settings.ts";
export type { StoredScenario } from "./scenarios/stored-scenarios.ts";
export { seededIds } from "./seeded-ids.ts";
export { readSettings, type Settings } from "./settings.ts";
export { startBank, type TestBank, type TestBankOptions } from "./start-bank.ts";
export { type RunningSandbox, startSandbox } from "./start-sandbox.ts";
