import { collectDefaultMetrics, Registry } from "prom-client";

/** The process's own figures, in the form Prometheus reads. */
export const bankMetrics = (): Registry => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
};
