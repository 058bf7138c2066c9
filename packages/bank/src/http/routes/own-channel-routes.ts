import type { FastifyInstance } from "fastify";
import type { Bank } from "../../bank.ts";
import { revokeConsent } from "../../consents/revoke-consent.ts";
import {
  listOwnChannelAccesses,
  listOwnChannelConsents,
} from "../../own-channel/list-own-channel-consents.ts";
import { ownChannelOperations } from "../../own-channel/own-channel-operations.ts";
import { presentSignings } from "../../own-channel/present-signings.ts";
import type { AppApprovals } from "../../sca/app/app-approvals.ts";
import {
  malformed,
  OwnChannelProblem,
  prepareOwnChannelApi,
  readPerson,
  readText,
} from "./own-channel-api.ts";

const accessesDefault = 20;
const accessesMax = 500;

/**
 * Serves the API of the bank's own channels: an app or an online bank lists a person's consents,
 * shows the accesses with them, revokes them, and lists what the person can approve for a company.
 * There is none without `ownChannels`.
 */
export const ownChannelRoutes =
  (bank: Bank, { signings }: AppApprovals) =>
  async (app: FastifyInstance): Promise<void> => {
    if (bank.configuration.ownChannels.length === 0) return;
    const serve = prepareOwnChannelApi(app, bank);
    serve(ownChannelOperations.listConsents, async ({ query }) => {
      const { worldId, personId } = await readPerson(query, bank);
      return { consents: await listOwnChannelConsents(worldId, personId, bank) };
    });
    serve(ownChannelOperations.listAccesses, async ({ query, parameters }) => {
      const limit = readLimit(query.limit);
      const consent = { ...(await readPerson(query, bank)), ...parameters };
      return { accesses: await listOwnChannelAccesses(consent, limit, bank) };
    });
    serve(ownChannelOperations.listSignings, async ({ query }) => {
      const waiting = await signings.list(await readPerson(query, bank));
      return { signings: await presentSignings(waiting, bank.storage) };
    });
    serve(ownChannelOperations.revokeConsent, async ({ channel, query, parameters }) => {
      const { worldId, personId } = await readPerson(query, bank);
      const accountId = readText("account", query.account);
      const at = await bank.clock.now(worldId);
      const actor = `own-channel ${channel.name}`;
      const revocation = { worldId, personId, ...parameters, accountId, at, actor };
      const isRevoked = await bank.storage.write(() => revokeConsent(revocation, bank.ids));
      if (!isRevoked) throw unknownConsent;
      return undefined;
    });
  };

const readLimit = (value: unknown): number => {
  if (value === undefined) return accessesDefault;
  const limit = /^\d{1,4}$/.test(String(value)) ? Number(value) : 0;
  if (limit >= 1 && limit <= accessesMax) return limit;
  throw malformed(`limit must be a number from 1 to ${accessesMax}.`);
};

const unknownConsent = new OwnChannelProblem(
  404,
  "Nothing to revoke",
  "The person has no such consent, or it does not cover the account any more.",
);
