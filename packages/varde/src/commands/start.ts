import { readSettings, SettingsRefused, StorageRefused, startSandbox } from "@varde/sandbox";
import { type Command, CommandFailed } from "../command.ts";
import { generalOptions } from "../options.ts";
import { refuseExtraArguments } from "../refuse-extra-arguments.ts";
import { startText } from "../start-text.ts";
import { stopOnSignal } from "../stop/stop-on-signal.ts";

export const start: Command = {
  usage: ["start"],
  about: [
    "Starts the sandbox bank and prints its addresses. It runs until you press Ctrl-C, and " +
      "stores its customers, payments and keys in the folder .varde.",
    "The settings are read from the environment. An invalid setting stops the start with one " +
      "sentence.",
    "A second bank can run beside the first on another PORT, with its own https port and data " +
      "folder. The other commands use the bank at http://127.0.0.1:8080 unless you give another " +
      "with --bank or VARDE_BANK. A TPP remembers the bank it was made at.",
  ],
  options: { help: generalOptions.help },
  environment: [
    ["PORT", "The port for http. Default: 8080. 0 chooses a free one."],
    ["HTTPS_PORT", "The port for https, or off. Default: PORT + 363, so 8443."],
    ["HOST", "The address to listen on. Default: 127.0.0.1, which only this machine can reach."],
    ["VARDE_DATA", "The data folder. Default: .varde, or .varde-PORT for another PORT than 8080."],
    ["DATABASE_URL", "A PostgreSQL database to use instead of SQLite."],
    ["VARDE_TRUST", "Accepted certificates: any or sandbox-ca. Default: any on loopback."],
    ["VARDE_ISOLATION", "Whether each TPP has its own world: tpp (default) or shared."],
    ["VARDE_SYNTHETIC", "Whether customer numbers must be synthetic: preferred or required."],
    ["VARDE_HISTORY", "Whether customers earn and spend as time passes: ends or continues."],
    ["VARDE_SCENARIOS", "A JSON file with scenarios for every world."],
    ["VARDE_LOG", "Where the log is written: file, stdout or none."],
    ["VARDE_BANK", "The address of the bank, for the other commands."],
    ["VARDE_CONTROL_TOKEN", "A bearer token that lets other machines use the control API."],
  ],
  examples: [
    { line: "varde start" },
    { line: "PORT=9090 varde start", about: "A second bank" },
    { line: "DATABASE_URL=postgres://varde@localhost/varde varde start", about: "On PostgreSQL" },
  ],
  run: async ({ words, environment, terminal, program }) => {
    refuseExtraArguments(words);
    try {
      const settings = readSettings(environment);
      const sandbox = await startSandbox(settings);
      stopOnSignal(sandbox.close);
      // Printed last: once it is shown, the bank can be stopped.
      terminal.line(startText(sandbox, settings, program));
    } catch (error) {
      if (!(error instanceof SettingsRefused) && !(error instanceof StorageRefused)) throw error;
      throw new CommandFailed(error.message, { cause: error });
    }
  },
};
