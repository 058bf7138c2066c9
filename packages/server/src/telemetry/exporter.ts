import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Bank, MetricReading } from "@varde/bank";
import type { ServerSettings } from "../configuration/load-server-settings.ts";
import { CollectorClient, readPairs, type Signal } from "./collector-client.ts";
import { type ExportLog, ExportReport } from "./export-report.ts";
import { formatReadings, formatSpans, type Resource } from "./format-otlp.ts";
import type { Span } from "./span.ts";

/** Spans that may wait for the collector; further ones are dropped. */
const waitingSpansMax = 8_192;
/** Spans of one request to the collector. */
const batchSpansMax = 512;
const spanIntervalMs = 5_000;
/** Without its metrics after this time, a bank is left out: its database may hang. */
const readMsMax = 2_000;
/** Queries of a bank for its metrics run this often at most. */
const queryMs = 15_000;

/** A bank whose metrics and spans are exported. */
export interface TelemetrySource {
  readonly resource: Resource;
  /** Undefined until the bank is open. */
  bank: Pick<Bank, "metrics"> | undefined;
  /** Spans that wait for the collector. */
  readonly spans: Span[];
}

/** The parts of the process that an exporter uses. */
export interface ExportSurroundings {
  readonly log: ExportLog;
  /** Reads the metrics of a process with several banks; a single bank reads them itself. */
  readonly readProcess?: (() => Promise<readonly MetricReading[]>) | undefined;
}

/** Exports the telemetry of all banks of this process to an OpenTelemetry collector. */
export class TelemetryExporter implements Disposable {
  readonly #settings: ServerSettings;
  readonly #collector: CollectorClient;
  readonly #resource: Resource;
  readonly #readProcess: ExportSurroundings["readProcess"];
  readonly #sources = new Set<TelemetrySource>();
  readonly #report: ExportReport;
  readonly #timers: readonly NodeJS.Timeout[];
  #waiting = 0;
  #sending: Promise<void> | undefined;

  constructor(
    endpoint: string,
    settings: ServerSettings,
    { log, readProcess }: ExportSurroundings,
  ) {
    this.#settings = settings;
    this.#collector = new CollectorClient(endpoint, settings);
    this.#resource = describeResource(settings);
    this.#readProcess = readProcess;
    this.#report = new ExportReport(log);
    const every = (ms: number, send: () => Promise<void>) => setInterval(send, ms).unref();
    this.#timers = [
      every(settings["telemetry.intervalMs"], () => this.#sendMetrics(this.#sources)),
      every(spanIntervalMs, () => this.#sendSpans()),
    ];
  }

  exports(signal: Signal): boolean {
    return this.#settings[`telemetry.${signal}`] === "otlp";
  }

  add(source: TelemetrySource): void {
    this.#sources.add(source);
  }

  /** Forgets a bank with everything that waits. */
  delete(source: TelemetrySource): void {
    if (this.#sources.delete(source)) this.#waiting -= source.spans.length;
  }

  /** Exports what is left of a bank, and forgets it. */
  async finish(source: TelemetrySource): Promise<void> {
    await Promise.all([this.#sendMetrics([source]), this.#sendSpans()]);
    this.delete(source);
  }

  record(source: TelemetrySource, spans: readonly Span[]): void {
    if (this.#waiting + spans.length > waitingSpansMax || !this.#sources.has(source)) {
      this.#report.drop(source, spans.length);
    } else {
      source.spans.push(...spans);
      this.#waiting += spans.length;
    }
    if (this.#waiting >= batchSpansMax) this.#sendSpans();
  }

  [Symbol.dispose](): void {
    this.#timers.forEach(clearInterval);
  }

  /** Sends all spans, one request at a time. */
  #sendSpans(): Promise<void> {
    this.#sending ??= this.#sendBatches().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  async #sendBatches(): Promise<void> {
    for (let batch = this.#takeBatch(); batch.length > 0; batch = this.#takeBatch()) {
      const parts = batch.map(({ source, spans }) => ({ resource: source.resource, spans }));
      if (await this.#send("traces", async () => formatSpans(parts))) continue;
      for (const { source, spans } of batch) this.#report.drop(source, spans.length);
      return;
    }
  }

  /** Takes the spans of one request, of all banks. */
  #takeBatch() {
    let left = batchSpansMax;
    const taken = [...this.#sources].map((source) => {
      const spans = source.spans.splice(0, left);
      left -= spans.length;
      return { source, spans };
    });
    this.#waiting -= batchSpansMax - left;
    return taken.filter(({ spans }) => spans.length > 0);
  }

  async #sendMetrics(sources: Iterable<TelemetrySource>): Promise<void> {
    if (!this.exports("metrics")) return;
    await this.#send("metrics", async () => {
      const readings = (await this.#readProcess?.()) ?? [];
      const ofProcess = readings.length > 0 ? [{ resource: this.#resource, readings }] : [];
      const names = new Set(readings.map(({ name }) => name));
      const reading = [...sources].map(async ({ resource, bank }) => ({
        resource,
        readings: (await this.#read(bank)).filter(({ name }) => !names.has(name)),
      }));
      const ofBanks = (await Promise.all(reading)).filter((part) => part.readings.length > 0);
      const parts = [...ofProcess, ...ofBanks];
      const times = { startMs: performance.timeOrigin, nowMs: Date.now() };
      return parts.length === 0 ? undefined : formatReadings(parts, times);
    });
  }

  async #read(bank: TelemetrySource["bank"]): Promise<readonly MetricReading[]> {
    if (bank === undefined) return [];
    if (this.#readProcess === undefined) return bank.metrics.read();
    const late = pause(readMsMax, [], { ref: false });
    return Promise.race([bank.metrics.readOwn(queryMs).catch(() => []), late]);
  }

  /** Sends what it reads; a bank that is still starting has nothing to send. */
  async #send(signal: Signal, read: () => Promise<object | undefined>): Promise<boolean> {
    const [first] = this.#sources;
    try {
      const body = await read();
      if (body === undefined) return true;
      await this.#collector.send(signal, body);
      this.#report.complete(first, signal);
      return true;
    } catch (error) {
      this.#report.fail(first, signal, error);
      return false;
    }
  }
}

/** Returns the attributes of a bank, or of the whole process, for a collector. */
export const describeResource = (settings: ServerSettings, bank?: string): Resource => ({
  "service.name": settings["telemetry.serviceName"],
  "service.instance.id": randomUUID(),
  "process.pid": process.pid,
  ...(bank !== undefined && { "varde.bank": bank }),
  ...Object.fromEntries(readPairs(settings["telemetry.resourceAttributes"])),
});
