import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Bank } from "@varde/bank";
import type { ServerSettings } from "../configuration/load-server-settings.ts";
import { CollectorClient, readPairs, type Signal } from "./collector-client.ts";
import { ExportReport } from "./export-report.ts";
import { formatReadings, formatSpans, type Resource } from "./format-otlp.ts";
import { createSampler } from "./sampler.ts";
import type { Span } from "./span.ts";
import { Tracer } from "./tracer.ts";

/** Spans that may wait for the collector; further ones are dropped. */
const waitingSpansMax = 8_192;
/** Spans of one request to the collector. */
const batchSpansMax = 512;
const spanIntervalMs = 5_000;
/** How long a stopping process waits for the collector. */
const finishMsMax = 2_000;

/** Exports the metrics and traces of this process to an OpenTelemetry collector, if one is set. */
export class Telemetry {
  readonly tracer: Tracer;
  readonly #settings: ServerSettings;
  readonly #collector: CollectorClient | undefined;
  readonly #resource: Resource;
  readonly #timers: NodeJS.Timeout[] = [];
  #bank: Pick<Bank, "metrics"> | undefined;
  #report: ExportReport | undefined;
  #spans: Span[] = [];
  #sending: Promise<void> | undefined;

  /** `bank` is given if the process serves several banks. */
  constructor(settings: ServerSettings, bank?: string) {
    this.#settings = settings;
    const { "telemetry.endpoint": endpoint, "telemetry.disabled": isDisabled } = settings;
    this.#collector =
      endpoint === undefined || isDisabled ? undefined : new CollectorClient(endpoint, settings);
    this.#resource = {
      "service.name": settings["telemetry.serviceName"],
      "service.instance.id": randomUUID(),
      "process.pid": process.pid,
      ...(bank !== undefined && { "varde.bank": bank }),
      ...Object.fromEntries(readPairs(settings["telemetry.resourceAttributes"])),
    };
    this.tracer = this.#exports("traces")
      ? new Tracer({ sample: createSampler(settings), record: (spans) => this.#record(spans) })
      : new Tracer();
  }

  /** Exports at intervals from now on. */
  start(bank: Pick<Bank, "metrics" | "log">): void {
    this.#bank = bank;
    this.#report = new ExportReport(bank);
    const every = (ms: number, send: () => Promise<void>) =>
      this.#timers.push(setInterval(send, ms).unref());
    if (this.#exports("metrics")) {
      every(this.#settings["telemetry.intervalMs"], () => this.#sendMetrics());
    }
    if (this.#exports("traces")) every(spanIntervalMs, () => this.#sendSpans());
  }

  /** Exports what is left, if the collector accepts it soon. */
  async stop(): Promise<void> {
    this.#timers.forEach(clearInterval);
    const sent = [
      this.#exports("metrics") && this.#sendMetrics(),
      this.#exports("traces") && this.#sendSpans(),
    ];
    await Promise.race([Promise.all(sent), setTimeout(finishMsMax, undefined, { ref: false })]);
  }

  #exports(signal: Signal): boolean {
    return this.#collector !== undefined && this.#settings[`telemetry.${signal}`] === "otlp";
  }

  #record(spans: readonly Span[]): void {
    if (this.#spans.length + spans.length > waitingSpansMax) this.#report?.drop(spans.length);
    else this.#spans.push(...spans);
    if (this.#spans.length >= batchSpansMax) this.#sendSpans();
  }

  /** Sends all spans, one request at a time. */
  #sendSpans(): Promise<void> {
    this.#sending ??= this.#sendBatches().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  async #sendBatches(): Promise<void> {
    while (this.#spans.length > 0) {
      const batch = this.#spans.splice(0, batchSpansMax);
      const isSent = await this.#send("traces", async () => formatSpans(batch, this.#resource));
      if (isSent) continue;
      this.#report?.drop(batch.length);
      return;
    }
  }

  async #sendMetrics(): Promise<void> {
    await this.#send("metrics", async () => {
      const readings = (await this.#bank?.metrics.read()) ?? [];
      const times = { startMs: performance.timeOrigin, nowMs: Date.now() };
      return formatReadings(readings, this.#resource, times);
    });
  }

  async #send(signal: Signal, read: () => Promise<object>): Promise<boolean> {
    try {
      await this.#collector?.send(signal, await read());
      this.#report?.complete(signal);
      return true;
    } catch (error) {
      this.#report?.fail(signal, error);
      return false;
    }
  }
}
