import type { RequestListener, Server } from "node:http";
import type { Server as TlsServer } from "node:https";
import { setTimeout } from "node:timers/promises";
import {
  ConfigurationRefused,
  listenServer,
  logOptions,
  type MetricReading,
  replaceIdentity,
  SharedListeners,
  type TlsIdentity,
  warnOfFileShortage,
} from "@varde/bank";
import { type DestinationStream, type Logger, pino } from "pino";
import { readTlsIdentity } from "../compose-bank.ts";
import {
  countFiles,
  type Environment,
  type InstallationSettings,
  type LoadedInstallation,
  type LoadedMember,
  loadInstallation,
  reloadMember,
  shareRequests,
} from "../configuration/load-installation.ts";
import { migrateIfConfigured, openBank, openServerLog } from "../open-bank.ts";
import { createSharedPorts, type SharedPorts } from "../ports/shared-parts.ts";
import { createAdminListener } from "./admin-listener.ts";
import { BankRouter, refuseMisdirected, refuseUnavailable } from "./bank-router.ts";
import { type BankReport, BankSlot } from "./bank-slot.ts";
import { InstallationMetrics } from "./installation-metrics.ts";

/** A folder of banks that one process serves. */
export interface RunningInstallation {
  readonly addresses: InstallationAddresses;
  /** Returns the state of each bank. */
  banks(): readonly BankReport[];
  /** Reads the folder again: replaces changed banks, opens new ones and closes removed ones. */
  reload(): Promise<void>;
  /** Serves for `drainMs`, finishes requests in flight and closes every bank. */
  close(): Promise<void>;
}

interface InstallationAddresses {
  readonly http?: string;
  readonly https?: string;
  /** Where clients are asked for a certificate. */
  readonly certificates?: string;
  readonly admin: string;
}

/** How many banks are opened at once. */
const opensAtOnce = 8;

/**
 * Serves the banks of a folder in this process. Banks that cannot be opened do not keep the others
 * from serving. Throws ConfigurationRefused if `installation.yaml` has faults, or every bank.
 */
export const startInstallation = async (
  loaded: LoadedInstallation,
  environment: Environment,
  logTo: DestinationStream = openServerLog(loaded.values),
): Promise<RunningInstallation> => {
  const { faults, members } = loaded;
  if (faults.length > 0) throw new ConfigurationRefused(faults.join("\n"));
  if (members.every((member) => member.faults.length > 0)) {
    const all = new Set(members.flatMap((member) => member.faults));
    throw new ConfigurationRefused([...all].join("\n"));
  }
  const installation = new Installation(loaded, environment, logTo);
  try {
    const addresses = await installation.listen();
    await installation.apply(loaded);
    return {
      addresses,
      banks: () => installation.report(),
      reload: () => installation.reload(),
      close: () => installation.close(),
    };
  } catch (error) {
    await installation.close();
    throw error;
  }
};

class Installation {
  readonly #folder: string;
  readonly #settings: InstallationSettings;
  readonly #environment: Environment;
  readonly #logTo: DestinationStream;
  readonly #log: Logger;
  readonly #listeners: SharedListeners;
  readonly #admin: SharedListeners;
  readonly #shared: SharedPorts;
  readonly #router = new BankRouter<BankSlot>();
  readonly #slots = new Map<string, BankSlot>();
  readonly #metrics = new InstallationMetrics();
  readonly #removed = new Set<Promise<void>>();
  readonly #tlsServers: TlsServer[] = [];
  #isStopping = false;
  #reloading: Promise<void> = Promise.resolve();

  constructor(
    { folder, values, members }: LoadedInstallation,
    environment: Environment,
    logTo: DestinationStream,
  ) {
    this.#folder = folder;
    this.#settings = values;
    this.#environment = environment;
    this.#logTo = logTo;
    this.#log = pino(logOptions, logTo);
    const readProcess = () => this.#metrics.readProcess([...this.#slots.values()]);
    this.#shared = createSharedPorts({ log: this.#log, readProcess });
    const bankFiles = countFiles(members.map(({ loaded }) => loaded?.values));
    const warn = (text: string) => this.#log.warn(text);
    warnOfFileShortage(bankFiles, warn);
    const { trustedProxies } = values;
    this.#listeners = new SharedListeners(this.#serve, { trustedProxies, bankFiles, warn });
    const admin = createAdminListener({
      listBanks: () => this.report(),
      findOutages: async (bank) => (await this.#slots.get(bank)?.findOutages()) ?? [],
      isStopping: () => this.#isStopping,
      readMetrics: (bank) => this.#readMetrics(bank),
    });
    this.#admin = new SharedListeners(admin, { trustedProxies: [], bankFiles, warn });
  }

  async listen(): Promise<InstallationAddresses> {
    const { host, port, "tls.port": tlsPort } = this.#settings;
    const { "tls.certificatePort": certificatePort } = this.#settings;
    const { "admin.host": adminHost, "admin.port": adminPort } = this.#settings;
    const open = (server: Server | TlsServer, at: number | "off", setting: string) =>
      at === "off" ? undefined : listenServer(server, { host, port: at, setting });
    const identity = readTlsIdentity(this.#settings);
    const http = await open(this.#listeners.createHttpServer(), port, "port");
    const https = identity && (await open(this.#createTls(identity, false), tlsPort, "tls.port"));
    const certificates =
      identity && certificatePort !== undefined
        ? await open(this.#createTls(identity, true), certificatePort, "tls.certificatePort")
        : undefined;
    const admin = await listenServer(this.#admin.createHttpServer(), {
      host: adminHost,
      port: adminPort,
      setting: "admin.port",
    });
    return {
      ...(http !== undefined && { http: `http://${http}` }),
      ...(https !== undefined && { https: `https://${https}` }),
      ...(certificates !== undefined && { certificates: `https://${certificates}` }),
      admin: `http://${admin}`,
    };
  }

  /** Makes the banks those of the folder. Resolves when each is open or has failed. */
  async apply({ members }: Pick<LoadedInstallation, "members">): Promise<void> {
    const names = new Set(members.map(({ name }) => name));
    for (const slot of this.#slots.values()) if (!names.has(slot.name)) this.#remove(slot);
    const waiting = members.map((found) => ({ found, slot: this.#slotOf(found.name) }));
    const applyNext = async (): Promise<void> => {
      const next = waiting.shift();
      if (next === undefined || this.#isStopping) return;
      await next.slot.apply(next.found);
      await applyNext();
    };
    await Promise.all(Array.from({ length: opensAtOnce }, applyNext));
  }

  /** Reads the folder again, after an earlier reload has ended. */
  reload(): Promise<void> {
    this.#reloading = this.#reloading.then(async () => {
      try {
        await this.#reload();
      } catch (error) {
        this.#log.error({ err: error }, "folder of banks could not be read again");
      }
    });
    return this.#reloading;
  }

  async #reload(): Promise<void> {
    const loaded = loadInstallation(this.#folder, this.#environment);
    const { faults, values } = loaded;
    if (faults.length > 0) {
      const text = "changed folder of banks is refused, the last settings stay in force";
      this.#log.error({ faults }, text);
      return;
    }
    this.#replaceIdentity(values);
    if (describeProcess(values) !== describeProcess(this.#settings)) {
      this.#log.warn("installation.yaml changed: restart the process to use it");
    }
    await this.apply(loaded);
    this.#log.info({ banks: countStates(this.report()) }, "folder of banks was read again");
  }

  report(): readonly BankReport[] {
    return [...this.#slots.values()].map((slot) => ({
      ...slot.report(),
      hosts: this.#router.hostsOf(slot),
    }));
  }

  async #readMetrics(bank: string | null): Promise<readonly MetricReading[] | undefined> {
    if (bank === null) return this.#metrics.readAll([...this.#slots.values()]);
    const slot = this.#slots.get(bank);
    return slot && this.#metrics.readOne(slot);
  }

  async close(): Promise<void> {
    this.#isStopping = true;
    const closing = [...this.#slots.values()].map((slot) => slot.close());
    if (this.#settings.drainMs > 0) await setTimeout(this.#settings.drainMs);
    await Promise.all([...closing, ...this.#removed, this.#listeners.connections.close()]);
    await this.#admin.connections.close();
  }

  readonly #serve: RequestListener = (request, response) => {
    const isForwarded = this.#listeners.connections.isForwarded(request);
    const slot = this.#router.find(request, isForwarded);
    if (slot === undefined) this.#listeners.refuse(response, refuseMisdirected);
    else if (!slot.serve(request, response)) {
      this.#listeners.refuse(response, refuseUnavailable(slot.retryAfterSeconds));
    }
  };

  #createTls(identity: TlsIdentity, asksForCertificate: boolean): TlsServer {
    const findContext = (name: string) => this.#router.findByHost(name)?.context;
    const server = this.#listeners.createTlsServer({ identity, asksForCertificate, findContext });
    this.#tlsServers.push(server);
    return server;
  }

  #replaceIdentity(settings: InstallationSettings): void {
    try {
      const identity = readTlsIdentity(settings);
      if (identity === undefined) return;
      for (const server of this.#tlsServers) replaceIdentity(server, identity);
    } catch (error) {
      if (!(error instanceof ConfigurationRefused)) throw error;
      this.#log.error({ faults: [error.message] }, "changed certificate is refused");
    }
  }

  #slotOf(name: string): BankSlot {
    const known = this.#slots.get(name);
    if (known !== undefined) return known;
    const slot: BankSlot = new BankSlot(name, {
      log: this.#log,
      open: (member, onFatal) => this.#open(member, onFatal),
      reload: () => this.#reloadMember(name),
      route: (each, hosts, isOpen) =>
        isOpen ? this.#router.set(each, hosts) : this.#router.setIfFree(each, hosts),
    });
    this.#slots.set(name, slot);
    return slot;
  }

  #remove(slot: BankSlot): void {
    this.#slots.delete(slot.name);
    this.#router.delete(slot);
    const removed = slot
      .close({ isReplaced: true })
      .catch((error: unknown) =>
        this.#log.error({ bank: slot.name, err: error }, "removed bank did not close"),
      )
      .finally(() => this.#removed.delete(removed));
    this.#removed.add(removed);
  }

  #reloadMember(name: string) {
    const others = [...this.#slots.values()]
      .filter((slot) => slot.name !== name)
      .flatMap(({ member }) => member ?? []);
    const folder = { folder: this.#folder, values: this.#settings };
    return reloadMember(folder, name, this.#environment, others);
  }

  async #open(member: LoadedMember, onFatal: (error: Error) => void) {
    await migrateIfConfigured(member.values);
    const { connections } = this.#listeners;
    const host = { name: member.name, connections, bankCount: this.#slots.size };
    const values = shareRequests(member.values, this.#slots.size);
    const surroundings = { logTo: this.#logTo, host, shared: this.#shared, onFatal };
    return openBank({ ...member, values }, surroundings);
  }
}

/** Returns the settings that only a restart changes, as a text. */
const describeProcess = (settings: InstallationSettings): string => {
  const { "tls.key": _key, "tls.certificate": _certificate, ...others } = settings;
  return JSON.stringify(others);
};

const countStates = (reports: readonly BankReport[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Map.groupBy(reports, ({ state }) => state)
      .entries()
      .map(([state, banks]) => [state, banks.length]),
  );
