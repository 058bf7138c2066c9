import type { Terminal } from "./terminal/terminal.ts";

/** An option as it is parsed and as it is explained in --help. */
export interface OptionSpec {
  readonly type: "string" | "boolean";
  /** What stands for the value in help, like ACCOUNT. */
  readonly value?: string;
  readonly short?: string;
  readonly multiple?: true;
  readonly about: string;
}

export type OptionTable = Readonly<Record<string, OptionSpec>>;

/** What was written after the command, once it has been parsed. */
export interface Invocation {
  readonly words: readonly string[];
  readonly terminal: Terminal;
  readonly environment: Readonly<Record<string, string | undefined>>;
  text(option: string): string | undefined;
  texts(option: string): readonly string[];
  has(option: string): boolean;
}

export interface Example {
  readonly line: string;
  readonly about?: string;
}

/** One command of the command line: its help and what it does. */
export interface Command {
  /** What follows `varde`, one line per form. */
  readonly usage: readonly string[];
  /** What it does and what one has to know, as paragraphs. */
  readonly about: readonly string[];
  readonly options: OptionTable;
  /** Variables it reads beside those of every command. */
  readonly environment?: readonly (readonly [name: string, about: string])[];
  readonly examples: readonly Example[];
  run(invocation: Invocation): Promise<void>;
}

/** A command was written in a way that cannot be meant; exit code 2. */
export class UsageError extends Error {}

/** What was asked for did not happen, for a reason that is not the bank's refusal; exit code 1. */
export class CommandFailed extends Error {}

/** The same, when the result was printed all the same: JSON then has it, and not another value. */
export class FailedWithResult extends CommandFailed {}
