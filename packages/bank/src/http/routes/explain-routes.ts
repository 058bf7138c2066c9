import type { FastifyInstance } from "fastify";
import type { Bank } from "../../bank.ts";
import { explanationsBusy } from "../../operations/explanations/explanation-worker.ts";
import { showExplanation, wantsPage } from "./developer-pages.ts";

/** Serves a sandbox's explanations of refused signatures at the address that the refusal gave. */
export const explainRoutes =
  (bank: Bank) =>
  async (app: FastifyInstance): Promise<void> => {
    app.get<{ Params: { id: string } }>("/explain/:id", async (request, reply) => {
      const { id } = request.params;
      const explanation = await bank.explanations.open(id, request.ip);
      if (explanation === "busy") {
        return reply.code(503).header("retry-after", "5").send({ text: explanationsBusy });
      }
      if (wantsPage(request)) return showExplanation(explanation, request, reply, bank);
      reply.header("cache-control", "no-store");
      if (explanation !== undefined) return explanation;
      return reply.code(404).send({ text: "This explanation is no longer stored." });
    });
  };
