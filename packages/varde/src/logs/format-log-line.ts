import { explainCommand } from "../options.ts";
import type { Terminal } from "../output/terminal.ts";

/** The parts of a request that are shown; --json has all fields. */
export interface LogLine {
  readonly time: number;
  readonly operation?: string;
  /** Method and path. */
  readonly request?: string;
  readonly tpp?: string;
  readonly status?: number;
  readonly ms?: number;
  readonly code?: string;
  readonly path?: string;
  readonly reason?: string;
  readonly warnings?: readonly string[];
  /** A text for each violation. */
  readonly texts?: readonly string[];
  /** The URL that explains a refused signature. */
  readonly explanation?: string;
  readonly msg?: string;
}

export const formatLogLine = (
  entry: LogLine,
  { paint }: Terminal,
  program: string,
): readonly string[] => {
  const { time, operation, request, tpp, status, ms, code, path, reason, msg } = entry;
  const clock = paint("dim", new Date(time).toISOString().slice(11, 19));
  if (operation === undefined || status === undefined) return [`${clock}  ${msg ?? ""}`];
  const response = paint(status < 400 ? "green" : "red", String(status));
  const why = [code, path, reason].filter((each) => each !== undefined).join(" ");
  const took = `${String(ms ?? "").padStart(5)} ms`;
  const who = status < 400 ? (tpp ?? "") : why;
  const asked = request === undefined ? who : `${request}  ${who}`;
  const first = `${clock}  ${response}  ${operation.padEnd(28)}${took}  ${asked}`.trimEnd();
  const { texts = [], warnings = [], explanation } = entry;
  const explain = explanation === undefined ? undefined : explainCommand(program, explanation);
  const more = [
    ...texts,
    ...(explain === undefined ? [] : [paint("cyan", explain)]),
    ...warnings.map((warning) => paint("yellow", warning)),
  ];
  return [first, ...more.map((text) => `          ${text}`)];
};
