import { parseJson } from "@varde/protocol";
import type { FastifyInstance } from "fastify";
import type { Bank } from "../../bank.ts";
import { ownChannelOperations } from "../../own-channel/own-channel-operations.ts";
import type { AppScaMethod } from "../../sca/app/app-sca-method.ts";
import {
  malformed,
  OwnChannelProblem,
  prepareOwnChannelApi,
  readPerson,
} from "./own-channel-api.ts";

/**
 * Serves the challenges of an `AppScaMethod` to the backend of the bank's app: it lists those of a
 * person, and confirms or refuses one.
 */
export const challengeRoutes =
  (bank: Bank, method: AppScaMethod) =>
  async (app: FastifyInstance): Promise<void> => {
    const serve = prepareOwnChannelApi(app, bank);
    serve(ownChannelOperations.listChallenges, async ({ query }) => {
      const challenges = await method.listChallenges(await readPerson(query, bank));
      return {
        challenges: challenges.map(({ expiresAt, ...challenge }) => ({
          ...challenge,
          expiresAt: new Date(expiresAt).toISOString(),
        })),
      };
    });
    serve(ownChannelOperations.confirmChallenge, async ({ parameters, body }) => {
      const result = await method.confirm({ ...parameters, ...readConfirmation(body) });
      if (result === "invalid") throw invalidSignature;
      if (result === "no-longer-waiting") throw notWaiting;
      return undefined;
    });
    serve(ownChannelOperations.refuseChallenge, async ({ query, parameters }) => {
      const user = await readPerson(query, bank);
      const result = await method.refuse(user, parameters.challengeId);
      if (result === "no-longer-waiting") throw notWaiting;
      return undefined;
    });
  };

const readConfirmation = (body: unknown) => {
  const { deviceId, signature } = Object(Buffer.isBuffer(body) ? parseJson(body) : undefined);
  if (typeof deviceId !== "string" || typeof signature !== "string") {
    throw malformed('Send JSON like {"deviceId": "phone-1", "signature": "MEUCIQ…"}.');
  }
  return { deviceId, signature: Buffer.from(signature, "base64") };
};

const invalidSignature = new OwnChannelProblem(
  422,
  "Signature not valid",
  "The signature must be of an enrolled device over the message of the challenge: " +
    "ECDSA on P-256 with SHA-256, as DER in base64.",
);

const notWaiting = new OwnChannelProblem(
  409,
  "No longer waiting",
  "The challenge was decided, has expired, or is not one of this person.",
);
