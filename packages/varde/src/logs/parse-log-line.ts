import { operationList } from "@varde/protocol";
import type { LogLine } from "./format-log-line.ts";

/** A line of the bank's log, as far as it is shown. */
interface LogEntry extends LogLine {
  /** What was asked for, if it leads to no operation. */
  readonly method?: string;
  readonly target?: string;
  /** Codes and places of the faults after the first. */
  readonly otherFaults?: readonly string[];
}

/** Paths are not in the log, as they hold ids; that of the operation stands in for them. */
const requests: ReadonlyMap<string, string> = new Map(
  operationList.map(({ id, method, path }) => [id, `${method} ${path}`]),
);

/** What a line of the log tells, or nothing where it is none. */
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
