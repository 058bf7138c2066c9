import { wantsPage } from "@varde/bank";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { fixedDocument, type SendDocument } from "../fixed-document.ts";
import { siteHeaders } from "../site-headers.ts";
import { pageAddresses, pageFiles } from "./page-files.ts";
import type { ReferenceSite, ReferenceSiteOptions } from "./reference-site.ts";

const html = "text/html; charset=utf-8";
const json = "application/json; charset=utf-8";

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
    const pages = new Map<string, SendDocument>();
    const findPage = (site: ReferenceSite, address: string): SendDocument | undefined => {
      const file = site.files.get(address);
      if (!pages.has(address) && (file !== undefined || site.addresses.includes(address))) {
        const { contentType, text } = file ?? { contentType: html, text: undefined };
        pages.set(
          address,
          fixedDocument(contentType, () => text ?? site.page(address) ?? ""),
        );
      }
      return pages.get(address);
    };
    const sendMissing = fixedDocument(html, async () => (await load()).missing());
    const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
      const site = await load();
      const address = readAddress(request);
      const send = findPage(site, address);
      if (send === undefined && !wantsPage(request)) {
        reply.callNotFound();
        return reply;
      }
      const policy = site.files.get(address)?.policy;
      if (policy !== undefined) reply.header("content-security-policy", policy);
      return send === undefined ? sendMissing(request, reply.code(404)) : send(request, reply);
    };
    app.get("/docs", sendPage);
    app.get("/docs/*", sendPage);
    app.get("/docs/callback", async ({ url }, reply) => {
      const { searchParams } = new URL(url, "http://varde");
      return reply.type(html).send((await load()).callback(searchParams));
    });
    for (const [name, { contentType, read }] of Object.entries(pageFiles)) {
      app.get(`/docs/files/${name}`, fixedDocument(contentType, read));
    }
    const documents = {
      [pageAddresses.searchIndex]: ({ searchIndex }: ReferenceSite) => searchIndex(),
      [pageAddresses.collection]: ({ collection }: ReferenceSite) => collection(),
      [pageAddresses.document]: ({ document }: ReferenceSite) => document,
    };
    for (const [address, read] of Object.entries(documents)) {
      app.get(
        address,
        fixedDocument(json, async () => JSON.stringify(read(await load()))),
      );
    }
  };

/** Returns the address of a page from that of a request, without a slash at its end. */
const readAddress = ({ url }: FastifyRequest): string =>
  new URL(url, "http://varde").pathname.replace(/\/$/, "");
