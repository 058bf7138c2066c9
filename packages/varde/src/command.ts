import type { Lines, Terminal } from "./output/terminal.ts";

/** An option as it is parsed and as it is explained in --help. */
export interface OptionSpec {
  /** The placeholder for the value in the help, like ACCOUNT. An option without one is a flag. */
  readonly value?: string;
  readonly short?: string;
  readonly multiple?: true;
  readonly about: string;
}

export type OptionTable = Readonly<Record<string, OptionSpec>>;

/** The parsed command line of one command. */
export interface Invocation {
  /** The arguments that are not options. */
  readonly words: readonly string[];
  /** The words that a person types to run this program. */
  readonly program: string;
  readonly terminal: Terminal;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Returns the value of an option; of one that may be repeated, the first. */
  text(option: string): string | undefined;
  texts(option: string): readonly string[];
  has(option: string): boolean;
}

export interface Example {
  readonly line: string;
  readonly about?: string;
}

/** A command of the command line, with its help. */
export interface Command {
  /** Its forms without the program's name, one per line. */
  readonly usage: readonly string[];
  /**
   * A description, in paragraphs. Indented lines are commands; the help replaces `varde` in them
   * with the program's name.
   */
  readonly about: readonly string[];
  readonly options: OptionTable;
  /** Environment variables it reads besides those of every command. */
  readonly environment?: readonly (readonly [name: string, about: string])[];
  /** More environment variables, which the help does not list. */
  readonly settings?: readonly string[];
  readonly examples: readonly Example[];
  run(invocation: Invocation): Promise<void>;
}

/** A command in the list of all commands. */
export interface CommandRow {
  readonly name: string;
  readonly group: string;
  readonly summary: string;
  /** Loaded only when it is needed, because the sandbox takes long to load. */
  load(): Promise<Command>;
}

/** The command line is invalid; exit code 2. */
export class UsageError extends Error {
  /** The words that could have been meant. The report suggests the nearest one. */
  readonly choices: UsageChoices | undefined;

  constructor(message: string, options: ErrorOptions & { readonly choices?: UsageChoices } = {}) {
    super(message, options);
    this.choices = options.choices;
  }
}

interface UsageChoices {
  readonly given: string;
  readonly known: readonly string[];
}

/** Returns the error for a word that is not one of those known. */
export const unknownWord = (kind: string, given: string, known: readonly string[]): UsageError =>
  new UsageError(`unknown ${kind} "${given}"`, { choices: { given, known } });

/** Returns the act of a command that an argument names. */
export const chooseAct = <Acts extends object>(
  acts: Acts,
  word: string | undefined,
): Acts[keyof Acts] => {
  const names = Object.keys(acts);
  if (word === undefined) throw new UsageError(`add one of ${names.join(", ")}`);
  if (!Object.hasOwn(acts, word)) throw unknownWord("argument", word, names);
  return acts[word as keyof Acts];
};

/** The command failed for another reason than a refusal by the bank; exit code 1. */
export class CommandFailed extends Error {
  readonly lines: readonly string[];

  constructor(lines: Lines, options?: ErrorOptions) {
    const list = typeof lines === "string" ? [lines] : lines;
    super(list.join("\n"), options);
    this.lines = list;
  }

  /** Makes one of our own errors that has a line for each fault. */
  static because(error: Error): CommandFailed {
    return new CommandFailed(error.message.split("\n"), { cause: error });
  }
}

/** The command failed after it printed its result, so that no second JSON value is printed. */
export class FailedWithResult extends CommandFailed {
  /** The exit code: 1, 3 if the bank could not be used at all, or the code of a signal. */
  readonly code: number;

  constructor(lines: Lines, options: ErrorOptions & { readonly code?: number } = {}) {
    super(lines, options);
    this.code = options.code ?? 1;
  }
}

/** Refuses arguments that a command has no use for. */
export const refuseExtraArguments = ([extra]: readonly string[]): void => {
  if (extra !== undefined) throw new UsageError(`unexpected argument "${extra}"`);
};
