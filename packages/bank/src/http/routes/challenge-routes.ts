import { parseJson } from "@varde/protocol";
import type { FastifyInstance } from "fastify";
import type { Bank } from "../../bank.ts";
import { ownChannelOperations } from "../../own-channel/own-channel-operations.ts";
import type { AppApprovals } from "../../sca/app/app-approvals.ts";
import type { AppScaMethod } from "../../sca/app/app-sca-method.ts";
import type { OwnSignings } from "../../sca/app/own-signings.ts";
import { describeApproval } from "../../sca/describe-approval.ts";
import { readSca } from "../../sca/sca-store.ts";
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
  (bank: Bank, method: AppScaMethod, { signings }: Pick<AppApprovals, "signings">) =>
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
      await completeSigning(parameters.challengeId, method, signings, bank);
      return undefined;
    });
    serve(ownChannelOperations.startSigning, async ({ query, parameters }) => {
      const user = await readPerson(query, bank);
      const started = await signings.start(user, parameters.signingId);
      if (started === undefined) throw nothingWaits;
      const { sca, waiting } = started;
      const { worldId, scaId } = sca;
      const attempt = {
        step: "approve",
        worldId,
        scaId,
        personId: user.personId,
        locale: "nb",
      } as const;
      const subject = describeApproval(sca, waiting.content, { accountIds: [] }, "nb");
      const challenge = await method.challenge(attempt, subject);
      if (challenge === undefined) throw tooManyWait;
      return { ...challenge, expiresAt: new Date(challenge.expiresAt).toISOString() };
    });
    serve(ownChannelOperations.refuseChallenge, async ({ query, parameters }) => {
      const user = await readPerson(query, bank);
      const result = await method.refuse(user, parameters.challengeId);
      if (result === "no-longer-waiting") throw notWaiting;
      const sca = await findOwnSca(parameters.challengeId, method, bank);
      if (sca !== undefined) await signings.refuse(sca);
      return undefined;
    });
  };

/** Signs what was confirmed in one of the bank's own channels; no page of the bank waits for it. */
const completeSigning = async (
  challengeId: string,
  method: AppScaMethod,
  signings: OwnSignings,
  bank: Bank,
): Promise<void> => {
  const challenge = await method.findChallenge(challengeId);
  const sca = await findOwnSca(challengeId, method, bank);
  if (sca === undefined || challenge?.evidence === undefined) return;
  const end = await signings.complete(sca, challenge, challenge.evidence);
  if (end === undefined) throw notWaiting;
  if (end.fault === undefined) return;
  throw new OwnChannelProblem(409, "Not approved", end.fault.message);
};

const findOwnSca = async (challengeId: string, method: AppScaMethod, { storage }: Bank) => {
  const scaId = (await method.findChallenge(challengeId))?.scaId;
  if (scaId === undefined) return undefined;
  const sca = await storage.read(() => readSca(scaId));
  return sca?.channel === "own" ? sca : undefined;
};

const nothingWaits = new OwnChannelProblem(
  404,
  "Nothing waits",
  "No payment or basket with this id waits for the person. List what waits with GET /signings.",
);

const tooManyWait = new OwnChannelProblem(
  409,
  "Too many waiting",
  "The person has three challenges that wait. Decide one of them, or wait until it expires.",
);

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
