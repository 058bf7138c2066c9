import type { FastifyInstance } from "fastify";
import type { Bank } from "../../bank.ts";
import { clockOffsetMs } from "../../composition/measure-bank.ts";
import {
  formatPrometheus,
  prometheusContentType,
} from "../../operations/metrics/format-prometheus.ts";
import type { MetricReading } from "../../operations/metrics/metric-reading.ts";
import { shareCalls } from "../../operations/metrics/share-calls.ts";

/** How far the clock of this process may be from the database's. */
const clockOffsetMsMax = 2_000;

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
        const offsetMs = clockOffsetMs(bank);
        const isOff = Math.abs(offsetMs) > clockOffsetMsMax;
        return {
          status: "ready",
          writes,
          // Requests that are right are refused for their Date, and others are accepted.
          ...(isOff && { clockOffsetSeconds: Math.round(offsetMs / 1_000) }),
          ports: bank.portStates(),
        };
      }
      return reply.code(503).send({ status: "the database does not respond" });
    });
    if (readMetrics === undefined) return;
    const readText = shareCalls(async () => Buffer.from(formatPrometheus(await readMetrics())));
    app.get("/metrics", async (_request, reply) =>
      reply.type(prometheusContentType).send(await readText()),
    );
  };
