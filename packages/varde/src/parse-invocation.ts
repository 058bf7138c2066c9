import { parseArgs } from "node:util";
import { type Invocation, type OptionTable, UsageError, unknownWord } from "./command.ts";
import { type Output, openTerminal } from "./output/terminal.ts";

/** Parses what follows the command's name. Throws a UsageError if it has an unknown option. */
export const parseInvocation = (
  words: readonly string[],
  options: OptionTable,
  environment: Readonly<Record<string, string | undefined>>,
  output: Output = process,
): Invocation => {
  const { values, positionals } = parse(words, options);
  const text = (name: string): string | undefined => {
    const value = values[name];
    return typeof value === "string" ? value : undefined;
  };
  return {
    words: positionals,
    program: programName(environment),
    environment,
    terminal: openTerminal(values.json === true, output),
    text,
    texts: (name) => {
      const value = values[name];
      return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
    },
    has: (name) => values[name] !== undefined && values[name] !== false,
  };
};

const parse = (words: readonly string[], options: OptionTable) => {
  try {
    const specs = Object.entries(options).map(([name, { value, short, multiple }]) => [
      name,
      {
        type: value === undefined ? "boolean" : "string",
        ...(short !== undefined && { short }),
        ...(multiple && { multiple }),
      },
    ]);
    return parseArgs({
      args: [...words],
      options: Object.fromEntries(specs) as Record<string, { type: "string" | "boolean" }>,
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    const [, unknown] = /^Unknown option '(--?[^']*)'/.exec((error as Error).message) ?? [];
    if (unknown !== undefined) {
      throw unknownWord(
        "option",
        unknown,
        Object.keys(options).map((name) => `--${name}`),
      );
    }
    // Node adds advice about positional arguments after the first sentence.
    const [sentence = ""] = (error as Error).message.split(". ", 1);
    throw new UsageError(sentence.replace(/\.$/, ""), { cause: error });
  }
};

/**
 * Returns what a person types to run this program again. npm says in the environment that it is the
 * caller, and from which package: the clone has a script, other projects have the program in npx.
 */
export const programName = (environment: Readonly<Record<string, string | undefined>>): string => {
  if (environment.npm_lifecycle_event === undefined) return "varde";
  return environment.npm_package_name === "varde-workspace" ? "npm run -s varde --" : "npx varde";
};
