import { ConfigurationRefused, readSettings, type Settings } from "@varde/sandbox";
import { CommandFailed, type Invocation, type OptionTable } from "../command.ts";
import { findConfiguration } from "./find-configuration.ts";

/** Reads the settings of `varde start`. Invalid settings end the command. */
export const loadSettings = (invocation: Invocation): Settings =>
  failIfRefused(() => readSettings(invocation.environment, findConfiguration(invocation)));

/** Returns what is loaded. A refused configuration ends the command. */
export const failIfRefused = <Value>(load: () => Value): Value => {
  try {
    return load();
  } catch (error) {
    if (!(error instanceof ConfigurationRefused)) throw error;
    throw CommandFailed.because(error);
  }
};

/**
 * Reads the settings for a command that works on the database of any bank. Only varde start refuses
 * production.
 */
export const loadSettingsInAnyMode = (invocation: Invocation): Settings =>
  loadSettings({
    ...invocation,
    environment: { ...invocation.environment, NODE_ENV: undefined, VARDE_MODE: undefined },
  });

export const productionOption = {
  production: {
    about:
      "The database is that of a bank in production, without the tables of a sandbox; --config " +
      "then names the file of varde serve. A folder of banks is in production anyway.",
  },
} as const satisfies OptionTable;

/** Settings that banks in production and sandboxes have. */
export type BankSettings = Pick<
  Settings,
  "bankName" | "databaseUrl" | "migrationDatabaseUrl" | "dataFolder" | "retentionDays"
>;
