import { readSettings, SettingsRefused, StorageRefused, startSandbox } from "@varde/sandbox";
import { type Command, CommandFailed, UsageError } from "../command.ts";
import { generalOptions } from "../options.ts";
import { startText } from "../start-text.ts";
import { stopOnSignal } from "../stop/stop-on-signal.ts";

export const start: Command = {
  usage: ["start"],
  about: [
    "Starts the sandbox bank and says where things are. It runs until Ctrl-C and keeps its " +
      "customers, payments and keys in the folder .varde.",
    "Settings come from the environment. A setting that cannot be meant stops the start with a " +
      "sentence.",
    "The other commands look for the bank at http://127.0.0.1:8080. On another port, tell them " +
      "with VARDE_BANK or --bank; a TPP remembers the bank it was made at.",
  ],
  options: { help: generalOptions.help },
  environment: [
    ["PORT", "For http; 8080, and 0 takes any that is free."],
    ["HTTPS_PORT", "For https; 8443, or off."],
    ["HOST", "Whom it listens to; 127.0.0.1, which is this machine alone."],
    ["VARDE_DATA", "The folder for all it keeps; .varde."],
    ["DATABASE_URL", "PostgreSQL in place of SQLite."],
    ["VARDE_TRUST", "Certificates that are taken: any, or sandbox-ca. On this machine any."],
    ["VARDE_ISOLATION", "tpp: each TPP has a world of its own; shared: all have one. tpp."],
    ["VARDE_SYNTHETIC", "Whether customer numbers must be synthetic: required or preferred."],
    ["VARDE_HISTORY", "Whether customers earn and spend as time passes: ends or goes-on."],
    ["VARDE_SCENARIOS", "A file with what is to go wrong."],
    ["VARDE_LOG", "Where the log goes: file, stdout or nowhere."],
    ["VARDE_BANK", "Read by the other commands: where the bank is, http://127.0.0.1:9000."],
    ["VARDE_CONTROL_TOKEN", "Opens the control API beyond this machine to whoever has it."],
  ],
  examples: [
    { line: "varde start" },
    { line: "PORT=9000 VARDE_DATA=/tmp/bank varde start", about: "Another port and folder" },
    { line: "DATABASE_URL=postgres://varde@localhost/varde varde start", about: "On PostgreSQL" },
  ],
  run: async ({ words, environment, terminal }) => {
    if (words.length > 0) throw new UsageError(`it takes no words ("${words[0]}")`);
    try {
      const settings = readSettings(environment);
      const sandbox = await startSandbox(settings);
      stopOnSignal(sandbox.close);
      // Printed last: once it is shown, the bank can be stopped.
      terminal.line(startText(sandbox, settings).trimEnd());
    } catch (error) {
      if (!(error instanceof SettingsRefused) && !(error instanceof StorageRefused)) throw error;
      throw new CommandFailed(error.message, { cause: error });
    }
  },
};
