import {
  type ExplainedCheck,
  explainRequest,
  isInvalid,
  parseDateHeader,
  type SentRequest,
  type Verdict,
} from "@varde/protocol";
import { ControlUnreachable } from "@varde/protocol/control-client";
import { ownReader } from "@varde/protocol/own-reader";
import {
  type Command,
  CommandFailed,
  FailedWithResult,
  type Invocation,
  UsageError,
} from "../../command.ts";
import { openFolder } from "../../identity/open-tpp.ts";
import { trustAuthorities } from "../../identity/trust-authorities.ts";
import { authorityOption, generalOptions, readTimeoutMs, timeoutOption } from "../../options.ts";
import type { Terminal } from "../../output/terminal.ts";
import { parseRawRequest } from "../../parse-raw-request.ts";
import { readFileBytes } from "../../read-file.ts";

export const explain: Command = {
  usage: ["explain FILE", "explain -", "explain URL"],
  about: [
    "Checks every part of a request's signature: headers, Date, Digest, certificate, keyId, " +
      "covered headers, and the signature itself. If the signature is wrong, it finds out which " +
      "string was signed instead, and why. Nothing is sent, so it can also be used for requests " +
      "to real banks.",
    "The request is raw HTTP in a file or on stdin (-): the request line, the headers, an empty " +
      "line and the body. The output of curl -v works too; curl does not print the body, so the " +
      "Digest stays unchecked unless you add the body after an empty line. URL is the value of " +
      "the Varde-Explain header in a refusal by the sandbox.",
    "The verdict is right, tolerated (a strict bank refuses it), unchecked (the body is missing) " +
      "or wrong. The exit code is 1 if it is wrong, else 0.",
  ],
  options: {
    recorded: { about: "Check the request as of its own Date, because it is old." },
    ...authorityOption,
    ...timeoutOption,
    ...generalOptions,
  },
  examples: [
    { line: "varde explain request.txt --recorded" },
    { line: "curl -v … 2>&1 | varde explain -" },
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
  const request = parseRawRequest(readFileBytes(source));
  const explanation = explainRequest(
    ownReader,
    request,
    has("recorded") ? readDate(request) : Date.now(),
  );
  printVerdict(explanation.verdict, explanation.checks, terminal);
  const isLate = explanation.checks.some(
    ({ check, verdict }) => check === "Date" && verdict === "wrong",
  );
  if (isLate && !has("recorded")) terminal.line(["", "For an older request, add --recorded."]);
  printExpected(explanation, terminal);
  terminal.json(explanation);
  if (explanation.verdict === "wrong") {
    throw new FailedWithResult("The signature would be refused.");
  }
};

const colours = { right: "green", tolerated: "yellow", unchecked: "yellow", wrong: "red" } as const;

const conclusions: Readonly<Record<Verdict, string>> = {
  right: "The signature is right.",
  tolerated: "A lenient bank accepts the signature, a strict one refuses it.",
  unchecked: "The signature is right as far as it can be checked.",
  wrong: "The signature would be refused.",
};

/** Prints the verdict and the first check that led to it, then all checks. */
const printVerdict = (
  verdict: Verdict,
  checks: readonly ExplainedCheck[],
  { line, paint }: Terminal,
): void => {
  const show = ({ check, verdict: of, text }: ExplainedCheck) =>
    line(`${paint(colours[of], of.padEnd(9))}  ${check.padEnd(16)}${text}`);
  line(`${paint(colours[verdict], verdict)}: ${conclusions[verdict]}`);
  const decisive = checks.find((each) => each.verdict === verdict);
  if (decisive !== undefined && verdict !== "right") line(`${decisive.check}: ${decisive.text}`);
  line();
  for (const each of checks) show(each);
};

const readDate = ({ headers }: SentRequest): number => {
  const date = parseDateHeader(headers.find(([name]) => name === "date")?.[1] ?? "");
  return isInvalid(date) ? Date.now() : date;
};

/** The expected values, to compare with those that were sent. */
interface Expected {
  readonly signingString?: string;
  readonly computedDigest?: string;
  readonly expectedKeyId?: string;
}

const printExpected = (expected: Expected, { line, paint }: Terminal): void => {
  const { signingString, expectedKeyId, computedDigest } = expected;
  if (signingString !== undefined) {
    line(["", "The signing string that the bank builds (no newline at the end):"]);
    for (const each of signingString.split("\n")) line(`  ${paint("cyan", each)}`);
  }
  line();
  if (expectedKeyId !== undefined) line(`keyId   ${expectedKeyId}`);
  if (computedDigest !== undefined) line(`Digest  ${computedDigest}`);
};

/** A refusal, as the sandbox explains it. */
interface ExplainedRefusal extends Expected {
  readonly at: string;
  readonly request: string;
  /** The check that failed. */
  readonly stage: string;
  readonly text: string;
  readonly checks?: readonly ExplainedCheck[];
}

const explainLink = async (url: string, invocation: Invocation): Promise<void> => {
  const { terminal } = invocation;
  trustAuthorities(invocation, url, openFolder(invocation));
  const response = await fetch(url, {
    headers: { accept: "application/json" },
    signal: AbortSignal.timeout(readTimeoutMs(invocation) ?? 30_000),
  }).catch((cause) => {
    throw new ControlUnreachable(`${new URL(url).origin} does not respond`, { cause });
  });
  const facts = (await response.json().catch(() => ({}))) as Partial<ExplainedRefusal>;
  if (isInvalid(response) || facts.stage === undefined) {
    throw new CommandFailed(String(facts.text ?? `${url} returned ${response.status}.`));
  }
  const refusal = facts as ExplainedRefusal;
  const { line, paint } = terminal;
  const { at, request, checks = [] } = refusal;
  line([`${request}  ${paint("dim", at)}`, ""]);
  printVerdict("wrong", checks, terminal);
  printExpected(refusal, terminal);
  terminal.json(refusal);
  throw new FailedWithResult("The request was refused.");
};
