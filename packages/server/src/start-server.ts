import { availableParallelism } from "node:os";
import { logOptions } from "@varde/bank";
import { pino } from "pino";
import { checkServer } from "./check-server.ts";
import type { LoadedServer, ServerSettings } from "./configuration/load-server-settings.ts";
import { migrateIfConfigured, openServerLog } from "./open-bank.ts";
import { type ServedBank, serveBank } from "./serve-bank.ts";
import { followConfiguration } from "./workers/follow-configuration.ts";
import { serveWithWorkers } from "./workers/serve-with-workers.ts";

/** A bank in production, in one or several processes. */
export interface RunningServer extends Pick<ServedBank, "addresses" | "close"> {
  readonly workers: number;
}

/** Starts the bank of a configuration: in this process, or in workers of it. */
export const startServer = async (loaded: LoadedServer): Promise<RunningServer> => {
  const { values: settings } = loaded;
  const workers = countWorkers(settings);
  const logTo = openServerLog(settings);
  const log = pino(logOptions, logTo);
  const warn = (warnings: readonly string[]) => {
    for (const text of warnings) log.warn(text);
  };
  if (workers === 1) {
    await migrateIfConfigured(settings);
    const { addresses, warnings, close } = await serveBank(loaded, { logTo });
    warn(warnings);
    return { addresses, close, workers };
  }
  // Faults and warnings are reported once, with their places, and not by each worker.
  warn(await checkServer(loaded));
  await migrateIfConfigured(settings);
  const served = await serveWithWorkers(settings, workers, log);
  const following = followConfiguration(loaded, log, async (changed) => {
    warn(await checkServer(changed));
    await served.replace(changed.values, countWorkers(changed.values));
  });
  const close = () => {
    following[Symbol.dispose]();
    return served.close();
  };
  return { addresses: served.addresses, close, workers };
};

const countWorkers = ({ workers }: Pick<ServerSettings, "workers">): number =>
  workers === "cores" ? availableParallelism() : workers;
