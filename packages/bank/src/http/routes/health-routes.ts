import type { FastifyInstance } from "fastify";
import type { Bank } from "../../bank.ts";
import {
  formatPrometheus,
  prometheusContentType,
} from "../../operations/metrics/format-prometheus.ts";
import type { MetricReading } from "../../operations/metrics/metric-reading.ts";

/** Monitors may probe with HEAD. */
const withHead = { exposeHeadRoute: true };

/** Serves liveness, readiness and, if they can be read, metrics. */
export const healthRoutes =
  (
    bank: Bank,
    isStopping: () => boolean,
    readMetrics: (() => Promise<readonly MetricReading[]>) | undefined,
  ) =>
  async (app: FastifyInstance): Promise<void> => {
    app.get("/health/live", withHead, async () => ({ status: "live" }));
    app.get("/health/ready", withHead, async (_request, reply) => {
      if (isStopping()) return reply.code(503).send({ status: "the bank is stopping" });
      if (bank.configuration.suspended !== undefined) {
        return reply.code(503).send({ status: "the bank is suspended" });
      }
      if (await bank.storage.isReady()) {
        // Stays 200 while writes fail, so that reads are still served.
        const writes = await bank.storage.acceptsWrites();
        return { status: "ready", writes, ports: bank.portStates() };
      }
      return reply.code(503).send({ status: "the database does not respond" });
    });
    if (readMetrics === undefined) return;
    app.get("/metrics", async (_request, reply) => {
      const text = formatPrometheus(await readMetrics());
      return reply.type(prometheusContentType).send(text);
    });
  };
