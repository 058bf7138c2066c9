import { createServer as createHttpServer } from "node:http";
import { type Operation, operationList, paymentServices } from "@varde/protocol";
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import type { Bank } from "../bank.ts";
import { bodyBytesMax } from "../constants.ts";
import { checkTarget } from "./checks/check-target.ts";
import { presentRefusal } from "./present-refusal.ts";
import { type Refusal, refuse } from "./refusal.ts";
import { serveOperation, type UseCase } from "./serve-operation.ts";
import { readWholeRequests, serverOptions } from "./server-options.ts";

export type UseCases = Readonly<Partial<Record<Operation["id"], UseCase>>>;

/** The HTTP server. What Fastify and Node take by default and this bank does not is refused. */
export const createServer = (bank: Bank, useCases: UseCases): FastifyInstance => {
  const app = Fastify({
    bodyLimit: bodyBytesMax,
    exposeHeadRoutes: false,
    trustProxy: bank.configuration.trustedProxies.length > 0 && [
      ...bank.configuration.trustedProxies,
    ],
    frameworkErrors: (error, _request, reply) => send(reply, refusalOf(error), bank),
    routerOptions: { maxParamLength: 200 },
    serverFactory: (handler) => {
      const server = createHttpServer(serverOptions, handler);
      readWholeRequests(server, handler);
      return server;
    },
    clientErrorHandler: (error, socket) => {
      const status = error.code === "HPE_HEADER_OVERFLOW" ? 431 : 400;
      const text =
        status === 431 ? "The headers are too large." : "This is not an HTTP request we can read.";
      const answer = presentRefusal(
        refuse({ code: "BAD_REQUEST", status, text }),
        bank.configuration,
      );
      if (socket.writable) socket.end(rawAnswer(answer.status, answer.body ?? ""));
      else socket.destroy();
    },
  });
  takeRawBodies(app);
  shedOverload(app, bank);
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    if ((error.statusCode ?? 500) >= 500) bank.log.error({ err: error }, "the server failed");
    return send(reply, refusalOf(error), bank);
  });
  registerOperations(app, bank, useCases);
  refuseUnknownPaths(app, bank);
  return app;
};

/** A digest is made over the bytes as they came, whatever the method and the content type. */
const takeRawBodies = (app: FastifyInstance): void => {
  app.addHttpMethod("GET", { hasBody: true, overrideExisting: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => {
    done(null, body);
  });
};

/** What cannot be served in time is answered at once, before any signature is verified. */
const shedOverload = (app: FastifyInstance, bank: Bank): void => {
  let inFlight = 0;
  app.addHook("onRequest", (request, reply, next) => {
    const odd = checkTarget(request.raw.url ?? "");
    if (odd !== undefined) return send(reply, odd, bank);
    inFlight += 1;
    reply.raw.once("close", () => {
      inFlight -= 1;
    });
    if (inFlight <= bank.configuration.requestsInFlightMax) return next();
    const text = "The bank is overloaded. Send the same request again shortly.";
    const headers = { "retry-after": "1" };
    return send(reply, refuse({ code: "SYSTEM_ERROR", status: 503, text }, { headers }), bank);
  });
};

const registerOperations = (app: FastifyInstance, bank: Bank, useCases: UseCases): void => {
  for (const operation of operationList) {
    const useCase = useCases[operation.id];
    const isHidden = operation.kind === "loadData" && bank.configuration.mode === "production";
    if (useCase === undefined || isHidden) continue;
    for (const [path, service] of expandService(operation.path)) {
      app.route({
        method: operation.method,
        url: bank.configuration.pathPrefix + path.replace(/\{(\w+)\}/g, ":$1"),
        handler: serveOperation(operation, service, useCase, bank),
      });
    }
  }
};

const expandService = (path: string): readonly (readonly [string, string | undefined])[] =>
  path.includes("{service}")
    ? paymentServices.map((service) => [path.replace("{service}", service), service] as const)
    : [[path, undefined]];

/** 405 with Allow where the path exists under another method, 404 elsewhere. */
const refuseUnknownPaths = (app: FastifyInstance, bank: Bank): void => {
  const patterns = operationList.flatMap(({ method, path }) =>
    expandService(path).map(([expanded]) => ({
      method,
      pattern: new RegExp(
        `^${bank.configuration.pathPrefix}${expanded.replace(/\{\w+\}/g, "[^/]+")}$`,
      ),
    })),
  );
  const refuseUnknown = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = (request.raw.url ?? "").split("?", 1)[0] ?? "";
    const allowed = patterns.filter(({ pattern }) => pattern.test(path));
    const isHidden = bank.configuration.mode === "production" && path.includes("/v1/sandbox/");
    const methods = allowed
      .map(({ method }) => method)
      .filter((method) => method !== request.method);
    if (methods.length === 0 || isHidden || methods.length < allowed.length) {
      const text = "There is no such path in this interface.";
      return send(reply, refuse({ code: "NOT_FOUND", text }), bank);
    }
    const allow = methods.join(", ");
    const text = `This path takes ${allow}.`;
    const violation = { code: "BAD_REQUEST", status: 405, text } as const;
    return send(reply, refuse(violation, { headers: { allow } }), bank);
  };
  app.setNotFoundHandler(refuseUnknown);
  // The path and the method are judged before a body is read, so they come before its size.
  app.addHook("onRequest", async (request, reply) =>
    request.is404 ? refuseUnknown(request, reply) : undefined,
  );
};

const refusalOf = (error: FastifyError): Refusal => {
  switch (error.code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return refuse({
        code: "BAD_REQUEST",
        status: 413,
        text: `The body is larger than ${bodyBytesMax} bytes.`,
      });
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return refuse({
        code: "BAD_REQUEST",
        status: 415,
        path: "Content-Type",
        text: "The Content-Type header is not well-formed.",
      });
    case "FST_ERR_BAD_URL":
      return refuse({ code: "BAD_REQUEST", text: "The path is not well-formed." });
    case "FST_ERR_MAX_PARAM_LENGTH":
      return refuse({ code: "NOT_FOUND", text: "There is no such path in this interface." });
    default:
      return (error.statusCode ?? 500) < 500
        ? refuse({ code: "BAD_REQUEST", text: "The request could not be read." })
        : refuse({ code: "SYSTEM_ERROR", text: "The bank has failed; the fault is in its log." });
  }
};

const send = (reply: FastifyReply, refusal: Refusal, bank: Bank): FastifyReply => {
  const answer = presentRefusal(refusal, bank.configuration);
  return reply
    .code(answer.status)
    .headers(answer.headers ?? {})
    .header("content-type", "application/json")
    .send(answer.body);
};

const rawAnswer = (status: number, body: string): string =>
  [
    `HTTP/1.1 ${status} ${status === 431 ? "Request Header Fields Too Large" : "Bad Request"}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
    "",
    body,
  ].join("\r\n");
