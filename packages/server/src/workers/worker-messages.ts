import type { MetricReading } from "@varde/bank";
import type { ServerSettings } from "../configuration/load-server-settings.ts";
import type { ServedBank } from "../serve-bank.ts";

/** A message from the primary process to a worker. */
export type WorkerOrder =
  /** All workers run with the settings that the primary process has read at its start. */
  | { readonly kind: "serve"; readonly settings: ServerSettings }
  | { readonly kind: "stop" }
  /** Another worker has taken over: stops without a time in which it is not ready. */
  | { readonly kind: "retire" }
  /** Asks for the worker's own metrics. */
  | { readonly kind: "read metrics"; readonly id: number }
  /** The metrics of all workers, for the one that asked. */
  | { readonly kind: "all metrics"; readonly readings: readonly MetricReading[] };

/** A message from a worker to the primary process. */
export type WorkerReport =
  | { readonly kind: "listening"; readonly addresses: ServedBank["addresses"] }
  /** The worker cannot start; the message is for the operator. */
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "metrics"; readonly id: number; readonly readings: readonly MetricReading[] }
  /** Asks for the metrics of all workers. */
  | { readonly kind: "collect metrics" };
