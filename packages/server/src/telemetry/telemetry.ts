import { setTimeout } from "node:timers/promises";
import type { ServerSettings } from "../configuration/load-server-settings.ts";
import { describeResource, type TelemetryExporter, type TelemetrySource } from "./exporter.ts";
import { createSampler } from "./sampler.ts";
import { Tracer } from "./tracer.ts";

/** How long a stopping bank waits for the collector. */
const finishMsMax = 2_000;

/** The metrics and traces of a bank, which are exported if there is an exporter. */
export class Telemetry implements Disposable {
  readonly tracer: Tracer;
  readonly #exporter: TelemetryExporter | undefined;
  readonly #source: TelemetrySource;

  /** `bank` is given if the process serves several banks. */
  constructor(settings: ServerSettings, exporter: TelemetryExporter | undefined, bank?: string) {
    this.#exporter = exporter;
    this.#source = { resource: describeResource(settings, bank), bank: undefined, spans: [] };
    exporter?.add(this.#source);
    this.tracer = exporter?.exports("traces")
      ? new Tracer({
          sample: createSampler(settings),
          record: (spans) => exporter.record(this.#source, spans),
        })
      : new Tracer();
  }

  /** Exports the metrics of the bank from now on. */
  start(bank: TelemetrySource["bank"]): void {
    this.#source.bank = bank;
  }

  /** Exports what is left, if the collector accepts it soon. */
  async stop(): Promise<void> {
    const finished = this.#exporter?.finish(this.#source);
    await Promise.race([finished, setTimeout(finishMsMax, undefined, { ref: false })]);
  }

  [Symbol.dispose](): void {
    this.#exporter?.delete(this.#source);
  }
}
