import { NetworkError, RefusedError, TppError } from "@varde/tpp";
import { CommandFailed, FailedWithResult, UsageError } from "./command.ts";
import { Unreachable } from "./control-client.ts";
import { openTerminal } from "./terminal/terminal.ts";

/** Exit codes, as the help lists them. */
const refused = 1;
const misused = 2;
const unreachable = 3;

/** Says what went wrong in the words of whoever has to mend it, and answers the exit code. */
export const reportFailure = (error: unknown, command: string, isJson: boolean): number => {
  const failure = describeFailure(error, command);
  if (failure === undefined) throw error;
  if (!(error instanceof FailedWithResult)) openTerminal(isJson).json({ error: failure.facts });
  process.stderr.write(`${failure.lines.join("\n")}\n`);
  return failure.code;
};

interface Failure {
  readonly code: number;
  readonly lines: readonly string[];
  readonly facts: object;
}

const describeFailure = (error: unknown, command: string): Failure | undefined => {
  if (error instanceof RefusedError) return describeRefusal(error);
  if (error instanceof NetworkError || error instanceof Unreachable) {
    const lines = [
      `varde: ${error.message}.`,
      "Is the bank running (varde start)? If it is elsewhere, name it with --bank or VARDE_BANK.",
    ];
    return { code: unreachable, lines, facts: { kind: "network", message: error.message } };
  }
  if (error instanceof UsageError) {
    const lines = [`varde ${command}: ${error.message}; see varde ${command} --help.`];
    return { code: misused, lines, facts: { kind: "usage", message: error.message } };
  }
  if (error instanceof CommandFailed || error instanceof TppError) {
    const lines = [`varde: ${error.message}`];
    return { code: refused, lines, facts: { kind: "failed", message: error.message } };
  }
  return undefined;
};

const describeRefusal = (error: RefusedError): Failure => {
  const { status, code, messages, requestId, explainUrl } = error;
  const lines = [
    `The bank refused: ${status} ${code}`,
    ...messages.map(({ code: each, path, text }) => {
      const prefix = each === code ? "" : `${each} `;
      return `  ${prefix}${[path, text].filter(Boolean).join(": ")}`;
    }),
    ...(messages.some(({ text }) => text?.includes("allowLogicalDuplicate"))
      ? ["  Here that is: varde pay --allow-duplicate"]
      : []),
    `  X-Request-ID ${requestId}`,
    ...(explainUrl === undefined
      ? []
      : [`  Explained piece by piece: varde explain ${explainUrl}`]),
  ];
  const facts = { kind: "refused", status, code, messages, requestId, explainUrl };
  return { code: refused, lines, facts };
};
