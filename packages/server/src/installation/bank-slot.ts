import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { SecureContext } from "node:tls";
import { type BankMetrics, ConfigurationRefused, createTlsContext } from "@varde/bank";
import { StorageRefused } from "@varde/storage";
import type { Logger } from "pino";
import { readTlsIdentity } from "../compose-bank.ts";
import type { FoundMember, LoadedMember } from "../configuration/load-installation.ts";
import type { OpenedBank } from "../open-bank.ts";
import { followedPaths, hashContents } from "../workers/follow-configuration.ts";

/** The states of a bank in a process with several, and those that may follow each. */
export const bankStates = {
  starting: ["ready", "suspended", "failed", "draining"],
  ready: ["ready", "suspended", "starting", "failed", "draining"],
  suspended: ["ready", "suspended", "starting", "failed", "draining"],
  failed: ["starting", "failed", "draining"],
  draining: [],
} as const satisfies Record<string, readonly string[]>;

export type BankState = keyof typeof bankStates;

/** The state of a bank, for its operators. */
export interface BankReport {
  readonly bank: string;
  readonly state: BankState;
  /** When the state began, in ISO 8601. For a bank that failed again, when it failed first. */
  readonly since: string;
  /** Why it has failed, or why its changed settings are not used. */
  readonly faults: readonly string[];
  readonly hosts: readonly string[];
}

/** The parts of the process that a bank uses. */
export interface SlotHost {
  readonly log: Logger;
  /** Opens the bank. `onFatal` is called if its database can no longer be trusted. */
  open(member: LoadedMember, onFatal: (error: Error) => void): Promise<OpenedBank>;
  /** Reads the file of the bank again. */
  reload(slot: BankSlot): FoundMember;
  /** Lets requests for these hosts come to the bank; one that is not open takes none of others. */
  route(slot: BankSlot, hosts: readonly string[], isOpen: boolean): void;
}

const firstRetryMs = 1_000;
const retryMsMax = 60_000;

/** A bank of a process with several: opens it, tries again if that fails, and replaces it. */
export class BankSlot {
  readonly name: string;
  readonly #host: SlotHost;
  #state: BankState = "starting";
  #since = Date.now();
  /** When it failed first; undefined once it is open. */
  #failedAt: number | undefined;
  #faults: readonly string[] = [];
  #member: LoadedMember | undefined;
  #opened: OpenedBank | undefined;
  #context: SecureContext | undefined;
  #fingerprint = "";
  #module = "";
  #retryMs = firstRetryMs;
  #retry: NodeJS.Timeout | undefined;
  /** Steps run one after the other. */
  #queue: Promise<unknown> = Promise.resolve();
  readonly #closing = new Set<Promise<void>>();

  constructor(name: string, host: SlotHost) {
    this.name = name;
    this.#host = host;
  }

  get state(): BankState {
    return this.#state;
  }

  /** The settings that were read last without faults of their own. */
  get member(): LoadedMember | undefined {
    return this.#member;
  }

  /** The bank itself, if it is open. */
  get bank(): OpenedBank["bank"] | undefined {
    return this.#opened?.bank;
  }

  /** The metrics of the bank, if it is open. */
  get metrics(): BankMetrics | undefined {
    return this.#opened?.bank.bank.metrics;
  }

  /** The identity for TLS; undefined if the bank has none of its own. */
  get context(): SecureContext | undefined {
    return this.#context;
  }

  /** Seconds until the next attempt to open the bank. */
  get retryAfterSeconds(): number {
    return Math.ceil(this.#retryMs / 1_000);
  }

  report(): Omit<BankReport, "hosts"> {
    const failedAt = this.#state === "failed" ? this.#failedAt : undefined;
    const since = new Date(failedAt ?? this.#since).toISOString();
    return { bank: this.name, state: this.#state, since, faults: this.#faults };
  }

  /** Returns why the bank cannot serve now although it is open; its database may return. */
  async findOutages(): Promise<readonly string[]> {
    const isReady = (await this.#opened?.bank.bank.storage.isReady()) ?? true;
    return isReady ? [] : ["The database does not respond."];
  }

  /** Serves a request, and returns whether the bank is open. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    if (this.#opened === undefined) return false;
    this.#opened.bank.serve(request, response);
    return true;
  }

  /** Opens the bank, or replaces it if its settings or the files that they name have changed. */
  apply(found: FoundMember): Promise<void> {
    return this.#enqueue(() => this.#apply(found));
  }

  async #apply(found: FoundMember): Promise<void> {
    if (this.#state === "draining") return;
    clearTimeout(this.#retry);
    if (this.#opened === undefined) await this.#start(found);
    else await this.#change(found, this.#opened);
  }

  /** Closes the bank after its requests in flight. */
  close(options?: { readonly isReplaced: boolean }): Promise<void> {
    clearTimeout(this.#retry);
    return this.#enqueue(async () => {
      if (this.#state !== "draining") this.#move("draining");
      await this.#opened?.close(options);
      this.#opened = undefined;
      await Promise.all(this.#closing);
    });
  }

  async #start(found: FoundMember): Promise<void> {
    if (this.#state !== "starting") this.#move("starting");
    this.#host.route(this, found.hosts, false);
    this.#member = found.loaded;
    try {
      await this.#open(found);
    } catch (error) {
      this.#fail(error);
    }
  }

  async #change(found: FoundMember, opened: OpenedBank): Promise<void> {
    try {
      const member = refuseFaults(found);
      const isSame = fingerprintMember(member) === this.#fingerprint;
      if (hashModule(member) !== this.#module) {
        this.#host.log.warn({ bank: this.name }, "module changed: restart the process to use it");
      }
      // Read before anything is replaced, because it may be refused.
      const context = readContext(member);
      if (isSame) {
        this.#context = context;
        this.#succeed();
        return;
      }
      if (member.values.databaseUrl === undefined) return await this.#restart(found, opened);
      await this.#open(found);
      this.#retire(opened);
      this.#host.log.info({ bank: this.name }, "bank replaced");
    } catch (error) {
      this.#faults = describe(error);
      const text = "changed settings of the bank are refused, the last ones stay in force";
      this.#host.log.error({ bank: this.name, faults: this.#faults }, text);
      // A valid file is refused because of what it names, like a database that is away.
      if (found.faults.length === 0) this.#tryLater(() => this.#apply(this.#host.reload(this)));
    }
  }

  /** An SQLite database can be open once only, so the bank closes before it is opened again. */
  async #restart(found: FoundMember, opened: OpenedBank): Promise<void> {
    this.#opened = undefined;
    this.#move("starting");
    await opened.close({ isReplaced: true });
    await this.#start(found);
  }

  /** Opens the bank, and lets requests come to it. */
  async #open(found: FoundMember): Promise<void> {
    const member = refuseFaults(found);
    // Read before the bank is: a file that changes meanwhile is noticed at the next reload, and a
    // broken certificate leaves no bank open.
    const [fingerprint, module] = [fingerprintMember(member), hashModule(member)];
    const context = readContext(member);
    const opened: OpenedBank = await this.#host.open(member, (error) =>
      this.#enqueue(() => this.#lose(opened, error)),
    );
    this.#member = member;
    this.#opened = opened;
    this.#context = context;
    this.#fingerprint = fingerprint;
    this.#module = module;
    this.#host.route(this, found.hosts, true);
    for (const text of opened.warnings) this.#host.log.warn({ bank: this.name }, text);
    this.#succeed();
    this.#move(member.values.suspended === undefined ? "ready" : "suspended");
  }

  /** Closes a bank whose database can no longer be trusted; the next start recovers it. */
  async #lose(opened: OpenedBank, error: Error): Promise<void> {
    if (this.#opened !== opened) return;
    this.#opened = undefined;
    this.#fail(error);
    await opened.close({ isReplaced: true }).catch(() => {});
  }

  #fail(error: unknown): void {
    this.#faults = describe(error);
    this.#move("failed");
    this.#failedAt ??= this.#since;
    const isExpected = error instanceof ConfigurationRefused || error instanceof StorageRefused;
    const fields = { bank: this.name, faults: this.#faults, retryMs: this.#retryMs };
    this.#host.log.error(isExpected ? fields : { ...fields, err: error }, "bank failed");
    this.#tryLater(async () => {
      if (this.#state === "failed") await this.#start(this.#host.reload(this));
    });
  }

  #succeed(): void {
    this.#faults = [];
    this.#failedAt = undefined;
    this.#retryMs = firstRetryMs;
  }

  /** Tries a step again after a time that doubles with each attempt. */
  #tryLater(step: () => Promise<void>): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#enqueue(step), this.#retryMs).unref();
    this.#retryMs = Math.min(this.#retryMs * 2, retryMsMax);
  }

  #retire(opened: OpenedBank): void {
    const closing = opened
      .close({ isReplaced: true })
      .catch((error: unknown) =>
        this.#host.log.error({ bank: this.name, err: error }, "replaced bank did not close"),
      )
      .finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }

  #move(state: BankState): void {
    const allowed: readonly BankState[] = bankStates[this.#state];
    assert(allowed.includes(state), `a bank cannot become ${state} while it is ${this.#state}`);
    if (state === this.#state) return;
    this.#state = state;
    this.#since = Date.now();
    this.#host.log.info({ bank: this.name, state }, "bank changed its state");
  }

  #enqueue<Result>(step: () => Promise<Result>): Promise<Result> {
    const done = this.#queue.then(step);
    this.#queue = done.catch(() => {});
    return done;
  }
}

/** Returns the settings. Throws ConfigurationRefused if the file has faults. */
const refuseFaults = ({ loaded, faults }: FoundMember): LoadedMember => {
  if (loaded === undefined || faults.length > 0) throw new ConfigurationRefused(faults.join("\n"));
  return loaded;
};

const readContext = ({ values }: LoadedMember): SecureContext | undefined => {
  const identity = readTlsIdentity(values);
  return identity && createTlsContext(identity);
};
const describe = (error: unknown): readonly string[] =>
  (error instanceof Error ? error.message : String(error)).split("\n");

/**
 * Returns a text that differs if a bank has to be opened again: its settings or the content of the
 * files that they name have changed. The identity for TLS and a module are not part of it: the
 * first is replaced while the bank is open, and the second cannot be loaded again.
 */
const fingerprintMember = ({ values }: LoadedMember): string => {
  const { "tls.key": _key, "tls.certificate": certificate, module, ...settings } = values;
  const paths = followedPaths(values)
    .filter((path) => path !== undefined)
    .filter((path) => path !== certificate && path !== module);
  const hash = createHash("sha256").update(JSON.stringify({ ...settings, module }));
  return hash.update(hashContents(paths)).digest("hex");
};

/** Returns a text that differs if the bank's own module has changed. */
const hashModule = ({ values: { module } }: LoadedMember): string =>
  module === undefined ? "" : hashContents([module]);
