import { existsSync } from "node:fs";
import { join } from "node:path";
import { countOf, type LoggedExchange } from "@varde/protocol";
import {
  type ControlClient,
  ControlFailed,
  ControlUnreachable,
} from "@varde/protocol/control-client";
import {
  type Command,
  CommandFailed,
  type Invocation,
  refuseExtraArguments,
  UsageError,
} from "../../command.ts";
import { findSandboxData } from "../../identity/find-sandbox-data.ts";
import { findWorld } from "../../identity/find-world.ts";
import { openControlApi, openFolder, readBank } from "../../identity/open-tpp.ts";
import { exchangeToLogLine } from "../../logs/exchange-to-log-line.ts";
import { followLines, lastLines } from "../../logs/follow-lines.ts";
import { followSandbox } from "../../logs/follow-sandbox.ts";
import { formatLogLine, type LogLine } from "../../logs/format-log-line.ts";
import { parseLogLine } from "../../logs/parse-log-line.ts";
import { readTimeoutMs, tppOptions } from "../../options.ts";

const linesDefault = 20;
const linesMax = 200;

export const logs: Command = {
  usage: ["logs [--follow]", "logs ID"],
  about: [
    "Shows the requests of all TPPs to the sandbox, one line each; with --tpp those of one TPP, " +
      "without those that could be anybody's because the bank does not know the caller. " +
      "A refusal is shown with its reasons, and a refused signature with the command that " +
      "explains it. With --json each request is one JSON object on one line. With the exchangeId " +
      "of a request, as --json has it, it shows the checks, headers and bodies of that request.",
    "The requests come from the running sandbox. If none responds, they are read from the log in " +
      "its data folder, which has fewer details and goes further back. --data reads the log " +
      "without asking the sandbox. Neither contains identity numbers, keys or signatures.",
  ],
  options: {
    follow: { short: "f", about: "Keep showing requests as they arrive." },
    refused: { about: "Show refused requests only." },
    lines: { value: "COUNT", about: `How many to show first. Default: ${linesDefault}.` },
    data: { value: "FOLDER", about: "Read the log in this data folder." },
    ...tppOptions,
    tpp: { value: "FOLDER", about: "Show only the requests of the TPP in this folder." },
  },
  environment: [["VARDE_DATA", "The data folder, used if no sandbox responds. Default: .varde."]],
  examples: [
    { line: "varde logs --follow", about: "In a separate terminal, while you try things" },
    { line: "varde logs --refused --lines 100" },
    { line: "varde logs --tpp .varde-tpp", about: "Only your own requests" },
  ],
  run: async (invocation) => {
    const { words, text, terminal, environment } = invocation;
    const [id, ...more] = words;
    refuseExtraArguments(more);
    if (id !== undefined) return showRequest(id, invocation);
    const lines = readCount(text("lines"));
    const folder = text("data");
    if (folder !== undefined) return readLog(folder, lines, invocation);
    try {
      return await askSandbox(lines, invocation);
    } catch (error) {
      if (!(error instanceof ControlUnreachable) && !(error instanceof ControlFailed)) throw error;
      const { folder: kept } = findSandboxData(readBank(invocation), environment);
      if (!existsSync(logIn(kept))) {
        if (error instanceof ControlUnreachable) throw error;
        throw new CommandFailed(`${sentence(error.message)} There is no log at ${logIn(kept)}.`);
      }
      terminal.note(`${sentence(error.message)} This is from ${logIn(kept)}:`);
      return readLog(kept, lines, invocation);
    }
  },
};

const askSandbox = async (lines: number, invocation: Invocation): Promise<void> => {
  const { terminal, has } = invocation;
  const control = openControlApi(invocation);
  const source = { control, world: await findTppWorld(invocation, control) };
  const known = await listKnown(source);
  for (const exchange of lines === 0 ? [] : [...known.values()].slice(-lines)) {
    show(exchangeToLogLine(exchange), exchange, invocation);
  }
  if (has("follow")) return follow(known, source, invocation);
  if (known.size === 0) terminal.note("No requests since the sandbox started.");
};

/** The requests of one world, or of all. */
interface Source {
  readonly control: ControlClient;
  readonly world: string | undefined;
}

const findTppWorld = async (
  invocation: Invocation,
  control: ControlClient,
): Promise<string | undefined> => {
  if (invocation.text("tpp") === undefined) return undefined;
  openFolder(invocation).readIdentity();
  return findWorld(invocation, control);
};

/** Returns the last requests, oldest first, each with its own JSON as the key. */
const listKnown = async ({
  control,
  world,
}: Source): Promise<ReadonlyMap<string, LoggedExchange>> => {
  const query = { limit: String(linesMax) };
  const { requests } =
    world === undefined
      ? await control.get("/requests/all", { query })
      : await control.get("/requests", { world, query });
  const ofTpp = requests.filter((exchange) => isFrom(world, exchange));
  return new Map(ofTpp.toReversed().map((exchange) => [JSON.stringify(exchange), exchange]));
};

/** The requests of a world include those of callers whom the bank does not know. */
const isFrom = (world: string | undefined, { tpp }: LoggedExchange): boolean =>
  world === undefined || tpp !== undefined;

const follow = (
  shown: ReadonlyMap<string, LoggedExchange>,
  source: Source,
  invocation: Invocation,
): Promise<void> => {
  const { terminal } = invocation;
  const known = new Set(shown.keys());
  const showNew = (exchange: LoggedExchange, text = JSON.stringify(exchange)) => {
    if (isFrom(source.world, exchange) && !known.has(text))
      show(exchangeToLogLine(exchange), exchange, invocation);
  };
  let isFollowing = false;
  const watcher: Parameters<typeof followSandbox>[2] = {
    // The first list and the stream both miss the requests between them, so the list is read
    // again. Requests between the stream and the second list are in both.
    onOpen: async () => {
      if (isFollowing) return;
      for (const [text, exchange] of await listKnown(source)) {
        showNew(exchange, text);
        known.add(text);
      }
      isFollowing = true;
      terminal.note(`Following ${readBank(invocation)}. Press Ctrl-C to stop.`);
    },
    onExchange: (exchange) => showNew(exchange),
    onMissed: (count) =>
      terminal.note(`${countOf(count, "request")} arrived too fast to be shown.`),
    onAway: (isAway) =>
      terminal.note(
        isAway ? "The sandbox has stopped; waiting for it to start again." : "The sandbox is back.",
      ),
  };
  return followSandbox(source.control, source.world, watcher, followSignal(invocation));
};

/** Returns the signal that ends --follow after --timeout. */
const followSignal = (invocation: Invocation): AbortSignal => {
  const timeoutMs = readTimeoutMs(invocation);
  return timeoutMs === undefined ? new AbortController().signal : AbortSignal.timeout(timeoutMs);
};

const logIn = (folder: string): string => join(folder, "varde.log");

const readLog = async (folder: string, lines: number, invocation: Invocation): Promise<void> => {
  const file = logIn(folder);
  if (!existsSync(file)) {
    throw new CommandFailed(
      `There is no log at ${file}. Run this in the folder in which the bank was started.`,
    );
  }
  // The log has the names of TPPs, not their worlds.
  const tpp =
    invocation.text("tpp") === undefined ? undefined : openFolder(invocation).readRecord();
  const showLine = (text: string) => {
    const line = parseLogLine(text);
    if (line !== undefined && (tpp === undefined || line.tpp === tpp.name))
      show(line, JSON.parse(text), invocation);
  };
  const { lines: last, size } = lastLines(file, lines);
  for (const line of last) showLine(line);
  if (invocation.has("follow")) await followLines(file, size, showLine, followSignal(invocation));
};

const show = (line: LogLine, whole: object, { terminal, has, program }: Invocation): void => {
  if (has("refused") && (line.status ?? 0) < 400) return;
  terminal.line(formatLogLine(line, terminal, program));
  terminal.jsonLine(whole);
};

const readCount = (given = String(linesDefault)): number => {
  if (!/^\d{1,6}$/.test(given)) throw new UsageError(`--lines must be a number, not "${given}"`);
  return Number(given);
};

const sentence = (text: string): string => (text.endsWith(".") ? text : `${text}.`);

const marks = { passed: "✓", refused: "✕", skipped: "–" } as const;

/** Shows one request with its checks, headers and bodies. */
const showRequest = async (exchangeId: string, invocation: Invocation): Promise<void> => {
  const { terminal, program } = invocation;
  const parameters = { exchangeId };
  const shown = await openControlApi(invocation).get("/requests/{exchangeId}", { parameters });
  const { request, response } = shown.exchange;
  terminal.line(formatLogLine(exchangeToLogLine(shown.exchange), terminal, program));
  for (const { name, state } of shown.checks) terminal.line(`  ${marks[state]} ${name}`);
  terminal.line(`${request.method} ${request.target}`);
  for (const { name, value } of shown.headers) terminal.line(`  ${name}: ${value}`);
  if (request.body !== undefined) terminal.line(request.body);
  terminal.line(String(response.status));
  for (const { name, value } of shown.responseHeaders) terminal.line(`  ${name}: ${value}`);
  if (response.body !== undefined) terminal.line(response.body);
  if (shown.signature !== undefined) terminal.line(shown.signature.text);
  terminal.json(shown);
};
