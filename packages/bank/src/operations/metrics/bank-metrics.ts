import type { FinishedRequest } from "../../request/finished-request.ts";
import { bankMetricDefinitions } from "./bank-metric-definitions.ts";
import { measureProcess } from "./measure-process.ts";
import type { MetricReading } from "./metric-reading.ts";
import { MetricRegistry } from "./metric-registry.ts";
import type { HistogramSeries, ValueSeries } from "./metric-series.ts";

/** The series of one operation, found once. */
interface OperationSeries {
  readonly byStatus: Map<number, ValueSeries>;
  readonly duration: HistogramSeries;
  readonly incomplete: ValueSeries;
}

/** The metrics of a bank, and of the process it runs in. */
export class BankMetrics extends MetricRegistry<typeof bankMetricDefinitions> {
  readonly #process = measureProcess();
  readonly #byOperation = new Map<string, OperationSeries>();
  readonly #stages = {
    body: this.histogram("stageDuration", "body"),
    checks: this.histogram("stageDuration", "checks"),
    useCase: this.histogram("stageDuration", "useCase"),
    response: this.histogram("stageDuration", "response"),
  };
  readonly #notAdmitted = {
    overload: this.value("notAdmitted", "overload"),
    suspended: this.value("notAdmitted", "suspended"),
  };

  constructor() {
    super(bankMetricDefinitions);
  }

  /** Counts a finished request and its times. */
  readonly observeRequest = (finished: FinishedRequest): void => {
    const { name, status, durationMs, notAdmitted } = finished;
    const series = this.#byOperation.get(name) ?? this.#addOperation(name);
    if (status !== undefined) this.#countStatus(name, series, status);
    if (finished.isComplete) series.duration.observe(durationMs / 1_000);
    else series.incomplete.add();
    if (notAdmitted !== undefined) this.#notAdmitted[notAdmitted].add();
    if (finished.isComplete) this.#observeStages(finished);
  };

  readonly observePortCall = (method: string, ms: number): void =>
    this.histogram("portDuration", method).observe(ms / 1_000);

  countPortFailure(method: string): void {
    this.value("portFailures", method).add();
  }

  countToleratedForm(form: string): void {
    this.value("toleratedForms", form).add();
  }

  override async read(): Promise<readonly MetricReading[]> {
    const [own, ofProcess] = await Promise.all([super.read(), this.#process.read()]);
    return [...own, ...ofProcess];
  }

  /** Reads the metrics of the bank without those of its process. */
  readOwn(queryAgeMsMax: number): Promise<readonly MetricReading[]> {
    return super.read(queryAgeMsMax);
  }

  #observeStages({ bodyReadMs, checkedMs, handledMs, durationMs }: FinishedRequest): void {
    if (bodyReadMs === undefined) return;
    const { body, checks, useCase, response } = this.#stages;
    body.observe(bodyReadMs / 1_000);
    if (checkedMs === undefined) return;
    checks.observe((checkedMs - bodyReadMs) / 1_000);
    if (handledMs === undefined) return;
    useCase.observe((handledMs - checkedMs) / 1_000);
    response.observe((durationMs - handledMs) / 1_000);
  }

  #countStatus(name: string, { byStatus }: OperationSeries, status: number): void {
    let series = byStatus.get(status);
    if (series === undefined) {
      series = this.value("responses", name, String(status));
      byStatus.set(status, series);
    }
    series.add();
  }

  #addOperation(name: string): OperationSeries {
    const added = {
      byStatus: new Map(),
      duration: this.histogram("requestDuration", name),
      incomplete: this.value("incompleteResponses", name),
    };
    this.#byOperation.set(name, added);
    return added;
  }
}
