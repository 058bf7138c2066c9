import { bankSettings, optionalSetting, type Setting, setting } from "@varde/bank";
import { accountDataProfiles, schemaType } from "@varde/protocol";
import { crossBorderDaysDefault } from "../core-bank/ledger-core-bank.ts";
import { sandboxLimits } from "../worlds/sandbox-limits.ts";

const { integer, list, object, oneOf, optional, string } = schemaType;

const portDefault = 8080;
const loopback = new Set<unknown>(["127.0.0.1", "localhost", "::1", "[::1]"]);

/**
 * Whether only this machine can reach the bank: it listens on loopback, and has no public address,
 * which a proxy would serve.
 */
export const isLocal = ({
  host,
  publicUrl,
}: {
  readonly host?: unknown;
  readonly publicUrl?: unknown;
}): boolean =>
  loopback.has(host) &&
  (typeof publicUrl !== "string" || loopback.has(URL.parse(publicUrl)?.hostname));

/** Returns the port's distance from 8080 added to 8443; 0, for any free port, if there is none. */
const deriveHttpsPort = (port: number): number => {
  const derived = port + 8443 - portDefault;
  return port === 0 || derived > 65_535 ? 0 : derived;
};

/** Each port has its own data folder, so that two banks can run. */
const deriveDataFolder = (port: unknown): string =>
  port === portDefault || port === 0 ? ".varde" : `.varde-${port}`;

const days = integer({ minimum: 0, maximum: 30 });
const limit = integer({ minimum: 1, description: "a whole number above 0" });
const aPort = "a port from 0 to 65535";
const portSchema = integer({ minimum: 0, maximum: 65_535, description: aPort });
const databaseSchema = string({
  pattern: "^postgres(?:ql)?://.",
  description: "an address that starts with postgres:// or postgresql://",
});
const { mode, bankName, publicUrl, pathPrefix, trust, ...otherSwitches } = bankSettings;

/** Every setting of a sandbox that is started from the command line. */
export const sandboxSettings = {
  host: setting(string(), {
    default: "127.0.0.1",
    environment: "HOST",
    about: "address to listen on",
  }),
  port: setting(portSchema, {
    default: portDefault,
    environment: "PORT",
    about: "port for http; 0 chooses a free one",
  }),
  httpsPort: {
    schema: { anyOf: [portSchema, { enum: ["off"] }], description: `${aPort}, or off` },
    default: ({ port }) => deriveHttpsPort(Number(port)),
    defaultText: "`port` + 363: `8443`",
    environment: "HTTPS_PORT",
    about: "port for https, or `off`; 0 chooses a free one",
  } as Setting<number | "off">,
  databaseUrl: optionalSetting(databaseSchema, {
    environment: "DATABASE_URL",
    about: "PostgreSQL instead of SQLite: `postgres://…`",
    isSecret: true,
  }),
  migrationDatabaseUrl: optionalSetting(databaseSchema, {
    defaultText: "`databaseUrl`",
    environment: "MIGRATION_DATABASE_URL",
    about: "the same database for `varde migrate`, with a role that may create tables",
    isSecret: true,
  }),
  dataFolder: setting(string({ minLength: 1 }), {
    // Processes on one PostgreSQL database are one bank, so they share the keys in the folder.
    default: ({ port, databaseUrl }) =>
      deriveDataFolder(databaseUrl === undefined ? port : portDefault),
    defaultText: "`.varde`, or `.varde-PORT` for a `port` other than 8080",
    environment: "VARDE_DATA",
    about: "folder for data, keys and the log",
    isPath: true,
  }),
  logTo: setting(oneOf(["file", "stdout", "none"]), {
    default: "file",
    environment: "VARDE_LOG",
    about: "where the log is written: `file`, `stdout`, `none`",
  }),
  controlToken: optionalSetting(string({ minLength: 1 }), {
    defaultText:
      "none if only this machine can reach the bank, else made at the first start and stored in " +
      "the data folder",
    about: "bearer token that allows other machines to use the control API",
    isSecret: true,
  }),
  isolation: setting(oneOf(["tpp", "shared"]), {
    default: "tpp",
    about: "`tpp` gives each TPP its own world, `shared` gives all TPPs the same one",
  }),
  worldDays: setting(integer({ minimum: 0, maximum: 3_650 }), {
    default: 30,
    about: "days after which a world that nobody uses is deleted; 0 for never",
  }),
  sandboxLimits: setting(
    object(
      {
        worlds: optional(limit),
        worldsPerMinute: optional(limit),
        snapshotRows: optional(limit),
        eventStreams: optional(limit),
      },
      { description: 'limits with whole numbers above 0, like {"worlds": 20000}' },
    ),
    {
      default: {},
      defaultText: Object.entries(sandboxLimits)
        .map(([name, max]) => `\`${name}\` ${max}`)
        .join(", "),
      about:
        "how many worlds there are and are opened within a minute, rows of a snapshot, and event " +
        "streams that are open, half of them from one address",
    },
  ),
  syntheticNumbers: setting(oneOf(["required", "preferred"]), {
    default: "preferred",
    environment: "VARDE_SYNTHETIC",
    about: "customer numbers of created customers: `required` refuses numbers that could be real",
  }),
  history: setting(oneOf(["ends", "continues"]), {
    default: "ends",
    about: "`continues`: the customers of the data set earn and spend as time passes",
  }),
  profiles: setting(
    list(oneOf(accountDataProfiles), {
      uniqueItems: true,
      description: `a list with any of ${accountDataProfiles.join(", ")}`,
    }),
    {
      default: [],
      defaultText: "none",
      about:
        "ways in which account data of real banks differ, for every world that has not set its " +
        "own: " +
        accountDataProfiles.map((name) => `\`${name}\``).join(", "),
    },
  ),
  crossBorderDays: setting(
    object(
      { sepa: optional(days), other: optional(days), urgent: optional(days) },
      { description: 'numbers of days from 0 to 30, like {"sepa": 0, "other": 0}' },
    ),
    {
      default: {},
      defaultText: Object.entries(crossBorderDaysDefault)
        .map(([name, count]) => `\`${name}\` ${count}`)
        .join(", "),
      about:
        "bank days until a payment abroad settles: euros within SEPA, others, urgent ones; 0 for " +
        "the batch that sends it",
    },
  ),
  scenarioFile: optionalSetting(string(), {
    environment: "VARDE_SCENARIOS",
    about: "a JSON file with scenarios that apply to every world",
    isPath: true,
  }),
  mode: {
    ...mode,
    about: "`production` is refused: the sandbox cannot be used in production",
  },
  bankName,
  publicUrl: {
    ...publicUrl,
    default: undefined,
    defaultText: "the address of http",
  } as Setting<string | undefined>,
  pathPrefix,
  trust: {
    ...trust,
    default: (settings) => (isLocal(settings) ? "any" : "sandbox-ca"),
    defaultText: "`any` if only this machine can reach the bank, else `sandbox-ca`",
  } as typeof trust,
  ...otherSwitches,
};

/** Whether a setting belongs to the sandbox itself, and is not a switch of the bank. */
export const isHostSetting = (name: string): boolean => !Object.hasOwn(bankSettings, name);
