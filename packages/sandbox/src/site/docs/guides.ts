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

const entries =
  folder === undefined
    ? []
    : readdirSync(folder, { recursive: true, encoding: "utf8" })
        .map((file) => file.replaceAll("\\", "/"))
        .toSorted();
const read = (file: string): string => readFileSync(new URL(file, folder), "utf8");

/** The guides by name, in the order of their names. */
export const guides: ReadonlyMap<string, Guide> = new Map(
  entries
    .filter((file) => file.endsWith(".md"))
    .map((file) => {
      const text = read(file);
      return [file.replace(".md", ""), { text, title: text.slice(2, text.indexOf("\n")) }];
    }),
);

interface GuideFile {
  readonly contentType: string;
  readonly text: string;
}

const contentTypes: Readonly<Record<string, string>> = {
  svg: "image/svg+xml",
  json: "application/json; charset=utf-8",
  ...Object.fromEntries(
    ["http", "signing-string", "body", "pem"].map((end) => [end, "text/plain; charset=utf-8"]),
  ),
};

/** Pictures and vectors of the guides, by their path in the folder of the guides. */
export const guideFiles: ReadonlyMap<string, GuideFile> = new Map(
  entries.flatMap((file) => {
    const contentType = contentTypes[file.split(".").at(-1) ?? ""];
    return contentType === undefined ? [] : [[file, { contentType, text: read(file) }]];
  }),
);

/** Returns the address of a guide or of a file beside it; a place on the page stays as it is. */
export const guideAddress = (name: string): string =>
  name.startsWith("#") ? name : `/docs/guides/${name}`;
