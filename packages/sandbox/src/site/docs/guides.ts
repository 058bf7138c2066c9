import { existsSync, readdirSync, readFileSync } from "node:fs";

interface Guide {
  readonly title: string;
  /** Markdown. */
  readonly text: string;
}

/** A package contains a copy of the guides; in a clone they are in the folder docs. */
const folder = ["../../../guides/", "../../../../../docs/guides/"]
  .map((path) => new URL(path, import.meta.url))
  .find((url) => existsSync(url));

/** The guides by name, in the order of their names. */
export const guides: ReadonlyMap<string, Guide> = new Map(
  (folder === undefined ? [] : readdirSync(folder).toSorted()).map((file) => {
    const text = readFileSync(new URL(file, folder), "utf8");
    return [file.replace(".md", ""), { text, title: text.slice(2, text.indexOf("\n")) }];
  }),
);

export const guideAddress = (name: string): string => `/docs/guides/${name}`;
