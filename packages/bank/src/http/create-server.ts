import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from "fastify";
import type { Bank, UseCases } from "../bank.ts";
import { pageBodyBytesMax } from "../configuration/constants.ts";
import { refuseLargeBody } from "../pipeline/checks/check-body-size.ts";
import type { RequestObserver, RequestTracer } from "../request/finished-request.ts";
import { heldLoopMsMax, logHeldLoop } from "../request/log-held-loop.ts";
import { type Refusal, refuse } from "../request/refusal.ts";
import type { Connections } from "./connections/connections.ts";
import { createHttpListener } from "./connections/create-listener.ts";
import { InterfaceServer } from "./interface-server.ts";
import { presentRefusal } from "./present-refusal.ts";
import { logRouteMiss, refuseUnknownPath, refuseWrongPrefix } from "./refuse-route-miss.ts";
import { refuseUnreadable } from "./refuse-unreadable.ts";
import { type RequestObservation, RequestObservations } from "./request-observation.ts";
import { showMissingPage, wantsPage } from "./routes/developer-pages.ts";

const refuseSchemas = (): never => {
  throw new Error("Fastify's routes have no schemas here; the pipeline checks bodies.");
};
/** Stands in for Fastify's own compilers of schemas, which take long to load. */
const noSchemas = { buildValidator: refuseSchemas, buildSerializer: refuseSchemas };

/**
 * Creates the HTTP server. The operations of the interface are served by InterfaceServer, and
 * everything else, mostly pages, by Fastify.
 */
export const createServer = (
  bank: Bank,
  useCases: UseCases,
  connections: Connections,
  observers: readonly RequestObserver[],
  tracer?: RequestTracer,
): FastifyInstance => {
  const observations = new RequestObservations(observers, bank, tracer);
  const interfaceServer = new InterfaceServer(bank, useCases, connections);
  const app = Fastify({
    bodyLimit: pageBodyBytesMax,
    exposeHeadRoutes: false,
    trustProxy: bank.configuration.trustedProxies.length > 0 && [
      ...bank.configuration.trustedProxies,
    ],
    frameworkErrors: (error, _request, reply) => send(reply, refuseServerError(error, bank), bank),
    routerOptions: { maxParamLength: 200 },
    schemaController: { compilersFactory: noSchemas },
    serverFactory: (servePages) => {
      const parts = { servePages, interfaceServer, observations };
      const serve = createListener(parts, bank);
      return createHttpListener(serve);
    },
    clientErrorHandler: ({ code }, socket) => {
      const status = refuseUnreadable(code, socket, connections);
      if (status !== undefined) observations.reportUnreadable(status);
    },
  });
  app.addHook("onRequest", (request, reply, done) => {
    const { url } = request.routeOptions;
    if (url !== undefined) observations.namePage(reply.raw, `${request.method} ${url}`);
    done();
  });
  app.addHook("preParsing", (request, _reply, payload, done) => {
    if (hasBody(request.raw)) watchBody(request.raw, connections);
    done(null, payload);
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    if ((error.statusCode ?? 500) >= 500) bank.log.error({ err: error }, "request failed");
    return send(reply, refuseServerError(error, bank), bank);
  });
  app.setNotFoundHandler((request, reply) => {
    // Programs may accept text/html too, as those on Java's HttpURLConnection do.
    const wrongPrefix = refuseWrongPrefix(request.url, bank.configuration);
    if (wrongPrefix !== undefined) {
      logRouteMiss(request.raw, presentRefusal(wrongPrefix, bank.configuration), wrongPrefix, bank);
      return send(reply, wrongPrefix, bank);
    }
    if (wantsPage(request)) return showMissingPage(request, reply, bank);
    return send(reply, refuseUnknownPath(bank.configuration), bank);
  });
  return app;
};

interface ListenerParts {
  readonly servePages: RequestListener;
  readonly interfaceServer: InterfaceServer;
  readonly observations: RequestObservations;
}

/** Returns the listener of all requests: operations of the interface and, if not one, pages. */
const createListener = (
  { servePages, interfaceServer, observations }: ListenerParts,
  { log }: Bank,
): RequestListener => {
  const route = (
    request: IncomingMessage,
    response: ServerResponse,
    observation: RequestObservation,
  ): void => {
    if (interfaceServer.serve(request, response, observation)) return;
    observations.expectPage(response, observation);
    servePages(request, response);
  };
  return (request, response) => {
    const observation = observations.begin(request, response);
    const { trace } = observation;
    if (trace === undefined) route(request, response, observation);
    else trace.run(() => route(request, response, observation));
    const heldMs = observation.elapsedMs();
    if (heldMs > heldLoopMsMax) {
      logHeldLoop(heldMs, { operation: observation.name, stage: "routing" }, log);
    }
  };
};

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;

/** Counts the body of a page's request as half-sent until it has arrived; Fastify reads it. */
const watchBody = (request: IncomingMessage, connections: Connections): void => {
  connections.awaitBody(request);
  request.on("data", (chunk: Buffer) => connections.growBody(request, chunk.length));
  request.once("end", () => connections.endBody(request));
};

const refuseServerError = (error: FastifyError, { configuration }: Bank): Refusal => {
  switch (error.code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return refuseLargeBody(pageBodyBytesMax);
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
      return refuseUnknownPath(configuration);
    default:
      return (error.statusCode ?? 500) < 500
        ? refuse({ code: "BAD_REQUEST", text: "The request could not be read." })
        : refuse({
            code: "SYSTEM_ERROR",
            text: "An internal error occurred and was logged.",
          });
  }
};

const send = (reply: FastifyReply, refusal: Refusal, bank: Bank): FastifyReply => {
  const refused = presentRefusal(refusal, bank.configuration);
  return reply
    .code(refused.status)
    .headers(refused.headers ?? {})
    .header("content-type", "application/json")
    .send(refused.body);
};
