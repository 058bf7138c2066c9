import type { Terminal } from "../terminal/terminal.ts";

/** What of a line in the sandbox's log is shown; other fields are kept for --json. */
export interface LogLine {
  readonly time: number;
  readonly operation?: string;
  readonly status?: number;
  readonly ms?: number;
  readonly code?: string;
  readonly path?: string;
  readonly reason?: string;
  readonly warnings?: readonly string[];
  readonly msg?: string;
}

export const parseLogLine = (line: string): LogLine | undefined => {
  try {
    const entry: unknown = JSON.parse(line);
    const isEntry = typeof entry === "object" && entry !== null && "time" in entry;
    return isEntry ? (entry as LogLine) : undefined;
  } catch {
    return undefined;
  }
};

export const formatLogLine = (entry: LogLine, { paint }: Terminal): string => {
  const { time, operation, status, ms, code, path, reason, warnings = [], msg } = entry;
  const clock = paint("dim", new Date(time).toISOString().slice(11, 19));
  if (operation === undefined || status === undefined) return `${clock}  ${msg ?? ""}`;
  const answer = paint(status < 400 ? "green" : "red", String(status));
  const why = [code, path, reason].filter((each) => each !== undefined).join(" ");
  const remarks = warnings.map((warning) => `\n          ${paint("yellow", warning)}`).join("");
  const took = `${String(ms ?? "").padStart(5)} ms`;
  return `${clock}  ${answer}  ${operation.padEnd(28)}${took}  ${why}${remarks}`.trimEnd();
};
