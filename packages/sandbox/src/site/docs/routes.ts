import { wantsPage } from "@varde/bank";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createCompressed } from "../console-routes.ts";
import { siteHeaders } from "../site-headers.ts";
import { pageAddresses, pageFiles } from "./page-files.ts";
import type { ReferenceSite, ReferenceSiteOptions } from "./reference-site.ts";

type Page = string | undefined;

/** Serves the documentation and the reference of the interface at /docs. */
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
    app.get("/docs", (_request, reply) => send(reply, ({ page }) => page("/docs")));
    app.get("/docs/*", async (request, reply) => {
      const address = readAddress(request);
      const file = (await load()).files.get(address);
      if (file === undefined) return send(reply, ({ page }) => page(address));
      const { contentType, text, policy } = file;
      if (policy !== undefined) reply.header("content-security-policy", policy);
      return reply.type(contentType).send(text);
    });
    app.get("/docs/callback", ({ url }, reply) =>
      send(reply, ({ callback }) => callback(new URL(url, "http://varde").searchParams)),
    );
    for (const [name, { contentType, read }] of Object.entries(pageFiles)) {
      const sendFile = createCompressed(async () => read());
      app.get(`/docs/files/${name}`, (request, reply) =>
        sendFile(request, reply.type(contentType)),
      );
    }
    let index: string | undefined;
    const sendIndex = createCompressed(async () => {
      index ??= JSON.stringify((await load()).searchIndex());
      return index;
    });
    app.get(pageAddresses.searchIndex, (request, reply) =>
      sendIndex(request, reply.type("application/json; charset=utf-8")),
    );
    app.get(pageAddresses.collection, async (_request, reply) =>
      reply.type("application/json").send((await load()).collection()),
    );
    app.get(pageAddresses.document, async (_request, reply) =>
      reply.type("application/json").send((await load()).document),
    );
  };

/** Returns the address of a page from that of a request, without a slash at its end. */
const readAddress = ({ url }: FastifyRequest): string =>
  new URL(url, "http://varde").pathname.replace(/\/$/, "");
