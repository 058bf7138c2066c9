import type { FastifyInstance } from "fastify";
import type { Bank } from "../bank.ts";
import { countInstructions } from "../outbox/outbox-store.ts";

/** A watchman may ask with HEAD, and care for the status alone. */
const asked = { exposeHeadRoute: true };

/** Whether the process lives, whether it can serve, and how it is doing. */
export const healthRoutes =
  (bank: Bank) =>
  async (app: FastifyInstance): Promise<void> => {
    app.get("/health/live", asked, async () => ({ status: "live" }));
    app.get("/health/ready", asked, async (_request, reply) => {
      if (await bank.storage.isReady()) return { status: "ready" };
      return reply.code(503).send({ status: "the database does not answer" });
    });
    app.get("/metrics", async (_request, reply) => {
      // A database that is away must not take the rest of the figures with it.
      const waiting = await bank.storage.read(countInstructions).catch(() => undefined);
      const { contentType, text } = await bank.metrics.present(waiting);
      return reply.type(contentType).send(text);
    });
  };
