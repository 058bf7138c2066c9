import { ConfigurationRefused, readSettings, type Settings } from "@varde/sandbox";
import { CommandFailed, type Invocation } from "./command.ts";
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
    throw new CommandFailed(error.message, { cause: error });
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
