import { join } from "node:path";
import { type DestinationStream, destination } from "pino";
import type { Settings } from "./settings.ts";

export const logFileName = "varde.log";

/** Where the log goes. Writing is gathered, so that a request does not wait for the disk. */
export const openLog = (
  logTo: Settings["logTo"],
  dataFolder: string,
): DestinationStream & { flush(): void } => {
  if (logTo === "nowhere") return { write: () => undefined, flush: () => undefined };
  const stream = destination({
    dest: logTo === "stdout" ? 1 : join(dataFolder, logFileName),
    sync: false,
    minLength: 4096,
    periodicFlush: 500,
    mkdir: true,
  });
  return { write: (line) => stream.write(line), flush: () => stream.flushSync() };
};
