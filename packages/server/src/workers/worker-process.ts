import { ConfigurationRefused, type MetricReading } from "@varde/bank";
import { StorageRefused } from "@varde/storage";
import type { ServerSettings } from "../configuration/load-server-settings.ts";
import { type ServedBank, serveBank } from "../serve-bank.ts";
import type { WorkerOrder, WorkerReport } from "./worker-messages.ts";

// A worker of a bank: the primary process sends its settings, and later the order to stop.

let bank: ServedBank | undefined;
let isStopping = false;

const report = (message: WorkerReport, sent = () => {}) => process.send?.(message, sent);

const serve = async (settings: ServerSettings) => {
  try {
    // The primary process has reported faults with their places before it started workers.
    bank = await serveBank({ values: settings, placeOf }, { readMetrics });
    report({ kind: "listening", addresses: bank.addresses });
  } catch (error) {
    if (!(error instanceof ConfigurationRefused || error instanceof StorageRefused)) throw error;
    report({ kind: "refused", message: error.message }, () => process.exit(1));
  }
};

const placeOf = () => "";

const stop = async (isReplaced = false) => {
  if (isStopping) return;
  isStopping = true;
  await bank?.close({ isReplaced });
  process.exit(0);
};

type Readings = readonly MetricReading[];

/** Requests for metrics that wait for the primary process. */
const waiting = new Set<(readings: Readings) => void>();

/** Reads the metrics of all workers through the primary process. */
const readMetrics = (): Promise<Readings> =>
  new Promise((resolve) => {
    waiting.add(resolve);
    report({ kind: "collect metrics" });
  });

const reportMetrics = async (id: number) => {
  const readings = (await bank?.bank.bank.metrics.read()) ?? [];
  report({ kind: "metrics", id, readings });
};

const handOut = (readings: Readings) => {
  for (const resolve of waiting) resolve(readings);
  waiting.clear();
};

process.on("message", (order: WorkerOrder) => {
  switch (order.kind) {
    case "serve":
      return serve(order.settings);
    case "stop":
      return stop();
    case "retire":
      return stop(true);
    case "read metrics":
      return reportMetrics(order.id);
    case "all metrics":
      return handOut(order.readings);
  }
});
process.on("SIGTERM", () => stop());
// A terminal sends these to every process; the primary process then orders the workers to stop.
process.on("SIGINT", () => {}).on("SIGHUP", () => {});
