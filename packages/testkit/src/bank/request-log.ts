type LogLine = Readonly<Record<string, unknown>>;

/** A log without the lines of batches, which a bank writes by itself when the clock passes one. */
export const requestLog = () => {
  const texts: string[] = [];
  const lines: LogLine[] = [];
  const write = (text: string): void => {
    const line: LogLine = JSON.parse(text);
    if (line.msg === "batches completed") return;
    texts.push(text);
    lines.push(line);
  };
  return { texts, lines, logTo: { write } };
};
