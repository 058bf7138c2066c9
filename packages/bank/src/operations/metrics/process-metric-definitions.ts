import { counter, gauge, histogram } from "./metric-definition.ts";

const largest = { merge: "max" } as const;

/** Metrics of the process, with the names that monitoring of Node.js processes usually expects. */
export const processMetricDefinitions = {
  cpuUser: counter("process_cpu_user_seconds_total", "CPU time in user mode"),
  cpuSystem: counter("process_cpu_system_seconds_total", "CPU time in system mode"),
  cpu: counter("process_cpu_seconds_total", "CPU time in user and system mode"),
  startTime: gauge("process_start_time_seconds", "Start of the process, in seconds since 1970", {
    merge: "min",
  }),
  residentMemory: gauge("process_resident_memory_bytes", "Resident memory", {}),
  virtualMemory: gauge("process_virtual_memory_bytes", "Virtual memory; Linux only", {}),
  processHeap: gauge("process_heap_bytes", "Size of the data segment; Linux only", {}),
  openFiles: gauge("process_open_fds", "Open file descriptors; Linux only", largest),
  openFilesMax: gauge("process_max_fds", "Limit of open file descriptors; Linux only", {
    merge: "min",
  }),
  lagMin: gauge("nodejs_eventloop_lag_min_seconds", "Smallest delay since the last read", {
    merge: "min",
  }),
  lagMax: gauge("nodejs_eventloop_lag_max_seconds", "Largest delay since the last read", largest),
  lagMean: gauge("nodejs_eventloop_lag_mean_seconds", "Mean delay since the last read", largest),
  lagDeviation: gauge(
    "nodejs_eventloop_lag_stddev_seconds",
    "Standard deviation of the delays since the last read",
    largest,
  ),
  lagMedian: gauge("nodejs_eventloop_lag_p50_seconds", "Median delay since the last read", largest),
  lagP90: gauge(
    "nodejs_eventloop_lag_p90_seconds",
    "90th percentile of the delays since the last read",
    largest,
  ),
  lagP99: gauge(
    "nodejs_eventloop_lag_p99_seconds",
    "99th percentile of the delays since the last read",
    largest,
  ),
  loopActive: counter(
    "nodejs_eventloop_active_seconds_total",
    "Time in which the event loop worked; its rate is the utilisation of a process",
  ),
  loopIdle: counter(
    "nodejs_eventloop_idle_seconds_total",
    "Time in which the event loop waited for something to do",
  ),
  activeResources: gauge("nodejs_active_resources", "Resources that keep the process alive", {
    labels: ["type"],
  }),
  heapTotal: gauge("nodejs_heap_size_total_bytes", "Size of the JavaScript heap", {}),
  heapUsed: gauge("nodejs_heap_size_used_bytes", "Used part of the JavaScript heap", {}),
  heapLimit: gauge(
    "nodejs_heap_size_limit_bytes",
    "Size at which the process runs out of heap",
    {},
  ),
  externalMemory: gauge("nodejs_external_memory_bytes", "Memory outside of the heap", {}),
  logLinesLost: counter(
    "varde_log_lines_lost_total",
    "Lines that are missing in the log because it could not be written",
  ),
  spaceTotal: gauge("nodejs_heap_space_size_total_bytes", "Size of a heap space", {
    labels: ["space"],
  }),
  spaceUsed: gauge("nodejs_heap_space_size_used_bytes", "Used part of a heap space", {
    labels: ["space"],
  }),
  spaceAvailable: gauge("nodejs_heap_space_size_available_bytes", "Free part of a heap space", {
    labels: ["space"],
  }),
  version: gauge("nodejs_version_info", "1, with the version of Node.js", {
    labels: ["version", "major", "minor", "patch"],
    merge: "max",
  }),
  garbageCollection: histogram(
    "nodejs_gc_duration_seconds",
    "Time of garbage collections, by kind: major, minor, incremental or weakcb",
    { labels: ["kind"], bounds: [0.001, 0.01, 0.1, 1, 2, 5] },
  ),
} as const;
