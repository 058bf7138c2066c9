export { StorageRefused } from "@varde/storage";
export {
  type CertificateAuthority,
  type TppCertificate,
  tppCertificateKinds,
} from "./certificate-authority/index.ts";
export { dataSet, describeDataSet } from "./data-set/index.ts";
export { everyMigration, type Sandbox, type SandboxOptions } from "./open-sandbox.ts";
export { buildOpenApi, formatErrors, formatOperations, type OpenApi } from "./reference/index.ts";
export { readSettings, type Settings, SettingsRefused } from "./settings.ts";
export { startBank, type TestBank } from "./start-bank.ts";
export { type RunningSandbox, startSandbox } from "./start-sandbox.ts";
