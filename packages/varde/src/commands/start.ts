import {
  ConfigurationRefused,
  environmentName,
  formatDefault,
  isHostSetting,
  StorageRefused,
  sandboxSettings,
  startSandbox,
} from "@varde/sandbox";
import { type Command, CommandFailed } from "../command.ts";
import { configurationOption } from "../find-configuration.ts";
import { loadSettings } from "../load-settings.ts";
import { generalOptions } from "../options.ts";
import { refuseExtraArguments } from "../refuse-extra-arguments.ts";
import { startText } from "../start-text.ts";
import { stopOnSignal } from "../stop/stop-on-signal.ts";

export const start: Command = {
  usage: ["start [--config FILE]"],
  about: [
    "Starts the sandbox bank and prints its addresses. It runs until you press Ctrl-C, and " +
      "stores its customers, payments and keys in the folder .varde.",
    "The settings are read from the environment and from a configuration file. An invalid " +
      "setting stops the start. The settings in which banks differ, like the path prefix, are " +
      "listed by\n  varde config",
    "A second bank can run beside the first on another PORT, with its own https port and data " +
      "folder. The other commands use the bank at http://127.0.0.1:8080 unless you give another " +
      "with --bank or VARDE_BANK. A TPP remembers the bank it was made at.",
  ],
  options: { ...configurationOption, ...generalOptions },
  environment: Object.entries(sandboxSettings)
    .filter(([name]) => isHostSetting(name) || name === "trust")
    .map(([name, declared]) => {
      const about = declared.about.charAt(0).toUpperCase() + declared.about.slice(1);
      const text = `${about}. Default: ${formatDefault(declared)}.`;
      return [environmentName(name, declared), text.replaceAll("`", "")];
    }),
  examples: [
    { line: "varde start" },
    { line: "PORT=9090 varde start", about: "A second bank" },
    { line: "varde start --config bank.json", about: "With your bank's settings" },
    { line: "DATABASE_URL=postgres://varde@localhost/varde varde start", about: "On PostgreSQL" },
  ],
  run: async (invocation) => {
    const { words, terminal, program } = invocation;
    refuseExtraArguments(words);
    const settings = loadSettings(invocation);
    try {
      const sandbox = await startSandbox(settings);
      stopOnSignal(sandbox.close);
      // Printed last: once it is shown, the bank can be stopped.
      terminal.line(startText(sandbox, settings, program));
      const { addresses, warnings } = sandbox;
      const { pathPrefix, dataFolder } = settings;
      terminal.json({ addresses, pathPrefix, dataFolder, warnings });
    } catch (error) {
      if (!(error instanceof ConfigurationRefused || error instanceof StorageRefused)) throw error;
      throw new CommandFailed(error.message, { cause: error });
    }
  },
};
