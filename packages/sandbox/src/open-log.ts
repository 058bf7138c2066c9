import { openSync } from "node:fs";
import { join } from "node:path";
import { type DestinationStream, destination } from "pino";
import { type Settings, SettingsRefused } from "./settings.ts";

const logFileName = "varde.log";

/** For how long lines are gathered, and up to how many characters, before they are written. */
const gatheredMs = 500;
const charactersMax = 16_384;

/** Where the log goes. Writing is gathered, so that a request does not wait for the disk. */
export const openLog = (
  logTo: Settings["logTo"],
  dataFolder: string,
): DestinationStream & { flush(): void } => {
  if (logTo === "nowhere") return { write: () => undefined, flush: () => undefined };
  const stream = destination({
    dest: logTo === "stdout" ? 1 : openFile(join(dataFolder, logFileName)),
    sync: false,
  });
  stream.once("error", tellOfLostLog);
  // Any further fault is the same one; without a listener it would end the process.
  stream.on("error", () => undefined);
  return gather(stream);
};

/**
 * Lines are handed on together: handing on each by itself costs more than writing it. Those that
 * wait are written when the process ends, however it comes to end by itself.
 */
const gather = (stream: ReturnType<typeof destination>) => {
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
    timer = setTimeout(handOn, gatheredMs).unref();
    // Before the stream hears of it, which lets go of its file then.
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

/** At once: a stream that is still opening its file cannot be flushed at an early stop. */
const openFile = (path: string): number => {
  try {
    return openSync(path, "a", 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SettingsRefused(`The log ${path} cannot be written (${code}).`);
  }
};

/** The bank goes on when its log cannot be written, for instance because the disk is full. */
const tellOfLostLog = (error: NodeJS.ErrnoException): void => {
  process.stderr.write(`varde: the log cannot be written (${error.code ?? error.message}).\n`);
};
