import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { pageContentSecurityPolicy } from "../../src/pages/page-assets.ts";
import { samplePages } from "./sample-pages.ts";
import { sampleAssets } from "./sample-parts.ts";

export interface SamplePageServer {
  readonly origin: string;
  /** Returns the page that the server has at a path. */
  pageAt(path: string): string;
  close(): Promise<void>;
}

/** Every way to break out of text and attributes; `hostile` marks where each string begins. */
export const hostile =
  `hostile"'><script>alert(1)</script>` + '<img src=x onerror=alert(1)><b style="color:red">';

/** Renders the pages at `/nb/<name>`, `/en/<name>`, and `/hostile/<name>` with hostile texts. */
const renderPages = (leadsTo: string) =>
  new Map([
    ["nb", samplePages({ locale: "nb", leadsTo })],
    ["en", samplePages({ locale: "en", leadsTo })],
    ["hostile", samplePages({ locale: "nb", leadsTo, foreign: () => hostile })],
  ]);

/**
 * Serves the sample pages under the policy they are written for. A form is echoed with its fields
 * as plain text, and `/left` with nothing, so that a page which leads there stays in view.
 */
export async function startSamplePageServer(): Promise<SamplePageServer> {
  const assets = new Map(sampleAssets.files.map((asset) => [`/assets/${asset.fileName}`, asset]));
  let pages: ReturnType<typeof renderPages> = new Map();
  const findPage = (path: string) => {
    const [, first = "", name = ""] = path.split("/");
    return pages.get(first)?.get(name);
  };
  const server = createServer(async (request, response) => {
    const path = request.url ?? "/";
    response.setHeader("content-security-policy", pageContentSecurityPolicy);
    if (request.method === "POST") {
      response.setHeader("content-type", "text/plain; charset=utf-8");
      return response.end(await text(request));
    }
    if (path === "/left") return response.writeHead(204).end();
    const asset = assets.get(path);
    const page = findPage(path);
    if (!asset && page === undefined) return response.writeHead(404).end();
    if (asset) response.setHeader("cache-control", "max-age=600");
    response.setHeader("content-type", asset?.contentType ?? "text/html; charset=utf-8");
    return response.end(asset?.body ?? page);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  pages = renderPages(`${origin}/left`);
  return {
    origin,
    pageAt: (path) => {
      const page = findPage(path);
      assert.ok(page !== undefined, path);
      return page;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
