import { mkdirSync } from "node:fs";
import {
  type BankHost,
  bankMigrations,
  createBank,
  logOptions,
  type MetricReading,
  openBankStorage,
  openStdoutLog,
  type RunningBank,
  type TlsIdentity,
} from "@varde/bank";
import { migrateStorage, type StorageLocation } from "@varde/storage";
import { type DestinationStream, pino } from "pino";
import { ClosingStack } from "./closing-stack.ts";
import { composeBank } from "./compose-bank.ts";
import type { ServedSettings, ServerSettings } from "./configuration/load-server-settings.ts";
import { createSharedPorts, portFault, type SharedPorts } from "./ports/shared-parts.ts";
import { TelemetryExporter } from "./telemetry/exporter.ts";
import { Telemetry } from "./telemetry/telemetry.ts";

/** A bank in production that can serve requests but does not listen. */
export interface OpenedBank {
  readonly bank: RunningBank;
  /** The identity for TLS that its settings name. */
  readonly tls: TlsIdentity | undefined;
  /** Sentences about what it lacks by its settings. Its opener logs them. */
  readonly warnings: readonly string[];
  /** Finishes requests in flight and closes everything. */
  close(options?: CloseOptions): Promise<void>;
}

export type CloseOptions = Parameters<RunningBank["close"]>[0];

/** The parts of the process that a bank uses. */
export interface BankSurroundings {
  readonly logTo: DestinationStream;
  /** Reads the metrics to serve; by default those of this process. */
  readonly readMetrics?: (() => Promise<readonly MetricReading[]>) | undefined;
  /** Given if the bank shares the process with others. */
  readonly host?: BankHost | undefined;
  /** Ports that it shares with others; by default it uses them alone. */
  readonly shared?: SharedPorts | undefined;
  /** Called when an SQLite file can no longer be trusted. By default the process ends. */
  readonly onFatal?: ((error: Error) => void) | undefined;
}

/** Opens the log that the settings name. */
export const openServerLog = ({ logTo }: Pick<ServerSettings, "logTo">): DestinationStream =>
  logTo === "none" ? { write: () => undefined } : openStdoutLog();

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
 * Opens the bank of a configuration in this process. Throws ConfigurationRefused or StorageRefused,
 * whose messages are for the operator.
 */
export const openBank = async (
  loaded: ServedSettings,
  { logTo, readMetrics, host, shared, onFatal }: BankSurroundings,
): Promise<OpenedBank> => {
  const { values: settings } = loaded;
  await using stack = new ClosingStack();
  const log = pino({ ...logOptions, ...(host && { base: { bank: host.name } }) }, logTo);
  const parts = shared ?? createSharedPorts({ log });
  const exporter = await useExporter(settings, parts, stack);
  const telemetry = stack.use(new Telemetry(settings, exporter, host?.name));
  const { tracer } = telemetry;
  const onFault = (error: Error) => log.warn({ err: error }, portFault);
  const composed = stack.use(
    await composeBank(loaded, { onFault, traceHeaders: tracer.headers, shared: parts }),
  );
  const { configuration, tls, warnings } = composed;
  const ports = tracer.tracePorts(composed.ports);
  const location = findStorage(settings);
  if ("folder" in location) mkdirSync(location.folder, { recursive: true, mode: 0o700 });
  const storage = await openBankStorage(
    {
      location,
      migrations: bankMigrations,
      connectionsMax: settings.databaseConnectionsMax,
      log: (line) => log.warn(line),
      ...(onFatal !== undefined && { onFatal }),
    },
    configuration,
  );
  stack.defer(() => storage.close());
  const bank = createBank({
    ...{ configuration, storage, ports, logTo, tracer, host },
    ...(readMetrics !== undefined && { readMetrics }),
  });
  telemetry.start(bank.bank);
  stack.defer(() => telemetry.stop());
  let closeOptions: CloseOptions;
  stack.defer(() => bank.close(closeOptions));
  await composed.attachTo(bank);
  await bank.app.ready();
  const opened = stack.move();
  const close: OpenedBank["close"] = (options) => {
    closeOptions = options;
    return opened[Symbol.asyncDispose]();
  };
  return { bank, tls, warnings, close };
};

/** Returns the exporter that banks of the process share, if the settings name a collector. */
const useExporter = async (
  settings: ServerSettings,
  shared: SharedPorts,
  stack: ClosingStack,
): Promise<TelemetryExporter | undefined> => {
  const { "telemetry.endpoint": endpoint, "telemetry.disabled": isDisabled } = settings;
  if (endpoint === undefined || isDisabled) return undefined;
  const key = Object.entries(settings).filter(([name]) => name.startsWith("telemetry."));
  const open = async () => new TelemetryExporter(endpoint, settings, shared);
  return stack.use(await shared.exporters.use(key, open)).part;
};
