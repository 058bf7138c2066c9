import { posix } from "node:path";
import { sandboxConfiguration } from "@varde/bank";
import { siteHeaders } from "../site-headers.ts";
import { pageAddresses, pageFiles } from "./page-files.ts";
import { createReferenceSite } from "./reference-site.ts";

interface SiteOutput {
  /** Below the folder of the site. */
  readonly path: string;
  readonly text: string;
}

/**
 * Lists the files of the documentation for a web server without a bank: without forms that send
 * requests. All links are relative, so the folder may have any address.
 */
export function* listSiteFiles(): Generator<SiteOutput> {
  const site = createReferenceSite({ canCall: false, servedAt: sandboxConfiguration });
  const pages = new Set(site.addresses);
  for (const address of pages) {
    const path = filePath(address, pages);
    yield { path, text: withPolicy(withRelativeLinks(site.page(address) ?? "", path, pages)) };
  }
  const below = (address: string) => address.slice("/docs/".length);
  for (const [address, { text }] of site.files) yield { path: below(address), text };
  for (const [name, { read }] of Object.entries(pageFiles)) {
    yield { path: `files/${name}`, text: read() };
  }
  const index = site.searchIndex();
  const named = index.pages.map(([path, ...rest]) => [`${path}.html`, ...rest]);
  yield {
    path: below(pageAddresses.searchIndex),
    text: JSON.stringify({ ...index, pages: named }),
  };
  yield { path: below(pageAddresses.document), text: JSON.stringify(site.document) };
  yield { path: below(pageAddresses.collection), text: JSON.stringify(site.collection()) };
}

/** Returns the file of an address: a page ends with .html, and the first one is index.html. */
const filePath = (address: string, pages: ReadonlySet<string>): string => {
  if (address === "/docs") return "index.html";
  return address.slice("/docs/".length) + (pages.has(address) ? ".html" : "");
};

/** Rewrites the links of a page. Text of a page cannot look like one: its quotes are escaped. */
const withRelativeLinks = (page: string, path: string, pages: ReadonlySet<string>): string =>
  page.replaceAll(
    / (href|src|srcset)="(\/docs[^"#]*)(#[^"]*)?"/g,
    (_whole, name: string, address: string, place = "") =>
      ` ${name}="${posix.relative(posix.dirname(path), filePath(address, pages))}${place}"`,
  );

/** A file server sends no policy, so the page has it. Frames can only be forbidden by a header. */
const withPolicy = (page: string): string => {
  const policy = siteHeaders["content-security-policy"].replace(/; frame-ancestors [^;]+/, "");
  const meta = `<meta http-equiv="content-security-policy" content="${policy}">`;
  return page.replace('<meta charset="utf-8">', `<meta charset="utf-8">\n${meta}`);
};
