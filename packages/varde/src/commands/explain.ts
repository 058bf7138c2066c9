import { readFileSync } from "node:fs";
import { parseDateHeader } from "@varde/protocol";
import { type Command, CommandFailed, type Invocation, UsageError } from "../command.ts";
import { Unreachable } from "../control-client.ts";
import { explainRequest } from "../explain/explain-request.ts";
import { parseRawRequest, type RawRequest } from "../explain/raw-request.ts";
import { generalOptions } from "../options.ts";

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
  if (explanation.signingString !== undefined) {
    line("\nThe string to sign, as the bank builds it (no line break at its end):");
    for (const each of explanation.signingString.split("\n")) line(`  ${paint("cyan", each)}`);
  }
  if (explanation.expectedKeyId !== undefined) line(`\nkeyId   ${explanation.expectedKeyId}`);
  line(`Digest  ${explanation.computedDigest}`);
  terminal.json(explanation);
  if (!explanation.isRight) throw new CommandFailed("The signature would be refused.");
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

/** What the sandbox kept of a refusal; its words are its own, so they are printed as they are. */
const explainLink = async (url: string, { terminal }: Invocation): Promise<void> => {
  const answer = await fetch(url, { headers: { accept: "application/json" } }).catch((cause) => {
    throw new Unreachable(`${new URL(url).origin} does not answer`, { cause });
  });
  const facts = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
  if (!answer.ok)
    throw new CommandFailed(String(facts.text ?? `${url} answered ${answer.status}.`));
  for (const [name, value] of Object.entries(facts)) {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    terminal.line(terminal.paint("bold", name));
    for (const each of text.split("\n")) terminal.line(`  ${each}`);
  }
  terminal.json(facts);
};
