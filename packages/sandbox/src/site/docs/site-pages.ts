import { existsSync, readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";

/** A page that is written in Markdown. */
export interface WrittenPage {
  /** Below /docs. */
  readonly address: string;
  readonly title: string;
  /** The first paragraph, for lists of pages. */
  readonly summary: string;
  readonly file: string;
  /** Markdown. */
  readonly text: string;
}

export interface SiteSection {
  readonly title: string;
  readonly address: string;
  readonly about: string;
  /** Files below docs, in the order in which a newcomer needs them. */
  readonly files: readonly string[];
}

const inFolder = (folder: string, names: readonly string[]): readonly string[] =>
  names.map((name) => `${folder}/${name}.md`);

/** The menu: the order of its sections and pages is the order of "next" and "previous". */
export const siteSections = [
  {
    title: "Guides",
    address: "/docs/guides",
    about: "Step by step, from the first payment to a real bank.",
    files: inFolder("guides", [
      "first-payment",
      "console",
      "signing",
      "account-information",
      "basket",
      "corporate",
      "testing-your-tpp",
      "record-and-replay",
      "am-i-ready-for-production",
      "check-a-bank",
      "what-differs-between-banks",
      "from-sandbox-to-a-real-bank",
      "several-banks",
      "sandbox-for-others",
    ]),
  },
  {
    title: "Concepts",
    address: "/docs/concepts",
    about: "How payments, approvals and consents work, with pictures and every status.",
    files: [
      ...inFolder("concepts", ["payment-status", "sca", "consent", "signing-baskets"]),
      "glossary.md",
    ],
  },
  {
    title: "Reference",
    address: "/docs/reference",
    about: "Every operation, field, error code and setting.",
    files: inFolder("reference", [
      "data-set",
      "response-headers",
      "operations",
      "checks",
      "tolerated-forms",
      "start-bank",
      "configuration",
      "metrics",
    ]),
  },
  {
    title: "Operations",
    address: "/docs/running",
    about: "For those who run a bank on Varde.",
    files: [
      "operations/README.md",
      ...inFolder("guides", [
        "a-bank-in-production",
        "many-banks",
        "core-bank-in-ten-steps",
        "core-bank-over-http",
        "the-database",
      ]),
      ...inFolder("operations", ["sizing", "telemetry", "upgrading", "support-policy"]),
      "operations/runbooks/README.md",
    ],
  },
] as const satisfies readonly SiteSection[];

/** A package contains a copy of the folder docs, which in a clone is at its top. */
const folder = ["../../../../../docs/", "../../../docs/"]
  .map((path) => new URL(path, import.meta.url))
  .find((url) => existsSync(new URL("guides/first-payment.md", url)));

const readFile = (file: string): string => readFileSync(new URL(file, folder), "utf8");

const listFolder = (name: string): readonly string[] =>
  folder === undefined
    ? []
    : readdirSync(new URL(`${name}/`, folder), { recursive: true, encoding: "utf8" })
        .map((file) => `${name}/${file.replaceAll("\\", "/")}`)
        .toSorted();

/** Returns the address of a Markdown file; those of the interface's operations are taken. */
const fileAddress = (file: string): string =>
  `/docs/${file}`
    .replace(/\.md$/, "")
    .replace("/docs/glossary", "/docs/concepts/glossary")
    .replace("/docs/operations", "/docs/running")
    .replace("/README", "")
    .replace("/docs/reference/errors", "/docs/errors");

export const withoutComments = (markdown: string): string =>
  markdown.replaceAll(/<!--.*?-->\n*/gs, "");

const readPage = (file: string): WrittenPage => {
  const text = withoutComments(readFile(file));
  const [heading = "", ...blocks] = text.split("\n\n");
  const summary = blocks.find((block) => /^[A-Z`]/.test(block)) ?? "";
  return {
    file,
    text,
    address: fileAddress(file),
    title: heading.replace(/^# /, ""),
    summary: firstSentence(summary),
  };
};

/** Returns the first sentence without its markup. */
const firstSentence = (paragraph: string): string => {
  const plain = paragraph.replaceAll("\n", " ").replaceAll(/\[([^\]]+)\]\([^)]+\)|[`*<>]/g, "$1");
  const end = plain.indexOf(". ");
  return (end < 0 ? plain : plain.slice(0, end + 1)).replace(/:$/, ".");
};

/** Markdown files that are not in the menu: those that another page lists. */
const listed = ["operations/runbooks"].flatMap((name) =>
  listFolder(name).filter((file) => file.endsWith(".md")),
);

/** Written pages by address, in the order of the menu. */
export const writtenPages: ReadonlyMap<string, WrittenPage> = new Map(
  folder === undefined
    ? []
    : [...new Set([...siteSections.flatMap(({ files }) => [...files]), ...listed])]
        .map(readPage)
        .map((page) => [page.address, page]),
);

interface SiteFile {
  readonly contentType: string;
  /** The content security policy of a page that has one of its own. */
  readonly policy: string | undefined;
  readonly text: string;
}

const contentTypes: Readonly<Record<string, string>> = {
  svg: "image/svg+xml",
  html: "text/html; charset=utf-8",
  json: "application/json; charset=utf-8",
  ...Object.fromEntries(
    ["http", "signing-string", "body", "pem"].map((end) => [end, "text/plain; charset=utf-8"]),
  ),
};

const findPolicy = (text: string): string | undefined =>
  /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/
    .exec(text)?.[1]
    ?.replaceAll("&#39;", "'");

/** Pictures, vectors and examples of the pages, by address. */
export const siteFiles: ReadonlyMap<string, SiteFile> = new Map(
  ["guides", "concepts"].flatMap(listFolder).flatMap((file) => {
    const contentType = contentTypes[file.split(".").at(-1) ?? ""];
    if (contentType === undefined) return [];
    const text = readFile(file);
    return [[`/docs/${file}`, { contentType, text, policy: findPolicy(text) }]];
  }),
);

/** Returns the address of a link in a Markdown file, or undefined if it is not served. */
export const resolveLink = (target: string, file: string): string | undefined => {
  if (target.startsWith("#")) return target;
  const [path = "", place = ""] = target.split(/(?=#)/);
  const linked = posix.join(posix.dirname(file), path);
  if (linked === "reference/openapi.json") return "/docs/openapi.json";
  if (siteFiles.has(`/docs/${linked}`)) return `/docs/${linked}`;
  const address = fileAddress(linked);
  const isServed = writtenPages.has(address) || address === "/docs/errors";
  return linked.endsWith(".md") && isServed ? address + place : undefined;
};
