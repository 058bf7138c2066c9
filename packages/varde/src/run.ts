import { help } from "./help.ts";

/** Finds the command and runs it; each is loaded only when it is asked for. */
export const run = async (words: readonly string[]): Promise<void> => {
  const [command, ...rest] = words;
  switch (command) {
    case "start": {
      const { start } = await import("./commands/start.ts");
      return start(rest);
    }
    case undefined:
    case "help":
    case "--help":
    case "-h":
      process.stdout.write(help);
      return;
    default:
      process.stderr.write(`varde: there is no command "${command}"; see varde --help.\n`);
      process.exitCode = 2;
  }
};
