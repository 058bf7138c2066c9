import { timingSafeEqual } from "node:crypto";
import type { BankConfiguration } from "@varde/bank";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ControlledSandbox } from "./world/controlled-sandbox.ts";

const loopback = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);
const proxyHeader = /^(?:forwarded|via|x-forwarded-.*|x-real-ip)$/;
const loopbackHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

/**
 * Refuses pages of other sites, and without the token also callers that are on another machine or
 * behind a proxy: no web page and no tunnel may control the bank on somebody's laptop.
 */
export const refuseStrangers = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { controlToken, bank }: Pick<ControlledSandbox, "controlToken" | "bank">,
): Promise<FastifyReply | undefined> => {
  if (isOtherPage(request)) {
    return reply.code(403).send({
      text:
        "Of all web pages, only the sandbox's own may call the control API. Call it from a " +
        "program, or open the page from the sandbox's own address.",
    });
  }
  const mayBeElsewhere = hasPublicAddress(bank.configuration) || isElsewhere(request);
  if (mayBeElsewhere && !hasToken(request, controlToken)) {
    return reply.code(403).send({
      text:
        "The control API needs the token in Authorization: Bearer, except on this machine, " +
        "without a proxy and without a public address. See VARDE_CONTROL_TOKEN.",
    });
  }
  const hasBody = request.headers["content-length"] !== "0" && hasAnyBody(request);
  const isJson = /^application\/json\b/i.test(request.headers["content-type"] ?? "");
  if (request.method !== "GET" && request.method !== "DELETE" && hasBody && !isJson) {
    return reply.code(415).send({ text: "Send the body as application/json." });
  }
  return undefined;
};

/** Whether a page of another site or another port sent the request. Programs send no Origin. */
const isOtherPage = ({ headers }: FastifyRequest): boolean => {
  const { origin, host = "", "sec-fetch-site": site = "none" } = headers;
  const isOwnOrigin = origin === undefined || origin.replace(/^https?:\/\//, "") === host;
  return !isOwnOrigin || (site !== "none" && site !== "same-origin");
};

/** A proxy that serves a public address may look like a program on this machine. */
const hasPublicAddress = ({ publicUrl }: Pick<BankConfiguration, "publicUrl">): boolean =>
  !loopbackHost.test(URL.parse(publicUrl)?.host ?? "");

const isElsewhere = ({ socket, headers }: FastifyRequest): boolean =>
  !loopback.has(socket.remoteAddress ?? "") ||
  !loopbackHost.test(headers.host ?? "") ||
  Object.keys(headers).some((name) => proxyHeader.test(name));

const hasAnyBody = ({ headers }: FastifyRequest): boolean =>
  headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;

const hasToken = (request: FastifyRequest, token: string | undefined): boolean => {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
  if (token === undefined || given === undefined) return false;
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
};
