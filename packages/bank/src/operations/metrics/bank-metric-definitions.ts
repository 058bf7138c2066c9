import { counter, gauge, histogram } from "./metric-definition.ts";

/** From a millisecond to the half minute after which a request counts as not served. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The bank's own metrics. The reference page is generated from this table. */
export const bankMetricDefinitions = {
  responses: counter(
    "varde_responses_total",
    "Responses by operation, or method and route of a page, and HTTP status",
    ["operation", "status"],
  ),
  incompleteResponses: counter(
    "varde_responses_incomplete_total",
    "Requests whose connection was closed before the whole response was sent, by operation",
    ["operation"],
  ),
  notAdmitted: counter(
    "varde_requests_not_admitted_total",
    "Requests that were refused because of overload, or while the bank is suspended",
    ["reason"],
  ),
  requestDuration: histogram(
    "varde_request_duration_seconds",
    "Time from the receipt of a request to the last byte of its response, by operation",
    { labels: ["operation"], bounds },
  ),
  stageDuration: histogram(
    "varde_stage_duration_seconds",
    "Time in each stage of the operations: reading the body, checks, use case, response",
    { labels: ["stage"], bounds },
  ),
  requestsInFlight: gauge(
    "varde_requests_in_flight",
    "Operations that have been received whole and whose response has not been sent",
    {},
  ),
  requestsInFlightMax: gauge(
    "varde_requests_in_flight_max",
    "Operations in flight above which further ones wait",
    {},
  ),
  requestsWaiting: gauge(
    "varde_requests_waiting",
    "Operations that have been received whole and wait for a place in flight, up to 0.8 s",
    {},
  ),
  connectionsOpen: gauge("varde_connections_open", "Open connections of clients", {}),
  connectionsRefused: counter(
    "varde_connections_refused_total",
    "Connections that were closed at once because too many were open",
  ),
  connectionsUnread: counter(
    "varde_connections_unread_closed_total",
    "Connections that were closed because their clients did not read the responses",
  ),
  requestsHalfSent: gauge(
    "varde_requests_half_sent",
    "Requests whose head or body has not arrived whole, and new connections without a request",
    {},
  ),
  requestsAbandoned: counter(
    "varde_requests_half_sent_closed_total",
    "Half-sent requests whose connection was closed to make room for others",
  ),
  toleratedForms: counter(
    "varde_tolerated_forms_total",
    "Values that were accepted although the interface asks for another form, by form",
    ["form"],
  ),
  portDuration: histogram(
    "varde_port_duration_seconds",
    "Time of calls to the bank's own systems, with the wait for their turn, by port and method",
    { labels: ["method"], bounds },
  ),
  portFailures: counter(
    "varde_port_failures_total",
    "Failed, late or malformed results of the bank's own systems, by port and method",
    ["method"],
  ),
  portCallsInFlight: gauge(
    "varde_port_calls_in_flight",
    "Calls to the bank's own systems that have not ended, by port",
    { labels: ["port"] },
  ),
  portCallsWaiting: gauge(
    "varde_port_calls_waiting",
    "Calls to the bank's own systems that wait for their turn, by port",
    { labels: ["port"] },
  ),
  breakerOpen: gauge(
    "varde_port_breaker_open",
    "1 while one of the bank's own systems is not called because its calls failed, by port",
    { labels: ["port"], merge: "max" },
  ),
  instructionsWaiting: gauge(
    "varde_instructions_waiting",
    "Signed payments without an outcome from the core bank",
    { merge: "max" },
  ),
  oldestInstruction: gauge(
    "varde_instructions_oldest_seconds",
    "Age of the oldest signed payment without an outcome from the core bank, 0 if there is none",
    { merge: "max" },
  ),
  databaseWritable: gauge(
    "varde_database_writable",
    "1 if the database accepts writes, 0 if it is read-only, full or unavailable",
    { merge: "min" },
  ),
  oldestTransaction: gauge(
    "varde_database_oldest_transaction_seconds",
    "How long the oldest writing transaction of the PostgreSQL server, in any of its databases, " +
      "has been open since this process saw it first",
    { merge: "max" },
  ),
  databaseDuration: histogram(
    "varde_database_duration_seconds",
    "Time of units: write until durable, read (PostgreSQL only), and the wait for a connection",
    { labels: ["step"], bounds },
  ),
  databaseTransactions: counter(
    "varde_database_transactions_total",
    "Transactions that wrote; SQLite puts several units into one",
  ),
  unitsWaiting: gauge(
    "varde_database_units_waiting",
    "Units that wait for the next commit of SQLite or for a connection to PostgreSQL",
    {},
  ),
  databaseConnections: gauge(
    "varde_database_connections",
    "Connections to PostgreSQL, by state: busy or idle",
    { labels: ["state"] },
  ),
  databaseConnectionsMax: gauge(
    "varde_database_connections_max",
    "Connections to PostgreSQL that may be open",
    {},
  ),
  cacheHits: counter("varde_cache_hits_total", "Reads that a cache served, by cache", ["cache"]),
  cacheMisses: counter("varde_cache_misses_total", "Reads that a cache did not serve, by cache", [
    "cache",
  ]),
  cacheEntries: gauge("varde_cache_entries", "Entries in each cache", { labels: ["cache"] }),
  auditWritten: counter("varde_audit_entries_total", "Accesses that were written to the audit"),
  auditLost: counter(
    "varde_audit_entries_lost_total",
    "Accesses that are missing in the audit because too many were waiting to be written",
  ),
  auditWaiting: gauge(
    "varde_audit_entries_waiting",
    "Accesses that wait to be written to the audit",
    {},
  ),
  telemetryExports: counter(
    "varde_telemetry_exports_total",
    "Exports to the OpenTelemetry collector, by signal and outcome: completed or failed",
    ["signal", "outcome"],
  ),
  telemetrySpansDropped: counter(
    "varde_telemetry_spans_dropped_total",
    "Spans lost because the OpenTelemetry collector did not accept them or too many were waiting",
  ),
  jobRuns: counter(
    "varde_job_runs_total",
    "Runs of background jobs, by job and outcome: completed, skipped (another process does it), " +
      "failed or overdue",
    ["background_job", "outcome"],
  ),
  jobDuration: histogram(
    "varde_job_duration_seconds",
    "Time of a run of a background job, by job",
    {
      labels: ["background_job"],
      bounds: [0.001, 0.01, 0.1, 1, 10, 60, 600],
    },
  ),
  jobLastSuccessAge: gauge(
    "varde_job_last_success_age_seconds",
    "Time since this process last completed a background job, or since its start, by job",
    { labels: ["background_job"], merge: "min" },
  ),
  clockOffset: gauge(
    "varde_clock_offset_seconds",
    "How far the clock of this process is from that of its database, in either direction",
    { merge: "max" },
  ),
} as const;
