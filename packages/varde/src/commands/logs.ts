import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Command, CommandFailed, UsageError } from "../command.ts";
import { followLines, lastLines } from "../logs/follow-lines.ts";
import { formatLogLine, type LogLine, parseLogLine } from "../logs/format-log-line.ts";
import { generalOptions } from "../options.ts";

const linesDefault = 20;

export const logs: Command = {
  usage: ["logs [--follow]"],
  about: [
    "Shows what the sandbox was asked and what it answered: one line a request, with the reason " +
      "of a refusal. It reads the log in the sandbox's data folder, so run it where varde start " +
      "was run. No identity numbers, keys or signatures are in the log.",
  ],
  options: {
    follow: { type: "boolean", short: "f", about: "Go on showing lines as they come." },
    refused: { type: "boolean", about: "Only what was refused." },
    lines: { type: "string", value: "COUNT", about: `How many to begin with; ${linesDefault}.` },
    data: { type: "string", value: "FOLDER", about: "The data folder; $VARDE_DATA, or .varde." },
    ...generalOptions,
  },
  examples: [{ line: "varde logs --follow" }, { line: "varde logs --refused --lines 100" }],
  run: async ({ words, text, has, terminal, environment }) => {
    if (words.length > 0) throw new UsageError(`it takes no words ("${words[0]}")`);
    const file = join(text("data") ?? environment.VARDE_DATA ?? ".varde", "varde.log");
    if (!existsSync(file)) {
      throw new CommandFailed(`There is no log at ${file}; is this where varde start was run?`);
    }
    const given = text("lines") ?? String(linesDefault);
    if (!/^\d{1,6}$/.test(given)) throw new UsageError(`--lines must be a number, not "${given}"`);
    const show = (line: string) => {
      const entry = parseLogLine(line);
      if (entry === undefined || (has("refused") && !isRefused(entry))) return;
      terminal.line(formatLogLine(entry, terminal));
      terminal.json(entry);
    };
    const { lines, size } = lastLines(file, Number(given));
    for (const line of lines) show(line);
    if (has("follow")) await followLines(file, size, show);
  },
};

const isRefused = ({ status }: LogLine): boolean => (status ?? 0) >= 400;
