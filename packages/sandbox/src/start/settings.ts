import {
  ConfigurationRefused,
  environmentName,
  type LoadedConfiguration,
  loadConfiguration,
} from "@varde/bank";
import { sandboxSettings } from "./sandbox-settings.ts";

type Loaded = LoadedConfiguration<typeof sandboxSettings>;

/** Settings the sandbox is started with, and where each comes from. */
export type Settings = Loaded["values"] & Pick<Loaded, "sources" | "warnings">;

/** Reads the settings from the environment and a configuration file. */
export const readSettings = (
  environment: Readonly<Record<string, string | undefined>>,
  file?: string,
): Settings => {
  refuseProduction(environment.VARDE_MODE ?? environment.NODE_ENV, environment);
  const { values, ...origin } = loadConfiguration(sandboxSettings, { environment, file });
  refuseProduction(values.mode, environment);
  return { ...values, ...origin };
};

/** Settings that only a sandbox has; a bank with real customers must not have them. */
const sandboxOnly = [
  "trust",
  "isolation",
  "worldDays",
  "sandboxLimits",
  "syntheticNumbers",
  "history",
  "profiles",
  "crossBorderDays",
  "scenarioFile",
  "controlToken",
] as const;

const refuseProduction = (
  mode: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): void => {
  if (mode !== "production") return;
  const named = sandboxOnly
    .map((name) => environmentName(name, sandboxSettings[name]))
    .find((name) => environment[name] !== undefined);
  throw new ConfigurationRefused(
    named === undefined
      ? "The sandbox cannot run in production mode; unset mode, VARDE_MODE and NODE_ENV."
      : `${named} cannot be set in production mode; unset it, or VARDE_MODE and NODE_ENV.`,
  );
};
