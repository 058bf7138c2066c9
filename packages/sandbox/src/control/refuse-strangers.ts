import { timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ControlledSandbox } from "./world/controlled-sandbox.ts";

const loopback = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);
const loopbackHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

/** Refuses requests from other machines and other sites' pages, by address, Host and Origin. */
export const refuseStrangers = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { controlToken }: Pick<ControlledSandbox, "controlToken">,
): Promise<FastifyReply | undefined> => {
  if (hasToken(request, controlToken)) return undefined;
  const { origin, host } = request.headers;
  const isForeign =
    !loopback.has(request.ip) ||
    !loopbackHost.test(host ?? "") ||
    (origin !== undefined && !loopbackHost.test(origin.replace(/^https?:\/\//, "")));
  if (isForeign) {
    return reply.code(403).send({
      text:
        "The control API needs the token in Authorization: Bearer, except on this machine. " +
        "See VARDE_CONTROL_TOKEN.",
    });
  }
  const hasBody = request.headers["content-length"] !== "0" && hasAnyBody(request);
  const isJson = /^application\/json\b/i.test(request.headers["content-type"] ?? "");
  if (request.method !== "GET" && request.method !== "DELETE" && hasBody && !isJson) {
    return reply.code(415).send({ text: "Send the body as application/json." });
  }
  return undefined;
};

/**
 * Refuses pages other than the sandbox's own for operations that use a key: a page on another port
 * of this machine may not be trustworthy. Programs send no Origin and are accepted.
 */
export const refuseOtherPages =
  ({ controlToken }: Pick<ControlledSandbox, "controlToken">) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (hasToken(request, controlToken)) return undefined;
    const { origin, host, "sec-fetch-site": site = "none" } = request.headers;
    const isOwn = origin === undefined || origin === `${request.protocol}://${host}`;
    if (isOwn && (site === "none" || site === "same-origin")) return undefined;
    return reply.code(403).send({
      text: "Only the sandbox's own pages and programs that are not web pages may sign.",
    });
  };

const hasAnyBody = ({ headers }: FastifyRequest): boolean =>
  headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;

const hasToken = (request: FastifyRequest, token: string | undefined): boolean => {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
  if (token === undefined || given === undefined) return false;
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
};
