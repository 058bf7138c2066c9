import type { FastifyInstance, FastifyReply } from "fastify";
import { buildOpenApi } from "./build-open-api.ts";
import { DocumentView } from "./pages/document-view.ts";
import { pageStyle } from "./pages/page-style.ts";
import { errorsPage, operationPage, overviewPage, schemaPage } from "./pages/reference-pages.ts";

const headers = {
  "content-security-policy":
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; " +
    "frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
} as const;

/** The reference of the interface at /docs: plain pages, made when they are first asked for. */
export const referenceRoutes = async (app: FastifyInstance): Promise<void> => {
  let made: DocumentView | undefined;
  const view = (): DocumentView => {
    made ??= new DocumentView(buildOpenApi());
    return made;
  };
  const send = (reply: FastifyReply, page: string | undefined): FastifyReply => {
    reply.headers(headers).type("text/html; charset=utf-8");
    return page === undefined
      ? reply.code(404).send("<!doctype html><title>Not found</title><p>No such page.")
      : reply.send(page);
  };
  app.get("/docs", (_request, reply) => send(reply, overviewPage(view())));
  app.get("/docs/errors", (_request, reply) => send(reply, errorsPage(view())));
  app.get("/docs/operations/:name", (request, reply) => {
    const { name } = request.params as { readonly name: string };
    const operation = view().operations.find(({ operationId }) => operationId === name);
    return send(reply, operation && operationPage(operation));
  });
  app.get("/docs/schemas/:name", (request, reply) => {
    const { name } = request.params as { readonly name: string };
    return send(reply, schemaPage(name, view()));
  });
  app.get("/docs/style.css", (_request, reply) =>
    reply.headers(headers).type("text/css; charset=utf-8").send(pageStyle),
  );
  app.get("/docs/openapi.json", (_request, reply) =>
    reply.headers(headers).type("application/json").send(view().document),
  );
};
