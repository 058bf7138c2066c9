import { isInvalid, type PathParameters } from "@varde/protocol";
import { StorageUnavailable } from "@varde/storage";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Bank } from "../../bank.ts";
import {
  authenticateOwnChannel,
  type OwnChannelAccess,
  type OwnChannelScope,
} from "../../own-channel/authenticate-own-channel.ts";
import type {
  OwnChannelOperation,
  OwnChannelParameter,
} from "../../own-channel/own-channel-operations.ts";
import { findVisitedWorld } from "../../own-channel/visit-store.ts";
import { PortFailed } from "../../ports/guard/port-failed.ts";
import { clientCertificateReader } from "../connections/client-certificate.ts";

/** The root of the API of the bank's own channels. */
const channelRoot = "/own-channel/v1";

/** The values of query parameters. What is sent twice is a list. */
type OwnChannelQuery<Name extends OwnChannelParameter> = Readonly<Record<Name, unknown>>;

/** A request of a channel that may send it, with the parameters that the operation declares. */
export interface OwnChannelRequest<Path extends string, Name extends OwnChannelParameter> {
  readonly channel: OwnChannelAccess;
  readonly parameters: PathParameters<Path>;
  readonly query: OwnChannelQuery<Name>;
  readonly body: unknown;
}

/** Returns the body of the response, or undefined for 204. */
type OwnChannelHandler<Path extends string, Name extends OwnChannelParameter> = (
  request: OwnChannelRequest<Path, Name>,
) => Promise<object | undefined>;

type Declared<Path extends string, Name extends OwnChannelParameter> = OwnChannelOperation & {
  readonly path: Path;
  readonly query: readonly Name[];
};

/** Serves an operation of the API. */
export type ServeOwnChannel = <Path extends string, Name extends OwnChannelParameter>(
  operation: Declared<Path, Name>,
  handle: OwnChannelHandler<Path, Name>,
) => void;

interface OwnChannelRoute {
  Params: Readonly<Record<string, string>>;
  Querystring: Readonly<Record<string, unknown>>;
}

/** Prepares routes of the API: responses are not cached, and refusals are problem documents. */
export const prepareOwnChannelApi = (app: FastifyInstance, bank: Bank): ServeOwnChannel => {
  const { ownChannels, trustedProxies } = bank.configuration;
  const readCertificate = clientCertificateReader(trustedProxies);
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("cache-control", "no-store");
  });
  app.setErrorHandler((error: FastifyError, { method, routeOptions, ip }, reply) => {
    const { status, message } = sendProblem(error, reply, bank);
    if (status !== 401 && status !== 403) return reply;
    const fields = { method, path: routeOptions.url, ip, reason: message };
    bank.log.warn(fields, "own-channel request refused");
    return reply;
  });
  const authenticate = (
    { raw, headers: { authorization } }: FastifyRequest,
    scope: OwnChannelScope,
  ): OwnChannelAccess => {
    const certificate = readCertificate(raw);
    const clientCertificate = isInvalid(certificate) ? "" : certificate;
    const channel = authenticateOwnChannel(ownChannels, { authorization, clientCertificate });
    if (channel === undefined) throw unauthenticated;
    if (!channel.scopes.includes(scope)) throw forbid(channel, scope);
    return channel;
  };
  return <Path extends string, Name extends OwnChannelParameter>(
    { method, path, scope, query }: Declared<Path, Name>,
    handle: OwnChannelHandler<Path, Name>,
  ) => {
    const url = channelRoot + path.replace(/\{(\w+)\}/g, ":$1");
    app[method]<OwnChannelRoute>(url, async (request, reply) => {
      const channel = authenticate(request, scope);
      const body = await handle({
        channel,
        parameters: request.params,
        query: readDeclared(query, request.query),
        body: request.body,
      });
      return body ?? reply.code(204).send();
    });
  };
};

/** Reads the declared parameters only, so that the OpenAPI document has every one that counts. */
const readDeclared = <Name extends string>(
  names: readonly Name[],
  sent: Readonly<Record<string, unknown>>,
) => Object.fromEntries(names.map((name) => [name, sent[name]])) as Readonly<Record<Name, unknown>>;

/** Returns the person that the query names, and the world: the only one, or the one named. */
export const readPerson = async (query: OwnChannelQuery<"person" | "world">, bank: Bank) => {
  const personId = readText("person", query.person);
  if (personId === undefined) throw malformed("person is missing: the directory's id of the PSU.");
  const wanted = readText("world", query.world);
  const worldId = await bank.storage.read(() => findVisitedWorld(wanted));
  if (worldId === undefined || (wanted !== undefined && worldId !== wanted)) throw unknownWorld;
  return { worldId, personId };
};

export const readText = (name: string, value: unknown): string | undefined => {
  if (value === undefined || (typeof value === "string" && /^[^\0]{1,200}$/.test(value))) {
    return value;
  }
  throw malformed(`${name} must be sent once, with 1 to 200 characters.`);
};

/** A refusal, sent as a problem document (RFC 9457). */
export class OwnChannelProblem extends Error {
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

const unauthenticated = new OwnChannelProblem(
  401,
  "Not authenticated",
  "Send the bearer token (Authorization header) or the client certificate of one of ownChannels.",
  { "www-authenticate": 'Bearer realm="own-channel"' },
);

const forbid = ({ name }: OwnChannelAccess, scope: OwnChannelScope) =>
  new OwnChannelProblem(
    403,
    "Scope missing",
    `The channel ${name} lacks the scope ${scope}; add it to its scopes in ownChannels.`,
    { "www-authenticate": `Bearer error="insufficient_scope", scope="${scope}"` },
  );

export const malformed = (detail: string) =>
  new OwnChannelProblem(400, "Malformed request", detail);

const unknownWorld = new OwnChannelProblem(404, "Unknown world", "There is no such world.");

const sendProblem = (error: FastifyError, reply: FastifyReply, bank: Bank): OwnChannelProblem => {
  const problem = error instanceof OwnChannelProblem ? error : describeFault(error, bank);
  const { status, title, message: detail, headers } = problem;
  reply
    .code(status)
    .headers(headers)
    .type("application/problem+json")
    .send(JSON.stringify({ title, status, detail }));
  return problem;
};

const describeFault = (error: FastifyError, bank: Bank): OwnChannelProblem => {
  const status = error.statusCode ?? 500;
  if (status < 500) return new OwnChannelProblem(status, "Malformed request", error.message);
  bank.log.error({ err: error }, "own-channel request failed");
  return error instanceof StorageUnavailable || error instanceof PortFailed
    ? new OwnChannelProblem(503, "Unavailable", "Send the same request again shortly.", {
        "retry-after": "2",
      })
    : new OwnChannelProblem(500, "Internal error", "The request failed and was logged.");
};
