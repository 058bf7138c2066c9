import { parseArgs } from "node:util";
import {
  type Command,
  type Invocation,
  type OptionTable,
  UsageError,
  unknownWord,
} from "./command.ts";
import { type Output, openTerminal } from "./output/terminal.ts";

/** Parses what follows the command's name. Throws a UsageError if it has an unknown option. */
export const parseInvocation = (
  words: readonly string[],
  command: DeclaredOptions,
  environment: Readonly<Record<string, string | undefined>>,
  output: Output = process,
): Invocation => {
  const { values, positionals } = parse(words, command);
  const text = (name: string): string | undefined => {
    const [value] = [values[name]].flat();
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

type DeclaredOptions = Pick<Command, "options" | "environment" | "settings">;

const parse = (words: readonly string[], command: DeclaredOptions) => {
  const specs = Object.entries(command.options).map(([name, { value, short, multiple }]) => [
    name,
    {
      type: value === undefined ? "boolean" : "string",
      ...(short !== undefined && { short }),
      ...(multiple && { multiple }),
    },
  ]);
  try {
    return parseArgs({
      args: [...words],
      options: Object.fromEntries(specs) as Record<string, { type: "string" | "boolean" }>,
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    throw explainMisuse(error as Error, command);
  }
};

/** Returns the error for options that Node has refused. */
const explainMisuse = (
  cause: Error,
  { options, environment = [], settings = [] }: DeclaredOptions,
): UsageError => {
  const { message } = cause;
  const [, unknown] = /^Unknown option '(--?[^']*)'/.exec(message) ?? [];
  if (unknown !== undefined) {
    const variables = [...environment.map(([name]) => name), ...settings];
    return unknownOption(unknown, options, variables);
  }
  const [, name = ""] =
    /^Option '(?:-\w, )?--([\w-]+)(?: <value>)?' argument (?:m|is a)/.exec(message) ?? [];
  const { value, about = "" } = options[name] ?? {};
  if (value !== undefined) {
    const meaning = about.replace(/\.$/, "");
    return new UsageError(`--${name} needs a value: --${name} ${value}. ${meaning}`, { cause });
  }
  // Node adds advice about positional arguments after the first sentence.
  const [sentence = ""] = message.split(". ", 1);
  return new UsageError(sentence.replace(/\.$/, ""), { cause });
};

/** Returns the error for an unknown option, with the environment variable of the same name. */
const unknownOption = (
  given: string,
  options: OptionTable,
  variables: readonly string[],
): UsageError => {
  const byOption = new Map(variables.map((name) => [optionLike(name), name]));
  const variable = byOption.get(given);
  if (variable !== undefined) {
    return new UsageError(`unknown option "${given}"; set the environment variable ${variable}`);
  }
  const known = Object.keys(options).map((name) => `--${name}`);
  return unknownWord("option", given, known);
};

/** Returns the option that a person would expect for an environment variable. */
const optionLike = (variable: string): string =>
  `--${variable
    .replace(/^VARDE_/, "")
    .toLowerCase()
    .replaceAll("_", "-")}`;

/**
 * Returns what a person types to run this program again. npm says in the environment that it is the
 * caller; in a clone and in a project, npx finds the program.
 */
export const programName = (environment: Readonly<Record<string, string | undefined>>): string =>
  environment.npm_lifecycle_event === undefined ? "varde" : "npx varde";
