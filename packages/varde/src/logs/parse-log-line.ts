import { operationList } from "@varde/protocol";
import type { LogLine } from "./format-log-line.ts";

/** The fields of a line in the bank's log that are shown. */
interface LogEntry extends LogLine {
  /** Method and path of a request that matches no operation. */
  readonly method?: string;
  readonly target?: string;
  /** Codes and paths of the violations after the first. */
  readonly otherFaults?: readonly string[];
}

/** The log has no paths, because they contain ids, so the path of the operation is shown. */
const requests: ReadonlyMap<string, string> = new Map(
  operationList.map(({ id, method, path }) => [id, `${method} ${path}`]),
);

/** Parses a line of the log; returns undefined if it is not one. */
export const parseLogLine = (text: string): LogLine | undefined => {
  const entry = readEntry(text);
  if (entry === undefined) return undefined;
  const { method, target, otherFaults, ...line } = entry;
  const asked = method === undefined ? undefined : `${method} ${target}`;
  const operation = line.operation ?? asked;
  const request = requests.get(operation ?? "");
  return {
    ...line,
    ...(operation !== undefined && { operation }),
    ...(request !== undefined && { request }),
    ...(otherFaults !== undefined && { texts: otherFaults }),
  };
};

const readEntry = (text: string): LogEntry | undefined => {
  try {
    const entry: unknown = JSON.parse(text);
    const isEntry = typeof entry === "object" && entry !== null && "time" in entry;
    return isEntry ? (entry as LogEntry) : undefined;
  } catch {
    return undefined;
  }
};
