import { nearestName } from "@varde/protocol";
import { ControlFailed, ControlUnreachable } from "@varde/protocol/control-client";
import { NetworkError, RefusedError, TppError } from "@varde/tpp";
import { CommandFailed, FailedWithResult, UsageError } from "./command.ts";
import { type Output, openTerminal } from "./output/terminal.ts";

/** Exit codes, as listed in the help. */
const failed = 1;
const misused = 2;
const unreachable = 3;

/** The command that failed, and what a person types to run this program. */
interface FailedCommand {
  readonly program: string;
  readonly command: string;
  readonly isJson: boolean;
  readonly output: Output;
}

/** Prints what went wrong and how to fix it, and returns the exit code. Throws unknown errors. */
export const reportFailure = (error: unknown, failedCommand: FailedCommand): number => {
  const failure = describeFailure(error, failedCommand);
  if (failure === undefined) throw error;
  if (!(error instanceof FailedWithResult)) {
    openTerminal(failedCommand.isJson, failedCommand.output).json({ error: failure.facts });
  }
  if (!failedCommand.isJson) failedCommand.output.stderr.write(`${failure.lines.join("\n")}\n`);
  return failure.code;
};

interface Failure {
  readonly code: number;
  readonly lines: readonly string[];
  readonly facts: object;
}

const describeFailure = (
  error: unknown,
  { program, command }: FailedCommand,
): Failure | undefined => {
  if (error instanceof RefusedError) return describeRefusal(error, program);
  if (error instanceof NetworkError || error instanceof ControlUnreachable) {
    const lines = [
      `varde: ${error.message}.`,
      "Is the bank running? To start it, run",
      `  ${program} start`,
      "If it runs elsewhere, give its address with --bank or VARDE_BANK.",
    ];
    return { code: unreachable, lines, facts: { kind: "network", message: error.message } };
  }
  if (error instanceof UsageError) {
    const message = error.message + suggest(error);
    const sentence = message.endsWith("?") ? message : `${message}.`;
    const see = `See ${helpOf(program, command)}.`;
    const lines = [`${`varde ${command}`.trimEnd()}: ${sentence} ${see}`];
    return { code: misused, lines, facts: { kind: "usage", message } };
  }
  if (
    error instanceof CommandFailed ||
    error instanceof ControlFailed ||
    error instanceof TppError
  ) {
    const lines = [`varde: ${error.message}`];
    return { code: failed, lines, facts: { kind: "failed", message: error.message } };
  }
  return undefined;
};

/** Returns the nearest of a few words, or all of them if none is near. */
const suggest = ({ choices }: UsageError): string => {
  if (choices === undefined) return "";
  const nearest = nearestName(choices.given, choices.known);
  if (nearest !== undefined) return `; did you mean ${nearest}?`;
  return choices.known.length > shownMax ? "" : `; use ${choices.known.join(", ")}`;
};

const shownMax = 8;

const helpOf = (program: string, command: string): string =>
  command === "" ? `${program} --help` : `${program} ${command} --help`;

const describeRefusal = (error: RefusedError, program: string): Failure => {
  const { status, code, messages, requestId, explainUrl } = error;
  const lines = [
    `The bank refused: ${status} ${code}`,
    ...messages.map(({ code: each, path, text }) => {
      const prefix = each === code ? "" : `${each} `;
      return `  ${prefix}${[path, text].filter(Boolean).join(": ")}`;
    }),
    ...(messages.some(({ text }) => text?.includes("allowLogicalDuplicate"))
      ? ["  To send it anyway, add --allow-duplicate."]
      : []),
    `  X-Request-ID ${requestId}`,
    ...(explainUrl === undefined
      ? []
      : ["  For every part of the signature, run", `  ${program} explain ${explainUrl}`]),
  ];
  const facts = { kind: "refused", status, code, messages, requestId, explainUrl };
  return { code: failed, lines, facts };
};
