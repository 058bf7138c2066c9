import { parseJson } from "@varde/protocol";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AppScaMethod } from "../../app-sca/app-sca-method.ts";
import type { Bank } from "../../bank.ts";
import {
  ChannelProblem,
  type ChannelQuery,
  channelRoot,
  malformed,
  prepareChannelApi,
  readPerson,
} from "./channel-api.ts";

const root = `${channelRoot}/challenges`;

type ChallengeRequest = FastifyRequest<{
  Params: { readonly challengeId: string };
  Querystring: ChannelQuery;
}>;

/**
 * Serves the challenges of an `AppScaMethod` to the backend of the bank's app: it lists those of a
 * person, and confirms or refuses one.
 */
export const challengeRoutes =
  (bank: Bank, method: AppScaMethod) =>
  async (app: FastifyInstance): Promise<void> => {
    const require = prepareChannelApi(app, bank);
    app.get(root, async (request: ChallengeRequest) => {
      require(request, "challenges:read");
      const challenges = await method.listChallenges(await readPerson(request.query, bank));
      return {
        challenges: challenges.map(({ expiresAt, ...challenge }) => ({
          ...challenge,
          expiresAt: new Date(expiresAt).toISOString(),
        })),
      };
    });
    app.post(`${root}/:challengeId/confirmation`, async (request: ChallengeRequest, reply) => {
      require(request, "challenges:decide");
      const { challengeId } = request.params;
      const result = await method.confirm({ challengeId, ...readConfirmation(request.body) });
      if (result === "invalid") throw invalidSignature;
      if (result === "no-longer-waiting") throw notWaiting;
      return reply.code(204).send();
    });
    app.post(`${root}/:challengeId/refusal`, async (request: ChallengeRequest, reply) => {
      require(request, "challenges:decide");
      const user = await readPerson(request.query, bank);
      const result = await method.refuse(user, request.params.challengeId);
      if (result === "no-longer-waiting") throw notWaiting;
      return reply.code(204).send();
    });
  };

const readConfirmation = (body: unknown) => {
  const { deviceId, signature } = Object(Buffer.isBuffer(body) ? parseJson(body) : undefined);
  if (typeof deviceId !== "string" || typeof signature !== "string") {
    throw malformed('Send JSON like {"deviceId": "phone-1", "signature": "MEUCIQ…"}.');
  }
  return { deviceId, signature: Buffer.from(signature, "base64") };
};

const invalidSignature = new ChannelProblem(
  422,
  "Signature not valid",
  "The signature must be of an enrolled device over the message of the challenge: " +
    "ECDSA on P-256 with SHA-256, as DER in base64.",
);

const notWaiting = new ChannelProblem(
  409,
  "No longer waiting",
  "The challenge was decided, has expired, or is not one of this person.",
);
