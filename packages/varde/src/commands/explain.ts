import { readFileSync } from "node:fs";
import { parseDateHeader } from "@varde/protocol";
import { ControlUnreachable } from "@varde/protocol/control-client";
import {
  type Command,
  CommandFailed,
  FailedWithResult,
  type Invocation,
  UsageError,
} from "../command.ts";
import { explainRequest } from "../explain/explain-request.ts";
import { type ParsedRequest, parseRawRequest } from "../explain/parse-raw-request.ts";
import { generalOptions } from "../options.ts";
import type { Terminal } from "../terminal/terminal.ts";

export const explain: Command = {
  usage: ["explain FILE", "explain -", "explain URL"],
  about: [
    "Checks every part of a request's signature: headers, Date, Digest, certificate, keyId, " +
      "covered headers, and the signature itself. If the signature is wrong, it finds out which " +
      "string was signed instead, and why. Nothing is sent, so it can also be used for requests " +
      "to real banks.",
    "The request is raw HTTP in a file or on stdin (-): the request line, the headers, an empty " +
      "line and the body. The output of curl -v works too. URL is the value of the Varde-Explain " +
      "header in a refusal by the sandbox.",
    "The exit code is 0 if the signature is right and 1 if it is wrong.",
  ],
  options: {
    recorded: {
      type: "boolean",
      about: "Check the request as of its own Date, because it is old.",
    },
    ...generalOptions,
  },
  examples: [
    { line: "varde explain request.txt --recorded" },
    { line: "curl -v … 2>&1 | grep '^>' | varde explain -" },
    { line: "varde explain http://127.0.0.1:8080/explain/dRL0…" },
  ],
  run: async (invocation) => {
    const [source, ...more] = invocation.words;
    if (source === undefined || more.length > 0) {
      throw new UsageError("give one file, one URL, or - for stdin");
    }
    if (/^https?:\/\//.test(source)) return explainLink(source, invocation);
    return explainFile(source, invocation);
  },
};

const explainFile = (source: string, { terminal, has }: Invocation): void => {
  const request = parseRawRequest(readBytes(source));
  const explanation = explainRequest(request, has("recorded") ? readDate(request) : Date.now());
  const { line, paint } = terminal;
  for (const { piece, isRight, text } of explanation.pieces) {
    const mark = isRight ? paint("green", "right") : paint("red", "wrong");
    line(`${mark}  ${piece.padEnd(16)}${text}`);
  }
  printExpected(explanation, terminal);
  terminal.json(explanation);
  if (!explanation.isRight) throw new FailedWithResult("The signature would be refused.");
};

const readBytes = (source: string): Buffer => {
  try {
    return readFileSync(source === "-" ? 0 : source);
  } catch (cause) {
    throw new UsageError(`cannot read ${source}`, { cause });
  }
};

const readDate = ({ headers }: ParsedRequest): number => {
  const date = parseDateHeader(headers.find(([name]) => name === "date")?.[1] ?? "");
  return date.ok ? date.value : Date.now();
};

/** The expected values, to compare with those that were sent. */
interface Expected {
  readonly signingString?: string;
  readonly computedDigest: string;
  readonly expectedKeyId?: string;
}

const printExpected = (expected: Expected, { line, paint }: Terminal): void => {
  const { signingString, expectedKeyId, computedDigest } = expected;
  if (signingString !== undefined) {
    line("\nThe signing string that the bank builds (no newline at the end):");
    for (const each of signingString.split("\n")) line(`  ${paint("cyan", each)}`);
  }
  line();
  if (expectedKeyId !== undefined) line(`keyId   ${expectedKeyId}`);
  line(`Digest  ${computedDigest}`);
};

/** A refusal, as the sandbox explains it. */
interface ExplainedRefusal extends Expected {
  readonly at: string;
  readonly request: string;
  /** The check that failed. */
  readonly stage: string;
  readonly text: string;
  readonly reason?: string;
}

const explainLink = async (url: string, { terminal }: Invocation): Promise<void> => {
  const response = await fetch(url, { headers: { accept: "application/json" } }).catch((cause) => {
    throw new ControlUnreachable(`${new URL(url).origin} does not respond`, { cause });
  });
  const facts = (await response.json().catch(() => ({}))) as Partial<ExplainedRefusal>;
  if (!response.ok || facts.stage === undefined) {
    throw new CommandFailed(String(facts.text ?? `${url} returned ${response.status}.`));
  }
  const refusal = facts as ExplainedRefusal;
  const { line, paint } = terminal;
  const { at, request, stage, text, reason } = refusal;
  line(`${request}  ${paint("dim", at)}\n`);
  line(`${paint("red", "wrong")}  ${stage.padEnd(16)}${text}`);
  if (reason !== undefined && reason !== text) line(`       ${"".padEnd(16)}${reason}`);
  printExpected(refusal, terminal);
  terminal.json(refusal);
  throw new FailedWithResult("The request was refused.");
};
