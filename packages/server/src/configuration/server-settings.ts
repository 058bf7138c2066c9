import { bankSettings, optionalSetting, type Setting, secretSetting, setting } from "@varde/bank";
import { schemaType } from "@varde/protocol";
import { portSettings } from "./port-settings.ts";
import { telemetrySettings } from "./telemetry-settings.ts";

const { boolean, integer, oneOf, string } = schemaType;

const aPort = "a port from 0 to 65535";
const portSchema = integer({ minimum: 0, maximum: 65_535, description: aPort });
const databaseSchema = string({
  pattern: "^postgres(?:ql)?://.",
  description: "an address that starts with postgres:// or postgresql://",
});

/** The same setting, which must be given. */
const required = <Value>(declared: Setting<Value>): Setting<NonNullable<Value>> =>
  ({ ...declared, default: undefined, defaultText: "required", isRequired: true }) as never;

const { mode, bankId, bankName, publicUrl, trust: _, appApproval, ...switches } = bankSettings;

const httpPort: Setting<number | "off"> = {
  schema: { anyOf: [portSchema, { enum: ["off"] }], description: `${aPort}, or off` },
  default: 8080,
  environment: "PORT",
  about: "port for http, or `off`; 0 chooses a free one",
};

const workers: Setting<number | "cores"> = {
  schema: {
    anyOf: [integer({ minimum: 1, maximum: 256 }), { enum: ["cores"] }],
    description: "a whole number from 1 to 256, or cores",
  },
  default: 1,
  about: "processes that serve; `cores` starts one for each core. Several need PostgreSQL",
};

/** How a bank in production listens, stores and runs. */
const hostSettings = {
  host: setting(string({ minLength: 1 }), {
    default: "127.0.0.1",
    environment: "HOST",
    about: "address to listen on",
  }),
  port: httpPort,
  "tls.port": setting(portSchema, {
    default: 8443,
    environment: "HTTPS_PORT",
    about: "port for https, if `tls.key` is given; 0 chooses a free one",
  }),
  "tls.key": secretSetting({ about: "private key of the server, in PEM", isRequired: true }),
  "tls.certificate": optionalSetting(string({ minLength: 1 }), {
    about: "file with the certificate of the server and its issuers, in PEM",
    isPath: true,
    isRequired: true,
  }),
  workers,
  databaseUrl: secretSetting(
    { environment: "DATABASE_URL", about: "PostgreSQL: `postgres://…`" },
    databaseSchema,
  ),
  migrationDatabaseUrl: secretSetting(
    {
      defaultText: "`databaseUrl`",
      environment: "MIGRATION_DATABASE_URL",
      about: "the same database for migrations, with a role that may create tables",
    },
    databaseSchema,
  ),
  migrate: setting(boolean(), {
    default: false,
    about:
      "whether missing migrations run before the bank serves; if false, the start is refused " +
      "until `varde migrate --production` has run them",
  }),
  databaseConnectionsMax: setting(integer({ minimum: 1, maximum: 1_000 }), {
    default: 10,
    about: "connections to PostgreSQL of each process",
  }),
  dataFolder: optionalSetting(string({ minLength: 1 }), {
    environment: "VARDE_DATA",
    about: "folder of an SQLite database, instead of `databaseUrl`; for one process",
    isPath: true,
  }),
  logTo: setting(oneOf(["stdout", "none"]), {
    default: "stdout",
    environment: "VARDE_LOG",
    about: "where the log is written, as lines of JSON: `stdout` or `none`",
  }),
};

/** Every setting of a bank in production. */
export const serverSettings = {
  ...hostSettings,
  ...telemetrySettings,
  ...portSettings,
  mode: setting(oneOf(["production"]), { default: "production", about: mode.about }),
  bankId: required(bankId),
  bankName: required(bankName),
  publicUrl: required(publicUrl),
  ...switches,
  // Approvals in an app would wait for nobody unless the bank has one.
  appApproval: { ...appApproval, default: false },
};

/** Whether a setting belongs to the server itself, and is not a switch of the bank. */
export const isServerSetting = (name: string): boolean => !Object.hasOwn(bankSettings, name);

const refused: Setting<undefined> = {
  schema: { not: {}, description: "left out, because only a sandbox has it" },
  default: undefined,
  isSecret: true,
  about: "",
};

/** Settings of a sandbox that a bank with real customers must not have. */
export const sandboxSettingsRefused = {
  controlToken: refused,
  history: refused,
  httpsPort: { ...refused, environment: "VARDE_HTTPS_PORT" },
  isolation: refused,
  sandboxLimits: refused,
  scenarioFile: { ...refused, environment: "VARDE_SCENARIOS" },
  crossBorderDays: refused,
  profiles: refused,
  syntheticNumbers: { ...refused, environment: "VARDE_SYNTHETIC" },
  trust: refused,
  worldDays: refused,
};
