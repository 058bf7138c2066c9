import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  asksForCertificate,
  ConfigurationRefused,
  type FileFields,
  loadConfiguration,
  type SettingTable,
  type SettingValues,
} from "@varde/bank";
import { type Claim, findClaimFaults, listClaims, normaliseHost } from "./bank-claims.ts";
import {
  defaultsTable,
  type installationSettings,
  installationTable,
  memberSettings,
  memberTable,
  processSettings,
} from "./installation-settings.ts";
import {
  findDatabaseFaults,
  type ServedSettings,
  type ServerSettings,
} from "./load-server-settings.ts";
import { readYamlFields } from "./read-yaml-fields.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

export type InstallationSettings = SettingValues<typeof installationSettings>;

/** The settings of one bank of a folder. */
export interface LoadedMember extends ServedSettings {
  /** The name of its file, without the ending. */
  readonly name: string;
  /** Hosts, id and database, which no other bank may have. */
  readonly claims: readonly Claim[];
  /** Where each value comes from: the bank's file, `defaults.yaml`, or "default". */
  readonly sources: Readonly<Record<string, string>>;
  /** The file, those it shares with other banks, and those that they name for secrets. */
  readonly files: readonly string[];
}

/** A bank of a folder. It can be opened if its file has no faults. */
export interface FoundMember {
  readonly name: string;
  /** Its hosts as far as they are known, also if the file has faults. */
  readonly hosts: readonly string[];
  readonly loaded: LoadedMember | undefined;
  readonly faults: readonly string[];
}

/** A folder of banks as it is now. */
export interface LoadedInstallation {
  readonly folder: string;
  readonly values: InstallationSettings;
  /** Where each value comes from, as in a file of one bank. */
  readonly sources: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
  /** Faults of `installation.yaml` or the environment; the values are defaults then. */
  readonly faults: readonly string[];
  readonly members: readonly FoundMember[];
}

const installationFile = "installation.yaml";
const defaultsFile = "defaults.yaml";
const banksMax = 500;

/** Whether a path names a folder of banks, and not the configuration file of one bank. */
export const isInstallation = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Reads a folder of banks: `installation.yaml`, `defaults.yaml` and a file for each bank. Faults
 * are returned and not thrown, because those of one bank do not concern the others.
 */
export const loadInstallation = (folder: string, environment: Environment): LoadedInstallation => {
  const file = join(folder, installationFile);
  const read = collectFaults(() =>
    loadConfiguration(installationTable, { environment, file, readFields: readYamlFields }),
  );
  const { values, warnings, sources } =
    read.value ?? loadConfiguration(installationTable, { environment: {} });
  const found = findMemberFiles(folder);
  const defaults = readDefaults(folder, environment);
  const members = found.names.map((name) => loadMember(name, defaults, values));
  const budget = findBudgetFaults(file, values, members);
  return {
    ...{ folder, values, sources, warnings },
    faults: [...read.faults, ...found.faults, ...budget],
    members: refuseClaimedTwice(members),
  };
};

/** Reads the file of one bank again, and compares it with the settings of the others. */
export const reloadMember = (
  { folder, values }: Pick<LoadedInstallation, "folder" | "values">,
  name: string,
  environment: Environment,
  others: readonly LoadedMember[],
): FoundMember => {
  const found = loadMember(name, readDefaults(folder, environment), values);
  if (found.loaded === undefined) return found;
  const claims = findClaimFaults([found.loaded, ...others]).get(name) ?? [];
  return { ...found, faults: [...found.faults, ...claims] };
};

/** The content of `defaults.yaml`, which all banks of a folder have in common. */
interface Defaults {
  readonly folder: string;
  readonly environment: Environment;
  /** The path of `defaults.yaml`, if the folder has it. */
  readonly sharedFile: string | undefined;
  readonly faults: readonly string[];
  /** Reads a file; `defaults.yaml` is read once for all banks. */
  readonly readFields: (file: string) => FileFields;
}

const readDefaults = (folder: string, environment: Environment): Defaults => {
  const path = join(folder, defaultsFile);
  const isThere = statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  const sharedFile = isThere ? path : undefined;
  const { value, faults } = collectFaults(() => (isThere ? readYamlFields(path) : undefined));
  const readFields = (file: string) =>
    file === sharedFile && value !== undefined ? value : readYamlFields(file);
  const origins = { environment, isNamedEnvironment: true, file: sharedFile, readFields };
  const checked = collectFaults(() => loadConfiguration(defaultsTable, origins));
  const all = new Set([...faults, ...checked.faults]);
  return { folder, environment, sharedFile, readFields, faults: [...all] };
};

const loadMember = (
  name: string,
  { folder, environment, sharedFile, readFields, faults: ofDefaults }: Defaults,
  installation: InstallationSettings,
): FoundMember => {
  const file = join(folder, `${name}.yaml`);
  let fields: FileFields | undefined;
  const readOnce = (path: string): FileFields => {
    if (path !== file) return readFields(path);
    refuseDevice(file);
    fields ??= readFields(file);
    return fields;
  };
  const read = collectFaults(() =>
    loadConfiguration(memberTable, {
      ...{ environment, isNamedEnvironment: true, file, sharedFile, readFields: readOnce },
    }),
  );
  // Most faults of the defaults are found again with the bank's file.
  const faults = [...new Set([...ofDefaults, ...read.faults])];
  if (read.value === undefined) {
    return { name, hosts: guessHosts(file, readOnce), loaded: undefined, faults };
  }
  const { values: own, placeOf, files, sources } = read.value;
  const values = { ...pick(own, memberSettings), ...pick(installation, processSettings) };
  const claims = listClaims(own);
  const hosts = claims.filter(({ kind }) => kind === "host").map(({ value }) => value);
  const loaded = { name, values, placeOf, files, sources, claims };
  faults.push(...findDatabaseFaults(loaded), ...findPortFaults(loaded, installation));
  return { name, hosts, loaded, faults };
};

/** Refuses what could be read without end, like a pipe: every bank of the process would wait. */
const refuseDevice = (file: string): void => {
  let isFile = true;
  try {
    isFile = statSync(file).isFile();
  } catch {
    // Reading it says why it cannot be found.
  }
  if (!isFile) throw new ConfigurationRefused(`${file} is not a file.`);
};

/** Returns the hosts in a file with faults, so that its callers receive 503 and try again. */
const guessHosts = (file: string, readFields: Defaults["readFields"]): readonly string[] => {
  const { value } = collectFaults(() => readFields(file));
  const { publicUrl, moreHosts } = value?.fields ?? {};
  const url = typeof publicUrl === "string" ? URL.parse(publicUrl)?.host : undefined;
  return [url, ...(Array.isArray(moreHosts) ? moreHosts : [])]
    .map((host: unknown) => (typeof host === "string" ? normaliseHost(host) : undefined))
    .filter((host) => host !== undefined);
};

/** Returns the values of the settings that a table has. */
const pick = <Table extends SettingTable>(
  values: SettingValues<Table>,
  table: Table,
): SettingValues<Table> =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => Object.hasOwn(table, name)),
  ) as never;

/** Yields what the bank needs of the process but does not get. */
function* findPortFaults(
  { values, placeOf }: ServedSettings,
  { "tls.key": key, "tls.certificatePort": port, trustedProxies }: InstallationSettings,
): Generator<string> {
  if (values["tls.key"] !== undefined && key === undefined) {
    yield `${placeOf("tls")}tls needs tls.key and tls.certificate in installation.yaml too, ` +
      "for clients that do not name a host; leave it out if a proxy ends TLS.";
  }
  if (!asksForCertificate(values) || port !== undefined || trustedProxies.length > 0) return;
  const name = values.clientCertificate === "off" ? "ownChannels" : "clientCertificate";
  yield `${placeOf(name)}${name} needs the certificates of clients, but no port asks for them; ` +
    "give tls.certificatePort in installation.yaml, or trustedProxies if a proxy forwards them.";
}

/** Returns the names of the banks of a folder, in order. */
const findMemberFiles = (
  folder: string,
): { readonly names: readonly string[]; readonly faults: readonly string[] } => {
  const files = readdirSync(folder).filter((name) => /^[^.].*\.ya?ml$/s.test(name));
  const faults: string[] = [];
  const names = files
    .filter((file) => file !== installationFile && file !== defaultsFile)
    .filter((file) => {
      if (/^[\w-]{1,64}\.yaml$/.test(file)) return true;
      // The name may contain characters that a terminal obeys, and line breaks.
      const shown = file.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "?");
      faults.push(
        `${join(folder, shown)} must be named like fjordbanken.yaml: up to 64 letters, digits, ` +
          "hyphens and underscores, which are the bank's name in the log.",
      );
      return false;
    })
    .map((file) => file.slice(0, -".yaml".length))
    .sort();
  if (names.length === 0 && faults.length === 0) {
    faults.push(`${folder} has no bank; write a file for each, like fjordbanken.yaml.`);
  }
  if (names.length > banksMax) {
    faults.push(`${folder} has ${names.length} banks; a process serves up to ${banksMax}.`);
  }
  return { names, faults };
};

function* findBudgetFaults(
  file: string,
  { databaseConnectionsMax: max }: InstallationSettings,
  members: readonly FoundMember[],
): Generator<string> {
  const sum = members
    .map(({ loaded }) => loaded?.values)
    .filter((values) => values?.databaseUrl !== undefined)
    .reduce((total, values) => total + (values?.databaseConnectionsMax ?? 0), 0);
  if (sum <= max) return;
  yield `${file}: databaseConnectionsMax is ${max}, but the banks may use ${sum} connections ` +
    "together; lower databaseConnectionsMax of the banks, or divide them among several folders.";
}

/** Adds a fault to each bank that claims what another one claims too. */
const refuseClaimedTwice = (members: readonly FoundMember[]): readonly FoundMember[] => {
  const loaded = members.map((member) => member.loaded).filter((each) => each !== undefined);
  const faultsByName = findClaimFaults(loaded);
  return members.map((member) => ({
    ...member,
    faults: [...member.faults, ...(faultsByName.get(member.name) ?? [])],
  }));
};

/** Returns the value, or the lines of a refusal. */
const collectFaults = <Value>(
  read: () => Value,
): { readonly value?: Value; readonly faults: readonly string[] } => {
  try {
    return { value: read(), faults: [] };
  } catch (error) {
    if (!(error instanceof ConfigurationRefused)) throw error;
    return { faults: error.message.split("\n") };
  }
};

/** How many requests the banks of a process may serve at once, together. */
const requestsOfProcess = 1_000;
const requestsMin = 16;

/** Leaves a bank two shares of the requests in flight, so that one bank cannot take all. */
export const shareRequests = (settings: ServerSettings, bankCount: number): ServerSettings => {
  const share = Math.max(requestsMin, Math.ceil((2 * requestsOfProcess) / bankCount));
  const { requestsInFlightMax } = settings;
  return { ...settings, requestsInFlightMax: Math.min(requestsInFlightMax, share) };
};

/** Returns how many files banks open besides the connections of their clients. */
export const countFiles = (banks: readonly (ServerSettings | undefined)[]): number =>
  banks
    .filter((settings) => settings !== undefined)
    .map(
      (settings) =>
        settings.databaseConnectionsMax + settings["coreBank.connections"] + otherFilesOfBank,
    )
    .reduce((sum, files) => sum + files, 0);

/** A socket of a signer, a file that is being read, and connections of a bank that is replaced. */
const otherFilesOfBank = 4;
