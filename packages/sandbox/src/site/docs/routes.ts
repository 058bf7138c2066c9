import { wantsPage } from "@varde/bank";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { siteHeaders } from "../site-headers.ts";
import { pageAddresses, pageFiles } from "./page-files.ts";
import type { ReferenceSite, ReferenceSiteOptions } from "./reference-site.ts";

type Page = string | undefined;

/** Serves the reference of the interface at /docs. */
export const referenceRoutes =
  (options: ReferenceSiteOptions) =>
  async (app: FastifyInstance): Promise<void> => {
    let loaded: Promise<ReferenceSite> | undefined;
    // Loaded on the first request: most banks, those of tests above all, are never asked for it.
    const load = (): Promise<ReferenceSite> => {
      loaded ??= import("./reference-site.ts").then((site) => site.createReferenceSite(options));
      return loaded;
    };
    app.addHook("onRequest", async (_request, reply) => {
      reply.headers(siteHeaders);
    });
    const send = async (reply: FastifyReply, find: (site: ReferenceSite) => Page) => {
      const site = await load();
      const page = find(site);
      if (page === undefined && !wantsPage(reply.request)) {
        reply.callNotFound();
        return reply;
      }
      return reply
        .code(page === undefined ? 404 : 200)
        .type("text/html; charset=utf-8")
        .send(page ?? site.missing());
    };
    const readName = ({ params }: FastifyRequest): string => (params as { name: string }).name;
    const noPage = () => undefined;

    for (const path of ["/docs", "/docs/"]) {
      app.get(path, (_request, reply) => send(reply, ({ overview }) => overview()));
    }
    app.get("/docs/*", (_request, reply) => send(reply, noPage));
    app.get("/docs/errors", (_request, reply) => send(reply, ({ errors }) => errors()));
    app.get("/docs/schemas", (_request, reply) => send(reply, ({ schemas }) => schemas()));
    app.get("/docs/schemas/:name", (request, reply) =>
      send(reply, ({ schema }) => schema(readName(request))),
    );
    app.get("/docs/operations/:name", (request, reply) =>
      send(reply, ({ operation }) => operation(readName(request))),
    );
    app.get("/docs/guides/*", async ({ url }, reply) => {
      const name = guideName(url);
      const file = (await load()).guideFiles.get(name);
      if (file === undefined) return send(reply, ({ guide }) => guide(name));
      return reply.type(file.contentType).send(file.text);
    });
    app.get("/docs/callback", ({ url }, reply) =>
      send(reply, ({ callback }) => callback(new URL(url, "http://varde").searchParams)),
    );
    app.get("/docs/files/:name", (request, reply) => {
      const name = readName(request);
      const file = Object.hasOwn(pageFiles, name) ? pageFiles[name] : undefined;
      return file === undefined
        ? send(reply, noPage)
        : reply.type(file.contentType).send(file.read());
    });
    app.get(pageAddresses.collection, async (_request, reply) =>
      reply.type("application/json").send((await load()).collection()),
    );
    app.get(pageAddresses.document, async (_request, reply) =>
      reply.type("application/json").send((await load()).document),
    );
  };

/** Returns the name of a guide, or the path of a file of one, from the address of a request. */
const guideName = (url: string): string =>
  new URL(url, "http://varde").pathname.slice("/docs/guides/".length);
