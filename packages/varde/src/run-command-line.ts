import { readFileSync } from "node:fs";
import { type Invocation, unknownWord } from "./command.ts";
import { commands } from "./commands/index.ts";
import { formatCommandHelp, formatHelp } from "./help.ts";
import type { Output } from "./output/terminal.ts";
import { parseInvocation, programName } from "./parse-invocation.ts";

const versionWords = new Set(["--version", "-V", "-v"]);
const helpWords = new Set(["help", "--help", "-h"]);

/** Runs the command that the arguments name, and returns the exit code. */
export const runCommandLine = async (
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = process.env,
  output: Output = process,
): Promise<number> => {
  const [name, ...rest] = words;
  const program = programName(environment);
  if (name === undefined || (helpWords.has(name) && rest.length === 0)) {
    output.stdout.write(formatHelp(program));
    return 0;
  }
  if (versionWords.has(name) && rest.length === 0) {
    output.stdout.write(`${readVersion()}\n`);
    return 0;
  }
  const wanted = helpWords.has(name) ? (rest[0] ?? "") : name;
  const row = commands.find((each) => each.name === wanted);
  const isJson = rest.includes("--json");
  if (row === undefined) {
    const { reportFailure } = await import("./report-failure.ts");
    const error = unknownWord("command", wanted, [...commands.map((each) => each.name), "help"]);
    return reportFailure(error, { program, command: "", isJson, output });
  }
  const command = await row.load();
  if (helpWords.has(name) || rest.includes("--help") || rest.includes("-h")) {
    output.stdout.write(formatCommandHelp(command, program));
    return 0;
  }
  let invocation: Invocation | undefined;
  try {
    invocation = parseInvocation(rest, command, environment, output);
    await command.run(invocation);
    return 0;
  } catch (error) {
    const { reportFailure } = await import("./report-failure.ts");
    const { readBank } = await import("./identity/open-tpp.ts");
    const bank = () => (invocation === undefined ? "" : readBank(invocation));
    return reportFailure(error, { program, command: wanted, isJson, output, bank });
  }
};

const readVersion = (): string =>
  JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;
