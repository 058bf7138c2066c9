import { type Setting, type SettingTable, setting } from "@varde/bank";
import { schemaType } from "@varde/protocol";
import { sandboxSettingsRefused, serverSettings } from "./server-settings.ts";
import { telemetrySettings } from "./telemetry-settings.ts";

const { integer, list, string } = schemaType;

const { host, port, logTo, trustedProxies, drainMs, workers } = serverSettings;
const {
  "tls.port": tlsPort,
  "tls.key": tlsKey,
  "tls.certificate": tlsCertificate,
} = serverSettings;

const oneWorker: Setting<number | "cores"> = {
  ...workers,
  schema: integer({
    minimum: 1,
    maximum: 1,
    description:
      "1 (each process opens every bank of its folder; to use more cores, divide the banks among " +
      "several folders)",
  }),
  about: "processes that serve the folder: 1",
};

const certificatePort: Setting<number | undefined> = {
  schema: tlsPort.schema,
  default: undefined,
  about:
    "a second port for https, on which clients are asked for a certificate; for banks with " +
    "`clientCertificate`, or with a certificate in `ownChannels`",
};

const adminPort: Setting<number> = {
  schema: tlsPort.schema,
  default: 9400,
  about: "port for operators: health and metrics of all banks; 0 chooses a free one",
};

/** How a process that serves a folder of banks listens and runs. Banks cannot differ in these. */
export const processSettings = {
  host,
  port,
  "tls.port": tlsPort,
  workers: oneWorker,
  logTo,
  trustedProxies,
  drainMs,
  ...telemetrySettings,
};

/** Every setting of `installation.yaml`. */
export const installationSettings = {
  ...processSettings,
  "tls.certificatePort": certificatePort,
  "tls.key": { ...tlsKey, about: "private key for banks without `tls.key` of their own, in PEM" },
  "tls.certificate": {
    ...tlsCertificate,
    about: "file with its certificate and the issuers of it, in PEM; for unknown hosts too",
  },
  "admin.host": setting(string({ minLength: 1 }), {
    default: "127.0.0.1",
    about: "address of the port for operators, which must not be public",
  }),
  "admin.port": adminPort,
  databaseConnectionsMax: setting(integer({ minimum: 1, maximum: 10_000 }), {
    default: 300,
    about: "connections to PostgreSQL of all banks together",
  }),
};

const moreHosts = setting(
  list(
    string({
      pattern: "^[A-Za-z0-9-]{1,63}(?:\\.[A-Za-z0-9-]{1,63})*$",
      description: "a host without a port, like psd2.bank.example",
    }),
    { maxItems: 20, description: "a list of up to 20 hosts like psd2.bank.example" },
  ),
  {
    default: [],
    defaultText: "none",
    about: "further hosts of the bank, besides that of `publicUrl`; only in a folder of banks",
  },
);

/** Settings of a bank in a folder, with those that the process has for all of them. */
export const memberSettings = {
  ...serverSettings,
  moreHosts,
  databaseConnectionsMax: { ...serverSettings.databaseConnectionsMax, default: 3 },
  "coreBank.connections": { ...serverSettings["coreBank.connections"], default: 4 },
};

/** Settings that identify a bank or prove who it is. Secrets are among them without being named. */
const ownNames: ReadonlySet<string> = new Set([
  "bankId",
  "bankName",
  "publicUrl",
  "moreHosts",
  "dataFolder",
  "tls.certificate",
  "coreBank.tls.certificate",
  "sca.oidc.clientId",
  "responseSigner.certificate",
  "responseSigner.socket",
  "ownChannels",
]);

const isOwn = (name: string, { isIndirect }: Setting): boolean =>
  isIndirect === true || ownNames.has(name);

/** The same settings, none of which may be given. `describe` continues "must be". */
const refuseAll = <Table extends SettingTable>(
  table: Table,
  describe: (name: string, declared: Setting) => string,
): Table =>
  Object.fromEntries(
    Object.entries(table).map(([name, declared]) => {
      const { environment } = declared;
      const schema = { not: {}, description: describe(name, declared) };
      const refused = { schema, default: undefined, isSecret: true, about: "" } as const;
      return [name, environment === undefined ? refused : { ...refused, environment }];
    }),
  ) as never;

const select = <Table extends SettingTable>(
  table: Table,
  isSelected: (name: string, declared: Setting) => boolean,
): Partial<Table> =>
  Object.fromEntries(
    Object.entries(table).filter(([name, each]) => isSelected(name, each)),
  ) as never;

const processRefused = refuseAll(
  processSettings,
  () => "left out, because it is a setting of the process: give it in installation.yaml",
);

/** Settings of a bank's own file; others are refused with the place where they belong. */
export const memberTable = { ...sandboxSettingsRefused, ...memberSettings, ...processRefused };

/** Settings of `defaults.yaml`. A group may be incomplete: the files of the banks complete it. */
export const defaultsTable: SettingTable = {
  ...Object.fromEntries(
    Object.entries(memberTable).map(([name, { isRequired: _, ...rest }]: [string, Setting]) => [
      name,
      rest,
    ]),
  ),
  ...refuseAll(
    select(memberSettings, isOwn),
    () => "left out, because every bank has its own: give it in the files of the banks",
  ),
  ...processRefused,
};

/**
 * Settings of `installation.yaml`, also by environment variables. A variable that would set a
 * setting of a bank is refused, because it would set it for every bank.
 */
export const installationTable = {
  ...sandboxSettingsRefused,
  ...refuseAll(memberSettings, (name, declared) => {
    const place = isOwn(name, declared) ? "" : ", or in defaults.yaml";
    return `left out, because ${name} is a setting of a bank: give it in the bank's file${place}`;
  }),
  ...installationSettings,
};
