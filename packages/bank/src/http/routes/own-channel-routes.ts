import { isInvalid } from "@varde/protocol";
import { StorageUnavailable } from "@varde/storage";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Bank } from "../../bank.ts";
import { revokeConsent } from "../../consents/revoke-consent.ts";
import {
  authenticateChannel,
  type ChannelScope,
  type OwnChannelAccess,
} from "../../own-channels/authenticate-channel.ts";
import {
  listChannelAccesses,
  listChannelConsents,
} from "../../own-channels/list-channel-consents.ts";
import { PortFailed } from "../../ports/guard/port-failed.ts";
import { findVisitedWorld } from "../../visits/visit-store.ts";
import { clientCertificateReader } from "../connections/client-certificate.ts";

const root = "/own-channel/v1/consents";
const accessesDefault = 20;
const accessesMax = 500;

type ChannelRequest = FastifyRequest<{
  Params: { readonly consentId: string };
  Querystring: Readonly<Record<"person" | "world" | "account" | "limit", unknown>>;
}>;

/**
 * Serves the API of the bank's own channels: an app or an online bank lists a person's consents,
 * shows the accesses with them, and revokes them. There is none without `ownChannels`.
 */
export const ownChannelRoutes =
  (bank: Bank) =>
  async (app: FastifyInstance): Promise<void> => {
    const { ownChannels, trustedProxies } = bank.configuration;
    if (ownChannels.length === 0) return;
    const readCertificate = clientCertificateReader(trustedProxies);
    const require = (request: ChannelRequest, scope: ChannelScope): OwnChannelAccess => {
      const certificate = readCertificate(request.raw);
      const { authorization } = request.headers;
      const clientCertificate = isInvalid(certificate) ? "" : certificate;
      const channel = authenticateChannel(ownChannels, { authorization, clientCertificate });
      if (channel === undefined) throw unauthenticated;
      if (!channel.scopes.includes(scope)) throw forbid(scope);
      return channel;
    };
    app.addHook("onRequest", async (_request, reply) => {
      reply.header("cache-control", "no-store");
    });
    app.setErrorHandler((error: Error, _request, reply) => sendProblem(error, reply, bank));
    app.get(root, async (request: ChannelRequest) => {
      require(request, "consents:read");
      const { worldId, personId } = await readPerson(request, bank);
      return { consents: await listChannelConsents(worldId, personId, bank) };
    });
    app.get(`${root}/:consentId/accesses`, async (request: ChannelRequest) => {
      require(request, "consents:read");
      const limit = readLimit(request.query.limit);
      const { consentId } = request.params;
      const consent = { ...(await readPerson(request, bank)), consentId };
      return { accesses: await listChannelAccesses(consent, limit, bank) };
    });
    app.delete(`${root}/:consentId`, async (request: ChannelRequest, reply) => {
      const { name } = require(request, "consents:revoke");
      const { worldId, personId } = await readPerson(request, bank);
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

/** Returns the person that the query names, and the world: the only one, or the one named. */
const readPerson = async ({ query }: ChannelRequest, bank: Bank) => {
  const personId = readText("person", query.person);
  if (personId === undefined) throw malformed("person is missing: the directory's id of the PSU.");
  const wanted = readText("world", query.world);
  const worldId = await bank.storage.read(() => findVisitedWorld(wanted ?? ""));
  if (worldId === undefined || (wanted !== undefined && worldId !== wanted)) throw unknownWorld;
  return { worldId, personId };
};

const readText = (name: string, value: unknown): string | undefined => {
  if (value === undefined || (typeof value === "string" && /^[^\0]{1,200}$/.test(value))) {
    return value;
  }
  throw malformed(`${name} must be sent once, with 1 to 200 characters.`);
};

const readLimit = (value: unknown): number => {
  if (value === undefined) return accessesDefault;
  const limit = /^\d{1,4}$/.test(String(value)) ? Number(value) : 0;
  if (limit >= 1 && limit <= accessesMax) return limit;
  throw malformed(`limit must be a number from 1 to ${accessesMax}.`);
};

/** A refusal, sent as a problem document (RFC 9457). */
class ChannelProblem extends Error {
  readonly status: number;
  readonly title: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, title: string, detail: string, headers = {}) {
    super(detail);
    this.status = status;
    this.title = title;
    this.headers = headers;
  }
}

const unauthenticated = new ChannelProblem(
  401,
  "Not authenticated",
  "Send the bearer token (Authorization header) or the client certificate of one of ownChannels.",
  { "www-authenticate": 'Bearer realm="own-channel"' },
);

const forbid = (scope: ChannelScope) =>
  new ChannelProblem(
    403,
    "Scope missing",
    `This channel lacks the scope ${scope}; add it to its scopes in ownChannels.`,
    { "www-authenticate": `Bearer error="insufficient_scope", scope="${scope}"` },
  );

const malformed = (detail: string) => new ChannelProblem(400, "Malformed request", detail);

const unknownWorld = new ChannelProblem(404, "Unknown world", "There is no such world.");

const unknownConsent = new ChannelProblem(
  404,
  "Nothing to revoke",
  "The person has no such consent, or it does not cover the account any more.",
);

const sendProblem = (error: Error, reply: FastifyReply, bank: Bank): FastifyReply => {
  const problem = error instanceof ChannelProblem ? error : describeFault(error, bank);
  const { status, title, message: detail, headers } = problem;
  return reply
    .code(status)
    .headers(headers)
    .type("application/problem+json")
    .send(JSON.stringify({ title, status, detail }));
};

const describeFault = (error: Error, bank: Bank): ChannelProblem => {
  const status = (error as { readonly statusCode?: number }).statusCode ?? 500;
  if (status < 500) return new ChannelProblem(status, "Malformed request", error.message);
  bank.log.error({ err: error }, "own-channel request failed");
  return error instanceof StorageUnavailable || error instanceof PortFailed
    ? new ChannelProblem(503, "Unavailable", "Send the same request again shortly.", {
        "retry-after": "2",
      })
    : new ChannelProblem(500, "Internal error", "The request failed and was logged.");
};
