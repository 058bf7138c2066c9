import type { FastifyInstance } from "fastify";
import type { Bank } from "../../bank.ts";
import { countInstructions } from "../../outbox/outbox-store.ts";

/** Monitors may probe with HEAD. */
const withHead = { exposeHeadRoute: true };

/** Serves liveness, readiness and metrics. */
export const healthRoutes =
  (bank: Bank, isStopping: () => boolean) =>
  async (app: FastifyInstance): Promise<void> => {
    app.get("/health/live", withHead, async () => ({ status: "live" }));
    app.get("/health/ready", withHead, async (_request, reply) => {
      if (isStopping()) return reply.code(503).send({ status: "the bank is stopping" });
      if (await bank.storage.isReady()) {
        // Stays 200 while writes fail, so that reads are still served.
        const writes = await bank.storage.acceptsWrites();
        return { status: "ready", writes, ports: bank.portStates() };
      }
      return reply.code(503).send({ status: "the database does not respond" });
    });
    app.get("/metrics", async (_request, reply) => {
      // The other metrics are still served when the database is unavailable.
      const waiting = await bank.storage.read(countInstructions).catch(() => undefined);
      const isWritable = await bank.storage.acceptsWrites();
      const ports = bank.portStates();
      const { contentType, text } = await bank.metrics.present({ waiting, isWritable, ports });
      return reply.type(contentType).send(text);
    });
  };
