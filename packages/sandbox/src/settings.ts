/** Settings the sandbox is started with. Each has a default. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  /** Undefined turns https off. */
  readonly httpsPort: number | undefined;
  /** Whether HTTPS_PORT was set; if a derived port is in use, any free one is taken instead. */
  readonly isHttpsPortSet: boolean;
  readonly dataFolder: string;
  readonly databaseUrl: string | undefined;
  readonly controlToken: string | undefined;
  readonly trust: "any" | "sandbox-ca" | undefined;
  readonly isolation: "tpp" | "shared";
  readonly syntheticNumbers: "required" | "preferred";
  readonly history: "ends" | "continues";
  /** Path of a file with scenarios for every world. */
  readonly scenarioFile: string | undefined;
  readonly logTo: "file" | "stdout" | "none";
}

/** Thrown for an invalid setting; the message is a sentence for the operator. */
export class SettingsRefused extends Error {
  override readonly name = "SettingsRefused";
}

/** Reads the settings from the environment. */
export const readSettings = (
  environment: Readonly<Record<string, string | undefined>>,
): Settings => {
  refuseProduction(environment);
  const host = environment.HOST ?? "127.0.0.1";
  const port = readPort("PORT", environment.PORT, portDefault) ?? portDefault;
  const databaseUrl = readDatabaseUrl(environment.DATABASE_URL);
  return {
    host,
    port,
    httpsPort: readPort("HTTPS_PORT", environment.HTTPS_PORT, deriveHttpsPort(port)),
    isHttpsPortSet: Boolean(environment.HTTPS_PORT),
    // Processes on one PostgreSQL database are one bank, so they share the keys in the folder.
    dataFolder:
      environment.VARDE_DATA ?? defaultDataFolder(databaseUrl === undefined ? port : portDefault),
    databaseUrl,
    controlToken: environment.VARDE_CONTROL_TOKEN,
    trust: readOneOf("VARDE_TRUST", environment.VARDE_TRUST, ["any", "sandbox-ca"]),
    isolation:
      readOneOf("VARDE_ISOLATION", environment.VARDE_ISOLATION, ["tpp", "shared"]) ?? "tpp",
    syntheticNumbers:
      readOneOf("VARDE_SYNTHETIC", environment.VARDE_SYNTHETIC, ["required", "preferred"]) ??
      "preferred",
    history: readOneOf("VARDE_HISTORY", environment.VARDE_HISTORY, ["ends", "continues"]) ?? "ends",
    scenarioFile: environment.VARDE_SCENARIOS || undefined,
    logTo: readOneOf("VARDE_LOG", environment.VARDE_LOG, ["file", "stdout", "none"]) ?? "file",
  };
};

const portDefault = 8080;

/** Returns the port's distance from 8080 added to 8443; 0, for any free port, if there is none. */
const deriveHttpsPort = (port: number): number => {
  const derived = port + 8443 - portDefault;
  return port === 0 || derived > 65_535 ? 0 : derived;
};

/** Returns the data folder of the bank on a port: each port has its own, so that two can run. */
const defaultDataFolder = (port: number): string =>
  port === portDefault || port === 0 ? ".varde" : `.varde-${port}`;

/** Settings that only a sandbox has; a bank with real customers must not have them. */
const sandboxSettings = [
  "VARDE_TRUST",
  "VARDE_ISOLATION",
  "VARDE_SYNTHETIC",
  "VARDE_HISTORY",
  "VARDE_SCENARIOS",
  "VARDE_CONTROL_TOKEN",
];

const refuseProduction = (environment: Readonly<Record<string, string | undefined>>): void => {
  if ((environment.VARDE_MODE ?? environment.NODE_ENV) !== "production") return;
  const named = sandboxSettings.find((name) => environment[name] !== undefined);
  throw new SettingsRefused(
    named === undefined
      ? "The sandbox cannot run in production mode; unset VARDE_MODE and NODE_ENV."
      : `${named} cannot be set in production mode; unset it, or VARDE_MODE and NODE_ENV.`,
  );
};

const readPort = (name: string, text: string | undefined, standard: number): number | undefined => {
  if (text === undefined || text === "") return standard;
  if (text === "off" && name === "HTTPS_PORT") return undefined;
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port >= 0 && port <= 65_535) return port;
  const off = name === "HTTPS_PORT" ? ", or off" : "";
  throw new SettingsRefused(`${name} must be a port from 0 to 65535${off}, not "${text}".`);
};

const readDatabaseUrl = (text: string | undefined): string | undefined => {
  if (text === undefined || text === "") return undefined;
  if (/^postgres(?:ql)?:\/\/./.test(text)) return text;
  throw new SettingsRefused("DATABASE_URL must start with postgres:// or postgresql://.");
};

const readOneOf = <T extends string>(
  name: string,
  text: string | undefined,
  values: readonly T[],
): T | undefined => {
  if (text === undefined || text === "") return undefined;
  if ((values as readonly string[]).includes(text)) return text as T;
  throw new SettingsRefused(`${name} must be one of ${values.join(", ")}, not "${text}".`);
};
