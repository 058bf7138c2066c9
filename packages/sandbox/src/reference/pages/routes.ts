import { wantsPage } from "@varde/bank";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { siteHeaders } from "../../site-headers.ts";
import { buildOpenApi, type ServedAt } from "../build-open-api.ts";
import { buildCollection } from "../collection/build-collection.ts";
import { DocumentView } from "./document-view.ts";
import {
  callbackPage,
  errorsPage,
  missingPage,
  overviewPage,
  schemaPage,
  schemasPage,
} from "./further-pages.ts";
import { guidePage } from "./guide-page.ts";
import { operationPage } from "./operation-page.ts";
import { pageAddresses, pageFiles } from "./page-files.ts";

/**
 * Serves the reference of the interface at /docs. The document is built on the first request. The
 * forms sign through the control API, so they are shown only if it is available.
 */
export const referenceRoutes =
  ({ canCall, servedAt }: { readonly canCall: boolean; readonly servedAt: ServedAt }) =>
  async (app: FastifyInstance): Promise<void> => {
    let made: DocumentView | undefined;
    const view = (): DocumentView => {
      made ??= new DocumentView(buildOpenApi(servedAt));
      return made;
    };
    app.addHook("onRequest", async (_request, reply) => {
      reply.headers(siteHeaders);
    });
    const send = (reply: FastifyReply, page: string | undefined): FastifyReply => {
      if (page === undefined && !wantsPage(reply.request)) {
        reply.callNotFound();
        return reply;
      }
      return reply
        .code(page === undefined ? 404 : 200)
        .type("text/html; charset=utf-8")
        .send(page ?? missingPage(view()));
    };
    const readName = ({ params }: FastifyRequest): string => (params as { name: string }).name;

    for (const path of ["/docs", "/docs/"]) {
      app.get(path, (_request, reply) => send(reply, overviewPage(view(), canCall)));
    }
    app.get("/docs/*", (_request, reply) => send(reply, undefined));
    app.get("/docs/errors", (_request, reply) => send(reply, errorsPage(view())));
    app.get("/docs/schemas", (_request, reply) => send(reply, schemasPage(view())));
    app.get("/docs/schemas/:name", (request, reply) =>
      send(reply, schemaPage(readName(request), view())),
    );
    app.get("/docs/operations/:name", (request, reply) => {
      const name = readName(request);
      const operation = view().operations.find(({ operationId }) => operationId === name);
      return send(reply, operation && operationPage(operation, view(), canCall));
    });
    app.get("/docs/guides/:name", (request, reply) =>
      send(reply, guidePage(readName(request), view())),
    );
    app.get("/docs/callback", ({ url }, reply) =>
      send(reply, callbackPage(new URL(url, "http://varde").searchParams, view())),
    );
    app.get("/docs/files/:name", (request, reply) => {
      const name = readName(request);
      const file = Object.hasOwn(pageFiles, name) ? pageFiles[name] : undefined;
      return file === undefined
        ? send(reply, undefined)
        : reply.type(file.contentType).send(file.read());
    });
    app.get(pageAddresses.collection, (_request, reply) =>
      reply.type("application/json").send(buildCollection(servedAt)),
    );
    app.get(pageAddresses.document, (_request, reply) =>
      reply.type("application/json").send(view().document),
    );
  };
