import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A web site of somebody else: the TPP's redirect target, or an attacker's. */
export interface Site extends AsyncDisposable {
  readonly origin: string;
  /** The path and query of each request, as received. */
  readonly visits: readonly string[];
  /** Resolves with the next request whose path starts like this. */
  nextVisit(start: string): Promise<string>;
  /** Serves a page at a path; other paths show the browser's address. */
  show(path: string, page: string): void;
  close(): Promise<void>;
}

export async function startSite(): Promise<Site> {
  const visits: string[] = [];
  const pages = new Map<string, string>();
  const waiting = new Set<(visit: string) => void>();
  const server = createServer((request, response) => {
    const visit = request.url ?? "";
    visits.push(visit);
    for (const tell of [...waiting]) tell(visit);
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(pages.get(visit) ?? "<!doctype html><title>Site</title><h1>At the site</h1>");
  });
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    visits,
    nextVisit: (start) =>
      new Promise((resolve) => {
        const tell = (visit: string) => {
          if (!visit.startsWith(start)) return;
          waiting.delete(tell);
          resolve(visit);
        };
        waiting.add(tell);
      }),
    show: (path, page) => void pages.set(path, page),
    close,
    [Symbol.asyncDispose]: close,
  };
}
