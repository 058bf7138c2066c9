import { readdir, readFile } from "node:fs/promises";
import {
  constants,
  type ELDHistogram,
  monitorEventLoopDelay,
  PerformanceObserver,
  performance,
} from "node:perf_hooks";
import { getHeapSpaceStatistics, getHeapStatistics } from "node:v8";
import { isRecord } from "@varde/protocol";
import { countLostLines } from "../log-writer.ts";
import { MetricRegistry } from "./metric-registry.ts";
import { processMetricDefinitions } from "./process-metric-definitions.ts";

type ProcessMetrics = MetricRegistry<typeof processMetricDefinitions>;

/** The event loop is sampled this often; the delays are what a sample was late. */
const sampleMs = 10;
const nanoseconds = 1e-9;
const microseconds = 1e-6;

const garbageCollectionKinds: Readonly<Record<number, string>> = {
  [constants.NODE_PERFORMANCE_GC_MAJOR]: "major",
  [constants.NODE_PERFORMANCE_GC_MINOR]: "minor",
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: "incremental",
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: "weakcb",
};

let started: ProcessMetrics | undefined;

/** Measures this process from the first call on. All banks of a process share the metrics. */
export const measureProcess = (): ProcessMetrics => {
  if (started !== undefined) return started;
  const metrics = new MetricRegistry(processMetricDefinitions);
  const delays = monitorEventLoopDelay({ resolution: sampleMs });
  delays.enable();
  observeGarbageCollection(metrics);
  setConstants(metrics);
  metrics.onRead(() => {
    readUsage(metrics);
    readHeap(metrics);
    readEventLoop(metrics, delays);
  });
  metrics.onRead(() => readLinux(metrics));
  started = metrics;
  return metrics;
};

const observeGarbageCollection = (metrics: ProcessMetrics): void => {
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const detail = "detail" in entry ? entry.detail : undefined;
      const kind = isRecord(detail) ? Number(detail.kind) : Number.NaN;
      const name = garbageCollectionKinds[kind] ?? "other";
      metrics.histogram("garbageCollection", name).observe(entry.duration / 1_000);
    }
  });
  observer.observe({ entryTypes: ["gc"] });
};

const setConstants = (metrics: ProcessMetrics): void => {
  metrics.value("startTime").set(performance.timeOrigin / 1_000);
  const [major = "", minor = "", patch = ""] = process.versions.node.split(".");
  metrics.value("version", process.version, major, minor, patch).set(1);
};

const readUsage = (metrics: ProcessMetrics): void => {
  metrics.value("logLinesLost").set(countLostLines());
  const { user, system } = process.cpuUsage();
  metrics.value("cpuUser").set(user * microseconds);
  metrics.value("cpuSystem").set(system * microseconds);
  metrics.value("cpu").set((user + system) * microseconds);
  const byType = Object.groupBy(process.getActiveResourcesInfo(), (type) => type);
  metrics.clear("activeResources");
  for (const [type, resources = []] of Object.entries(byType)) {
    metrics.value("activeResources", type).set(resources.length);
  }
};

const readHeap = (metrics: ProcessMetrics): void => {
  const { rss, heapTotal, heapUsed, external } = process.memoryUsage();
  metrics.value("residentMemory").set(rss);
  metrics.value("heapTotal").set(heapTotal);
  metrics.value("heapUsed").set(heapUsed);
  metrics.value("heapLimit").set(getHeapStatistics().heap_size_limit);
  metrics.value("externalMemory").set(external);
  for (const space of getHeapSpaceStatistics()) {
    const name = space.space_name.replace(/_space$/, "");
    metrics.value("spaceTotal", name).set(space.space_size);
    metrics.value("spaceUsed", name).set(space.space_used_size);
    metrics.value("spaceAvailable", name).set(space.space_available_size);
  }
};

const readEventLoop = (metrics: ProcessMetrics, delays: ELDHistogram): void => {
  const { active, idle } = performance.eventLoopUtilization();
  metrics.value("loopActive").set(active / 1_000);
  metrics.value("loopIdle").set(idle / 1_000);
  if (delays.count > 0) {
    metrics.value("lagMin").set(lateBy(delays.min));
    metrics.value("lagMax").set(lateBy(delays.max));
    metrics.value("lagMean").set(lateBy(delays.mean));
    metrics.value("lagDeviation").set(delays.stddev * nanoseconds);
    metrics.value("lagMedian").set(lateBy(delays.percentile(50)));
    metrics.value("lagP90").set(lateBy(delays.percentile(90)));
    metrics.value("lagP99").set(lateBy(delays.percentile(99)));
  }
  delays.reset();
};

/** Node reports the time between two samples, which contains the interval itself. */
const lateBy = (betweenSamples: number): number =>
  Math.max(0, betweenSamples * nanoseconds - sampleMs / 1_000);

/** Reads what only Linux has. */
const readLinux = async (metrics: ProcessMetrics): Promise<void> => {
  try {
    const status = await readFile("/proc/self/status", "utf8");
    metrics.value("virtualMemory").set(readKilobytes(status, "VmSize"));
    metrics.value("processHeap").set(readKilobytes(status, "VmData"));
    metrics.value("openFiles").set((await readdir("/proc/self/fd")).length - 1);
    const limits = await readFile("/proc/self/limits", "utf8");
    const soft = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
    if (soft !== undefined) metrics.value("openFilesMax").set(Number(soft));
  } catch {
    // Other systems have no such files, and the metrics no such values.
  }
};

const readKilobytes = (status: string, field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? 0) * 1_024;
