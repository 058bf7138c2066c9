import { readFileSync } from "node:fs";
import { parseDateHeader } from "@varde/protocol";
import {
  type Command,
  CommandFailed,
  FailedWithResult,
  type Invocation,
  UsageError,
} from "../command.ts";
import { Unreachable } from "../control-client.ts";
import { explainRequest } from "../explain/explain-request.ts";
import { parseRawRequest, type RawRequest } from "../explain/raw-request.ts";
import { generalOptions } from "../options.ts";
import type { Terminal } from "../terminal/terminal.ts";

export const explain: Command = {
  usage: ["explain FILE", "explain -", "explain URL"],
  about: [
    "Says what is wrong with a request's signature, piece by piece: headers, Date, Digest, " +
      "certificate, keyId, covered headers, and the signature itself. From the signature it is " +
      "worked out which string was signed in place of the right one, and why. Nothing is sent " +
      "anywhere, so it also serves for requests to real banks.",
    "The request is raw HTTP in a file or on stdin (-): the request line, the headers, an empty " +
      "line, the body; what curl -v prints will do. A URL is the Varde-Explain header of a " +
      "refusal by the sandbox.",
    "Exit code 0 means that the signature is right, 1 that it is not.",
  ],
  options: {
    recorded: {
      type: "boolean",
      about: "The request is an old one: judge it as of its own Date.",
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
      throw new UsageError("name one file, an address, or - for stdin");
    }
    if (/^https?:\/\//.test(source)) return explainLink(source, invocation);
    return explainFile(source, invocation);
  },
};

const explainFile = (source: string, { terminal, has }: Invocation): void => {
  const request = parseRawRequest(readBytes(source));
  const explanation = explainRequest(request, has("recorded") ? dateOf(request) : Date.now());
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
    throw new UsageError(`${source} cannot be read`, { cause });
  }
};

const dateOf = ({ headers }: RawRequest): number => {
  const date = parseDateHeader(headers.find(([name]) => name === "date")?.[1] ?? "");
  return date.ok ? date.value : Date.now();
};

/** What should have been, to hold against what was sent. */
interface Expected {
  readonly signingString?: string;
  readonly computedDigest: string;
  readonly expectedKeyId?: string;
}

const printExpected = (expected: Expected, { line, paint }: Terminal): void => {
  const { signingString, expectedKeyId, computedDigest } = expected;
  if (signingString !== undefined) {
    line("\nThe string to sign, as the bank builds it (no line break at its end):");
    for (const each of signingString.split("\n")) line(`  ${paint("cyan", each)}`);
  }
  line();
  if (expectedKeyId !== undefined) line(`keyId   ${expectedKeyId}`);
  line(`Digest  ${computedDigest}`);
};

/** A refusal as the sandbox explains it. */
interface KeptRefusal extends Expected {
  readonly at: string;
  readonly request: string;
  /** The check that failed. */
  readonly stage: string;
  readonly text: string;
  readonly reason?: string;
}

const explainLink = async (url: string, { terminal }: Invocation): Promise<void> => {
  const answer = await fetch(url, { headers: { accept: "application/json" } }).catch((cause) => {
    throw new Unreachable(`${new URL(url).origin} does not answer`, { cause });
  });
  const facts = (await answer.json().catch(() => ({}))) as Partial<KeptRefusal>;
  if (!answer.ok || facts.stage === undefined) {
    throw new CommandFailed(String(facts.text ?? `${url} answered ${answer.status}.`));
  }
  const refusal = facts as KeptRefusal;
  const { line, paint } = terminal;
  const { at, request, stage, text, reason } = refusal;
  line(`${request}  ${paint("dim", at)}\n`);
  line(`${paint("red", "wrong")}  ${stage.padEnd(16)}${text}`);
  if (reason !== undefined && reason !== text) line(`       ${"".padEnd(16)}${reason}`);
  printExpected(refusal, terminal);
  terminal.json(refusal);
  throw new FailedWithResult("The request was refused.");
};
