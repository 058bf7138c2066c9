export { checkServer } from "./check-server.ts";
export { type LoadedServer, loadServerSettings } from "./configuration/load-server-settings.ts";
export { readYamlFields } from "./configuration/read-yaml-fields.ts";
export {
  isServerSetting,
  sandboxSettingsRefused,
  serverSettings,
} from "./configuration/server-settings.ts";
export { findStorage } from "./open-bank.ts";
export { openResponseSigner } from "./ports/response-signer.ts";
export { type RunningServer, startServer } from "./start-server.ts";
