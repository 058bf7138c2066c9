import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Command, CommandFailed, type Invocation, UsageError } from "../command.ts";
import { Unreachable } from "../control-client.ts";
import { type Exchange, lineOfExchange } from "../logs/exchange.ts";
import { followLines, lastLines } from "../logs/follow-lines.ts";
import { followSandbox } from "../logs/follow-sandbox.ts";
import { formatLogLine, type LogLine } from "../logs/format-log-line.ts";
import { parseLogLine } from "../logs/parse-log-line.ts";
import { bankOf, controlOf } from "../open-tpp.ts";
import { bankOptions } from "../options.ts";

const linesDefault = 20;
const linesMax = 200;

export const logs: Command = {
  usage: ["logs [--follow]"],
  about: [
    "Shows what the sandbox was asked and what it answered, whoever asked: one line a request, " +
      "and for a refusal what was wrong, with the command that explains a refused signature.",
    "A running sandbox is asked. If none answers, the log in its data folder is read, which " +
      "tells the same in fewer words and goes further back; --data reads it at once. Identity " +
      "numbers, keys and signatures are in neither.",
  ],
  options: {
    follow: { type: "boolean", short: "f", about: "Go on showing requests as they come." },
    refused: { type: "boolean", about: "Only what was refused." },
    lines: { type: "string", value: "COUNT", about: `How many to begin with; ${linesDefault}.` },
    data: { type: "string", value: "FOLDER", about: "Read the log in this data folder." },
    ...bankOptions,
  },
  environment: [["VARDE_DATA", "The data folder with the log, if no sandbox answers; .varde."]],
  examples: [
    { line: "varde logs --follow", about: "In a terminal of its own, while you try things" },
    { line: "varde logs --refused --lines 100" },
  ],
  run: async (invocation) => {
    const { words, text, terminal, environment } = invocation;
    if (words.length > 0) throw new UsageError(`it takes no words ("${words[0]}")`);
    const lines = readCount(text("lines"));
    const folder = text("data");
    if (folder !== undefined) return readLog(folder, lines, invocation);
    try {
      return await askSandbox(lines, invocation);
    } catch (error) {
      if (!(error instanceof Unreachable) && !(error instanceof CommandFailed)) throw error;
      const kept = environment.VARDE_DATA ?? findDataFolder(bankOf(invocation));
      if (!existsSync(logIn(kept))) {
        throw new CommandFailed(`${sentence(error.message)} There is no log at ${logIn(kept)}.`);
      }
      terminal.note(`${sentence(error.message)} This is from ${logIn(kept)}:`);
      return readLog(kept, lines, invocation);
    }
  },
};

const askSandbox = async (lines: number, invocation: Invocation): Promise<void> => {
  const { terminal, has } = invocation;
  const known = await listKnown(invocation);
  for (const exchange of lines === 0 ? [] : [...known.values()].slice(-lines)) {
    show(lineOfExchange(exchange), exchange, invocation);
  }
  if (has("follow")) return follow(known, invocation);
  if (known.size === 0) terminal.note("Nothing was asked since the sandbox started.");
};

/** The last requests, the oldest first, each under what tells it from the others: all of it. */
const listKnown = async (invocation: Invocation): Promise<ReadonlyMap<string, Exchange>> => {
  const { requests } = await controlOf(invocation).get<{ requests: readonly Exchange[] }>(
    `/requests/all?limit=${linesMax}`,
  );
  return new Map(requests.toReversed().map((exchange) => [JSON.stringify(exchange), exchange]));
};

const follow = (shown: ReadonlyMap<string, Exchange>, invocation: Invocation): Promise<never> => {
  const { terminal } = invocation;
  const known = new Set(shown.keys());
  const showNew = (exchange: Exchange, text = JSON.stringify(exchange)) => {
    if (!known.has(text)) show(lineOfExchange(exchange), exchange, invocation);
  };
  let isFollowing = false;
  return followSandbox(controlOf(invocation), {
    // What was answered between the list and the stream is in neither; what is answered between
    // the stream and the list that makes up for it is in both.
    onOpen: async () => {
      if (isFollowing) return;
      for (const [text, exchange] of await listKnown(invocation)) {
        showNew(exchange, text);
        known.add(text);
      }
      isFollowing = true;
      terminal.note(`Following ${bankOf(invocation)}; Ctrl-C ends it.`);
    },
    onExchange: (exchange) => showNew(exchange),
    onMissed: (count) => terminal.note(`${count} requests came too fast to be shown.`),
    onAway: (isAway) =>
      terminal.note(isAway ? "The sandbox is gone; waiting for it." : "The sandbox is back."),
  });
};

/** Returns the data folder of the bank's port; if it has no log, .varde. */
const findDataFolder = (bank: string): string => {
  const ofPort = `.varde-${new URL(bank).port}`;
  return existsSync(logIn(ofPort)) ? ofPort : ".varde";
};

const logIn = (folder: string): string => join(folder, "varde.log");

const readLog = async (folder: string, lines: number, invocation: Invocation): Promise<void> => {
  const file = logIn(folder);
  if (!existsSync(file)) {
    throw new CommandFailed(`There is no log at ${file}; is this where varde start was run?`);
  }
  const showLine = (text: string) => {
    const line = parseLogLine(text);
    if (line !== undefined) show(line, JSON.parse(text), invocation);
  };
  const { lines: last, size } = lastLines(file, lines);
  for (const line of last) showLine(line);
  if (invocation.has("follow")) await followLines(file, size, showLine);
};

const show = (line: LogLine, whole: object, { terminal, has }: Invocation): void => {
  if (has("refused") && (line.status ?? 0) < 400) return;
  terminal.line(formatLogLine(line, terminal));
  terminal.json(whole);
};

const readCount = (given = String(linesDefault)): number => {
  if (!/^\d{1,6}$/.test(given)) throw new UsageError(`--lines must be a number, not "${given}"`);
  return Number(given);
};

const sentence = (text: string): string => (text.endsWith(".") ? text : `${text}.`);
