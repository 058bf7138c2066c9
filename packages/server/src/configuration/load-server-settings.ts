import { ConfigurationRefused, type LoadedConfiguration, loadConfiguration } from "@varde/bank";
import { readYamlFields } from "./read-yaml-fields.ts";
import { sandboxSettingsRefused, serverSettings } from "./server-settings.ts";

/** The settings of a bank in production, with the place of each in the configuration file. */
export interface LoadedServer extends LoadedConfiguration<typeof serverSettings> {
  /** Reads the same file and environment again. */
  reload(): LoadedServer;
}

export type ServerSettings = LoadedServer["values"];

/** The settings that a process of the bank runs with. */
export type ServedSettings = Pick<LoadedServer, "values" | "placeOf">;

/**
 * Reads the settings of a bank in production from a file in YAML or JSON and from the environment.
 * Throws ConfigurationRefused with one line for each fault.
 */
export const loadServerSettings = (
  file: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): LoadedServer => {
  const table = { ...serverSettings, ...sandboxSettingsRefused };
  const read = loadConfiguration(table, { environment, file, readFields: readYamlFields });
  const own = Object.entries(read.values).filter(([name]) => Object.hasOwn(serverSettings, name));
  const loaded: LoadedServer = {
    ...read,
    values: Object.fromEntries(own) as ServerSettings,
    reload: () => loadServerSettings(file, environment),
  };
  const faults = [...findDatabaseFaults(loaded)];
  if (faults.length > 0) throw new ConfigurationRefused(faults.join("\n"));
  return loaded;
};

/** Yields what is wrong with the choice of a database. */
export function* findDatabaseFaults({ values, placeOf }: ServedSettings): Generator<string> {
  const { databaseUrl, dataFolder, workers } = values;
  if (databaseUrl === undefined && dataFolder === undefined) {
    yield `${placeOf("")}databaseUrl is missing; give it, or dataFolder for SQLite.`;
  }
  if (databaseUrl !== undefined && dataFolder !== undefined) {
    yield `${placeOf("dataFolder")}dataFolder is for SQLite; leave it out beside databaseUrl.`;
  }
  if (databaseUrl === undefined && dataFolder !== undefined && workers !== 1) {
    yield `${placeOf("workers")}workers must be 1 with SQLite; several need databaseUrl.`;
  }
}
