import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { pageContentSecurityPolicy } from "../../src/pages/page-assets.ts";
import { samplePages } from "./sample-pages.ts";
import { sampleAssets } from "./sample-parts.ts";

export interface SamplePageServer {
  readonly origin: string;
  close(): Promise<void>;
}

/** Every way to break out of text and attributes; `hostile` marks where each string begins. */
export const hostile =
  `hostile"'><script>alert(1)</script>` + '<img src=x onerror=alert(1)><b style="color:red">';

/** Renders the page at `/nb/<name>`, `/en/<name>`, or `/hostile/<name>` with hostile texts. */
function renderPage(path: string, origin: string): string | undefined {
  const [, first, name = ""] = path.split("/");
  const leadsTo = `${origin}/left`;
  if (first === "hostile") {
    return samplePages({ locale: "nb", leadsTo, foreign: () => hostile }).get(name);
  }
  if (first !== "nb" && first !== "en") return undefined;
  return samplePages({ locale: first, leadsTo }).get(name);
}

/**
 * Serves the sample pages under the policy they are written for. A form is echoed with its fields
 * as plain text, and `/left` with nothing, so that a page which leads there stays in view.
 */
export async function startSamplePageServer(): Promise<SamplePageServer> {
  const assets = new Map(sampleAssets.files.map((asset) => [`/assets/${asset.fileName}`, asset]));
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
    const page = renderPage(path, origin);
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
