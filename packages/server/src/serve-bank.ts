import { mkdirSync } from "node:fs";
import {
  bankMigrations,
  createBank,
  listenHttp,
  listenHttps,
  logOptions,
  type MetricReading,
  openBankStorage,
  type RunningBank,
} from "@varde/bank";
import { migrateStorage, type StorageLocation } from "@varde/storage";
import { type DestinationStream, destination, pino } from "pino";
import { ClosingStack } from "./closing-stack.ts";
import { type ComposedBank, composeBank } from "./compose-bank.ts";
import type { ServedSettings, ServerSettings } from "./configuration/load-server-settings.ts";
import { Telemetry } from "./telemetry/telemetry.ts";

/** A bank in production that listens. */
export interface ServedBank {
  readonly addresses: { readonly http?: string; readonly https?: string };
  readonly bank: RunningBank;
  /**
   * Serves for `drainMs`, unless another process has replaced this one, then finishes requests in
   * flight and closes everything.
   */
  close(options?: CloseOptions): Promise<void>;
}

type CloseOptions = Parameters<RunningBank["close"]>[0];

interface ServeOptions {
  readonly logTo?: DestinationStream;
  /** Reads the metrics to serve; by default those of this process. */
  readonly readMetrics?: () => Promise<readonly MetricReading[]>;
}

/** Pipes write this many bytes at once, so lines of several processes do not mix. */
const pipeBytesMax = 4_096;

/** Opens the log that the settings name. */
export const openServerLog = ({ logTo }: Pick<ServerSettings, "logTo">): DestinationStream =>
  logTo === "none"
    ? { write: () => undefined }
    : destination({ dest: 1, sync: false, maxWrite: pipeBytesMax });

/** Returns where the data of the bank is stored. */
export const findStorage = (
  { databaseUrl, dataFolder }: Pick<ServerSettings, "databaseUrl" | "dataFolder">,
  url = databaseUrl,
): StorageLocation =>
  url === undefined ? { engine: "sqlite", folder: dataFolder ?? "" } : { engine: "postgres", url };

/** Runs missing migrations, if the settings say so. SQLite is migrated when it is opened. */
export const migrateIfConfigured = async ({
  migrate,
  databaseUrl,
  migrationDatabaseUrl = databaseUrl,
}: ServerSettings): Promise<void> => {
  if (!migrate || migrationDatabaseUrl === undefined) return;
  const location = { engine: "postgres", url: migrationDatabaseUrl } as const;
  await migrateStorage({ location, migrations: bankMigrations });
};

/**
 * Opens the bank of a configuration in this process and listens. Throws ConfigurationRefused or
 * StorageRefused, whose messages are for the operator.
 */
export const serveBank = async (
  loaded: ServedSettings,
  { logTo = openServerLog(loaded.values), readMetrics }: ServeOptions = {},
): Promise<ServedBank> => {
  const { values: settings } = loaded;
  await using stack = new ClosingStack();
  const log = pino(logOptions, logTo);
  const telemetry = new Telemetry(settings);
  const { tracer } = telemetry;
  const composed = stack.use(
    await composeBank(loaded, {
      onFault: (error) => log.warn({ err: error }, "port reported a fault"),
      traceHeaders: tracer.headers,
    }),
  );
  const { configuration } = composed;
  const ports = tracer.tracePorts(composed.ports);
  const location = findStorage(settings);
  if ("folder" in location) mkdirSync(location.folder, { recursive: true, mode: 0o700 });
  const storage = await openBankStorage(
    {
      location,
      migrations: bankMigrations,
      connectionsMax: settings.databaseConnectionsMax,
      log: (line) => log.warn(line),
    },
    configuration,
  );
  stack.defer(() => storage.close());
  const bank = createBank({
    ...{ configuration, storage, ports, logTo, tracer },
    ...(readMetrics !== undefined && { readMetrics }),
  });
  telemetry.start(bank.bank);
  stack.defer(() => telemetry.stop());
  let closeOptions: CloseOptions;
  stack.defer(() => bank.close(closeOptions));
  await composed.attachTo(bank);
  const addresses = await listen(bank, settings, composed);
  const opened = stack.move();
  const close: ServedBank["close"] = (options) => {
    closeOptions = options;
    return opened[Symbol.asyncDispose]();
  };
  return { addresses, bank, close };
};

const listen = async (
  bank: RunningBank,
  { host, port, "tls.port": tlsPort }: ServerSettings,
  { tls }: ComposedBank,
): Promise<ServedBank["addresses"]> => {
  await bank.app.ready();
  const http = port === "off" ? undefined : await listenHttp(bank.app, host, port);
  const https =
    tls === undefined
      ? undefined
      : await listenHttps(bank.createTlsServer(tls), { host, port: tlsPort });
  return { ...(http !== undefined && { http }), ...(https !== undefined && { https: https.url }) };
};
