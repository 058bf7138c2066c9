import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { pageAssets, pageContentSecurityPolicy } from "../../../src/sca/pages/page-assets.ts";

type PageServer = { origin: string; close: () => Promise<void> };

/**
 * Serves finished pages by path under the policy they are written for. A form gets its
 * fields as plain text, and `/left` with nothing, so that a page which leads there stays in view.
 */
export async function startPageServer(
  pageAt: (path: string, origin: string) => string | undefined,
): Promise<PageServer> {
  const assets = new Map(
    Object.values(pageAssets).map((asset) => [`/assets/${asset.fileName}`, asset]),
  );
  let origin = "";
  const server = createServer(async (request, response) => {
    const path = request.url ?? "/";
    response.setHeader("content-security-policy", pageContentSecurityPolicy);
    if (request.method === "POST") {
      response.setHeader("content-type", "text/plain; charset=utf-8");
      return response.end(await text(request));
    }
    if (path === "/left") return response.writeHead(204).end();
    const asset = assets.get(path);
    const page = pageAt(path, origin);
    if (!asset && page === undefined) return response.writeHead(404).end();
    response.setHeader("content-type", asset?.contentType ?? "text/html; charset=utf-8");
    return response.end(asset?.body ?? page);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
