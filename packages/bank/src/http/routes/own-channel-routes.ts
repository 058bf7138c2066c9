import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Bank } from "../../bank.ts";
import { revokeConsent } from "../../consents/revoke-consent.ts";
import {
  listChannelAccesses,
  listChannelConsents,
} from "../../own-channels/list-channel-consents.ts";
import {
  ChannelProblem,
  type ChannelQuery,
  channelRoot,
  malformed,
  prepareChannelApi,
  readPerson,
  readText,
} from "./channel-api.ts";

const root = `${channelRoot}/consents`;
const accessesDefault = 20;
const accessesMax = 500;

type ChannelRequest = FastifyRequest<{
  Params: { readonly consentId: string };
  Querystring: ChannelQuery;
}>;

/**
 * Serves the API of the bank's own channels: an app or an online bank lists a person's consents,
 * shows the accesses with them, and revokes them. There is none without `ownChannels`.
 */
export const ownChannelRoutes =
  (bank: Bank) =>
  async (app: FastifyInstance): Promise<void> => {
    if (bank.configuration.ownChannels.length === 0) return;
    const require = prepareChannelApi(app, bank);
    app.get(root, async (request: ChannelRequest) => {
      require(request, "consents:read");
      const { worldId, personId } = await readPerson(request.query, bank);
      return { consents: await listChannelConsents(worldId, personId, bank) };
    });
    app.get(`${root}/:consentId/accesses`, async (request: ChannelRequest) => {
      require(request, "consents:read");
      const limit = readLimit(request.query.limit);
      const { consentId } = request.params;
      const consent = { ...(await readPerson(request.query, bank)), consentId };
      return { accesses: await listChannelAccesses(consent, limit, bank) };
    });
    app.delete(`${root}/:consentId`, async (request: ChannelRequest, reply) => {
      const { name } = require(request, "consents:revoke");
      const { worldId, personId } = await readPerson(request.query, bank);
      const { consentId } = request.params;
      const accountId = readText("account", request.query.account);
      const at = await bank.clock.now(worldId);
      const actor = `own-channel ${name}`;
      const revocation = { worldId, personId, consentId, accountId, at, actor };
      const isRevoked = await bank.storage.write(() => revokeConsent(revocation, bank.ids));
      if (!isRevoked) throw unknownConsent;
      return reply.code(204).send();
    });
  };

const readLimit = (value: unknown): number => {
  if (value === undefined) return accessesDefault;
  const limit = /^\d{1,4}$/.test(String(value)) ? Number(value) : 0;
  if (limit >= 1 && limit <= accessesMax) return limit;
  throw malformed(`limit must be a number from 1 to ${accessesMax}.`);
};

const unknownConsent = new ChannelProblem(
  404,
  "Nothing to revoke",
  "The person has no such consent, or it does not cover the account any more.",
);
