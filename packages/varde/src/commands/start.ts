import { readSettings, SettingsRefused, StorageRefused, startSandbox } from "@varde/sandbox";
import { startText } from "../start-text.ts";

/** Starts the sandbox and says where things are; SIGTERM and Ctrl-C finish what is in flight. */
export const start = async (words: readonly string[]): Promise<void> => {
  if (words.length > 0) {
    process.stderr.write(`varde start takes no words ("${words[0]}"); see varde --help.\n`);
    process.exitCode = 2;
    return;
  }
  try {
    const settings = readSettings(process.env);
    const sandbox = await startSandbox(settings);
    process.stdout.write(startText(sandbox, settings));
    const stop = () => {
      sandbox.close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    };
    process.once("SIGTERM", stop);
    process.once("SIGINT", stop);
  } catch (error) {
    if (!(error instanceof SettingsRefused) && !(error instanceof StorageRefused)) throw error;
    process.stderr.write(`varde: ${error.message}\n`);
    process.exitCode = 1;
  }
};
