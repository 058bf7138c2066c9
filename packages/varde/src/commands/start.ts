import { readSettings, SettingsRefused, StorageRefused, startSandbox } from "@varde/sandbox";
import { type Command, CommandFailed, UsageError } from "../command.ts";
import { generalOptions } from "../options.ts";
import { startText } from "../start-text.ts";

export const start: Command = {
  usage: ["start"],
  about: [
    "Starts the sandbox bank and says where things are. It runs until Ctrl-C and keeps its " +
      "customers, payments and keys in the folder .varde.",
    "Settings come from the environment: PORT (8080), HTTPS_PORT (8443, or off), HOST " +
      "(127.0.0.1), VARDE_DATA (.varde), DATABASE_URL (PostgreSQL in place of SQLite), " +
      "VARDE_TRUST (any or sandbox-ca: which certificates are taken), VARDE_ISOLATION (tpp or " +
      "shared: whose world it is), VARDE_SYNTHETIC (required or preferred: customer numbers), " +
      "VARDE_HISTORY (ends or goes-on: whether customers earn and spend as time passes), " +
      "VARDE_SCENARIOS (a file with what is to go wrong), VARDE_LOG (file, stdout " +
      "or nowhere), VARDE_CONTROL_TOKEN (opens the control API beyond this machine).",
  ],
  options: { help: generalOptions.help },
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
      const stop = () => {
        sandbox.close().then(
          () => process.exit(0),
          (error: unknown) => {
            process.stderr.write(`varde: the stop went wrong: ${error}\n`);
            process.exit(1);
          },
        );
      };
      process.once("SIGTERM", stop);
      process.once("SIGINT", stop);
      // Said last: whoever reads it may stop the bank at once.
      terminal.line(startText(sandbox, settings).trimEnd());
    } catch (error) {
      if (!(error instanceof SettingsRefused) && !(error instanceof StorageRefused)) throw error;
      throw new CommandFailed(error.message, { cause: error });
    }
  },
};
