import { openSync } from "node:fs";
import { join } from "node:path";
import { ConfigurationRefused } from "@varde/bank";
import { type DestinationStream, destination } from "pino";
import type { Settings } from "./settings.ts";

const logFileName = "varde.log";

/** Limits of the write buffer: lines are written after this time or this many characters. */
const bufferedMs = 500;
const charactersMax = 16_384;

/** Opens the log. Writes are buffered, so that a request does not wait for the disk. */
export const openLog = (
  logTo: Settings["logTo"],
  dataFolder: string,
): DestinationStream & { flush(): void } => {
  if (logTo === "none") return { write: () => undefined, flush: () => undefined };
  const stream = destination({
    dest: logTo === "stdout" ? 1 : openFile(join(dataFolder, logFileName)),
    sync: false,
  });
  stream.once("error", reportLostLog);
  // Later errors have the same cause; without a listener they would end the process.
  stream.on("error", () => undefined);
  return bufferLines(stream);
};

/**
 * Writes lines in groups, because one stream write per line costs more than the line itself.
 * Buffered lines are written when the process exits by itself.
 */
const bufferLines = (stream: ReturnType<typeof destination>) => {
  let lines = "";
  let timer: NodeJS.Timeout | undefined;
  const handOn = () => {
    clearTimeout(timer);
    timer = undefined;
    process.off("beforeExit", handOn).off("exit", flush);
    if (lines !== "") stream.write(lines);
    lines = "";
  };
  const flush = () => {
    handOn();
    stream.flushSync();
  };
  const wait = () => {
    timer = setTimeout(handOn, bufferedMs).unref();
    // Prepended, because the stream closes its file in its own exit listener.
    process.prependListener("beforeExit", handOn).prependListener("exit", flush);
  };
  return {
    write: (line: string) => {
      lines += line;
      if (lines.length >= charactersMax) handOn();
      else if (timer === undefined) wait();
    },
    flush,
  };
};

/** Opens the file synchronously: a stream that is still opening its file cannot be flushed. */
const openFile = (path: string): number => {
  try {
    return openSync(path, "a", 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigurationRefused(
      `The log file ${path} cannot be written (${code}); check its permissions, or set VARDE_LOG.`,
    );
  }
};

/** Reports on stderr that the log cannot be written, for example on a full disk. */
const reportLostLog = (error: NodeJS.ErrnoException): void => {
  process.stderr.write(`varde: the log cannot be written (${error.code ?? error.message}).\n`);
};
