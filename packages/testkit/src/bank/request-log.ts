type LogLine = Readonly<Record<string, unknown>>;

export interface RequestLog {
  /** All lines as they were written. */
  readonly texts: readonly string[];
  /** All lines, parsed. */
  readonly all: readonly LogLine[];
  /**
   * The one line that each request writes. Batches and background jobs write theirs at any time,
   * and on a loaded machine any request may hold the event loop.
   */
  readonly lines: readonly LogLine[];
  readonly logTo: { readonly write: (text: string) => void };
}

/** Creates a log for a bank of a test. */
export const requestLog = (): RequestLog => {
  const texts: string[] = [];
  const all: LogLine[] = [];
  const lines: LogLine[] = [];
  const write = (text: string): void => {
    const line: LogLine = JSON.parse(text);
    texts.push(text);
    all.push(line);
    const isOfRequest = "operation" in line || "target" in line;
    if (isOfRequest && line.msg !== "request held the event loop") lines.push(line);
  };
  return { texts, all, lines, logTo: { write } };
};
