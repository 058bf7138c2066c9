export { StorageRefused } from "@varde/storage";
export { checkInstallation, checkServer } from "./check-server.ts";
export { memberSettings, processSettings } from "./configuration/installation-settings.ts";
export {
  isInstallation,
  type LoadedInstallation,
  loadInstallation,
} from "./configuration/load-installation.ts";
export { type LoadedServer, loadServerSettings } from "./configuration/load-server-settings.ts";
export { readYamlFields } from "./configuration/read-yaml-fields.ts";
export {
  isServerSetting,
  sandboxSettingsRefused,
  serverSettings,
} from "./configuration/server-settings.ts";
export type { BankReport } from "./installation/bank-slot.ts";
export { installationMetrics, presentBank } from "./installation/installation-metrics.ts";
export { type RunningInstallation, startInstallation } from "./installation/serve-installation.ts";
export { findStorage } from "./open-bank.ts";
export { openResponseSigner } from "./ports/response-signer.ts";
export { type RunningServer, startServer } from "./start-server.ts";
