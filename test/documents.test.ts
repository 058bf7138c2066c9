import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const read = (path: string) => readFileSync(join(root, path), "utf8");
const list = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md") && !name.includes("node_modules"))
    .map((name) => join(folder, name));

const atTop = readdirSync(root).filter((name) => name.endsWith(".md"));
/** Without copies of the documents that packing leaves in a package. */
const ofPackages = list("packages").filter((path) => /^packages\/[^/]+\/README\.md$/.test(path));
const documents = [...atTop, ...list("docs"), ...list("packaging"), ...ofPackages];

/** Pages for those who run a bank, who have varde on their path. */
const forOperators = [
  "docs/guides/a-bank-in-production.md",
  "docs/guides/many-banks.md",
  "docs/guides/the-database.md",
  ...list("docs/operations"),
];
/** Pages for developers, who have it in a project or a clone. */
const forDevelopers = ["README.md", ...list("docs/guides")].filter(
  (path) => !forOperators.includes(path),
);

/** Returns the anchor that GitHub gives a heading. */
const toAnchor = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(" ", "-");

const withoutBlocks = (markdown: string): string => markdown.replaceAll(/^ *```.*?^ *```$/gms, "");

const listAnchors = (path: string): ReadonlySet<string> =>
  new Set([...withoutBlocks(read(path)).matchAll(/^#+ (.+)$/gm)].map(([, h = ""]) => toAnchor(h)));

/** Returns the commands of a page: lines of its sh blocks, and inline code. */
const listCommands = (markdown: string): readonly string[] => {
  const blocks = [...markdown.matchAll(/^ *```sh[^\n]*\n(.*?)^ *```$/gms)];
  const inline = [...withoutBlocks(markdown).matchAll(/`([^`\n]+)`/g)];
  return [...blocks.flatMap(([, code = ""]) => code.split("\n")), ...inline.map(([, c = ""]) => c)]
    .map((line) => line.trim().replace(/^(?:[A-Z_]+=\S+ )+/, ""))
    .filter((line) => /^(?:npx )?varde [a-z]/.test(line));
};

describe("documents", () => {
  test("every link to a file or a heading of the repository leads there", () => {
    const broken = documents.flatMap((path) =>
      [...withoutBlocks(read(path)).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = ""]) => {
        if (/^[a-z]+:/.test(link)) return [];
        const [file = "", anchor] = link.split("#");
        const target = file === "" ? path : join(dirname(path), file);
        const isThere = existsSync(join(root, target));
        const isHeading = anchor === undefined || !target.endsWith(".md");
        return isThere && (isHeading || listAnchors(target).has(anchor)) ? [] : `${path}: ${link}`;
      }),
    );
    assert.deepEqual(broken, []);
  });

  test("the README leads to every guide", () => {
    const guides = readdirSync(join(root, "docs/guides")).filter((name) => name.endsWith(".md"));
    const readme = read("README.md");
    assert.deepEqual(
      guides.filter((name) => !readme.includes(`(docs/guides/${name})`)),
      [],
    );
  });

  test("guides type npx varde, and pages for operators varde, which one says where to find", () => {
    const isWrong = (start: string) => (path: string) =>
      listCommands(read(path))
        .filter((command) => command.startsWith(start))
        .map((command) => `${path}: ${command}`);
    assert.deepEqual(forDevelopers.flatMap(isWrong("varde ")), []);
    assert.deepEqual(forOperators.flatMap(isWrong("npx varde ")), []);
    const [production = "", ...others] = forOperators;
    assert.match(read(production), /export PATH=\/opt\/varde\/node_modules\/\.bin:\$PATH/);
    for (const path of ["docs/guides/the-database.md", "docs/operations/README.md"]) {
      assert(others.includes(path));
      assert.match(read(path), /Where `varde` is on a server, \[A bank in\nproduction\]/);
    }
  });
});
