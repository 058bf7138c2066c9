import { readFileSync } from "node:fs";
import { markAsset, pageStyle } from "@varde/bank";
import { referenceContent } from "./reference-content.ts";
import { referenceForms, referenceFrame, referenceTools } from "./reference-style.ts";

/** Addresses of the files that the pages use. */
export const pageAddresses = {
  style: "/docs/files/style.css",
  mark: "/docs/files/mark.svg",
  script: "/docs/files/reference.js",
  searchIndex: "/docs/files/search-index.json",
  document: "/docs/openapi.json",
  collection: "/docs/varde.postman-collection.json",
} as const;

interface PageFile {
  readonly contentType: string;
  readonly read: () => string;
}

/** Plain JavaScript files, served as they are. */
const scripts = [
  "reference.js",
  "search.js",
  "rank-sections.js",
  "copy-code.js",
  "call.js",
  "control-token.js",
  "show-result.js",
  "remembered.js",
];
const browserFolder = new URL("../../../browser/", import.meta.url);

export const pageFiles: Readonly<Record<string, PageFile>> = {
  "style.css": {
    contentType: "text/css; charset=utf-8",
    read: () =>
      [pageStyle, referenceFrame, referenceContent, referenceTools, referenceForms].join(""),
  },
  "mark.svg": { contentType: markAsset.contentType, read: () => markAsset.body.toString() },
  ...Object.fromEntries(
    scripts.map((name) => [
      name,
      {
        contentType: "text/javascript; charset=utf-8",
        read: () => readFileSync(new URL(name, browserFolder), "utf8"),
      },
    ]),
  ),
};
