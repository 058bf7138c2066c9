import { nearestName } from "@varde/protocol";
import { ControlFailed, ControlUnreachable } from "@varde/protocol/control-client";
import { NetworkError, RefusedError, TppError } from "@varde/tpp";
import { CommandFailed, FailedWithResult, UsageError } from "./command.ts";
import { describeTlsFault } from "./describe-tls-fault.ts";
import { nameProgram } from "./help.ts";
import { explainCommand } from "./options.ts";
import { formatLines, type Output, openTerminal } from "./output/terminal.ts";

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
  /** Returns the address of the bank that the command used. */
  readonly bank?: (() => string) | undefined;
}

/** Prints what went wrong and how to fix it, and returns the exit code. Throws unknown errors. */
export const reportFailure = async (
  error: unknown,
  failedCommand: FailedCommand,
): Promise<number> => {
  const failure = await describeFailure(error, failedCommand);
  if (failure === undefined) throw error;
  if (!(error instanceof FailedWithResult)) {
    openTerminal(failedCommand.isJson, failedCommand.output).json({ error: failure.facts });
  }
  if (!failedCommand.isJson) {
    failedCommand.output.stderr.write(formatLines(failure.lines, failedCommand.output.stderr));
  }
  return failure.code;
};

interface Failure {
  readonly code: number;
  readonly lines: readonly string[];
  readonly facts: object;
}

const describeFailure = async (
  error: unknown,
  failedCommand: FailedCommand,
): Promise<Failure | undefined> => {
  const { program, command } = failedCommand;
  if (error instanceof RefusedError) return describeRefusal(error, program);
  if (error instanceof NetworkError || error instanceof ControlUnreachable) {
    return describeNetworkFault(error, failedCommand);
  }
  if (error instanceof UsageError) {
    const message = nameProgram(error.message, program) + suggest(error);
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
    const message = nameProgram(error.message, program);
    const [first, ...more] = error instanceof CommandFailed ? error.lines : [error.message];
    const lines = [`varde: ${first}`, ...more].map((line) => nameProgram(line, program));
    const code = error instanceof FailedWithResult ? error.code : failed;
    return { code, lines, facts: { kind: "failed", message } };
  }
  return undefined;
};

const describeNetworkFault = async (
  error: NetworkError | ControlUnreachable,
  { program, bank }: FailedCommand,
): Promise<Failure> => {
  const [named] = /^https?:\/\/\S+/.exec(error.message) ?? [];
  const address = named ?? bank?.() ?? "";
  const tlsFault = await describeTlsFault(error, address);
  if (tlsFault !== undefined) {
    const { fault, message, remedy } = tlsFault;
    const lines = [`varde: ${message}.`, remedy];
    return { code: unreachable, lines, facts: { kind: "tls", fault, message, remedy } };
  }
  const lines = [
    `varde: ${error.message}.`,
    "Is the bank running? To start it, run",
    `  ${program} start${formatPort(address)}`,
    "If it runs elsewhere, give its address with --bank or VARDE_BANK.",
  ];
  return { code: unreachable, lines, facts: { kind: "network", message: error.message } };
};

/** The distance between the default ports of a sandbox. */
const httpsOffset = 8443 - 8080;

/** Returns the option that starts a bank at this address, if it is not the default one. */
const formatPort = (address: string): string => {
  const { hostname, port, protocol } = URL.parse(address) ?? {};
  if (hostname === undefined || !["127.0.0.1", "localhost", "[::1]"].includes(hostname)) return "";
  const isDefault = port === (protocol === "https:" ? "8443" : "8080");
  if (isDefault || port === "") return "";
  return protocol === "https:"
    ? ` --port ${Number(port) - httpsOffset} --https-port ${port}`
    : ` --port ${port}`;
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
  const explain = explainUrl === undefined ? undefined : explainCommand(program, explainUrl);
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
    ...(explain === undefined ? [] : ["  For every part of the signature, run", `  ${explain}`]),
  ];
  const facts = { kind: "refused", status, code, messages, requestId, explainUrl };
  return { code: failed, lines, facts };
};
