import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { bankSettings } from "@varde/bank";
import { environmentName, sandboxSettings } from "@varde/sandbox";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");

test("the configuration page lists every setting with its variable and its default", () => {
  const lines = read("docs/reference/configuration.md").split("\n");
  for (const [name, declared] of Object.entries({ ...sandboxSettings, ...bankSettings })) {
    const row = lines.find((line) => line.startsWith(`| \`${name}\` |`)) ?? "";
    assert(row.includes(`\`${environmentName(name, declared)}\``), `${name} is not on the page`);
    const { default: standard, defaultText } = declared;
    const isPlain = defaultText === undefined && standard !== undefined;
    if (isPlain) assert(row.includes(`| \`${standard}\` |`), `${name} is ${standard}`);
  }
});

test("the guide names every ready-made configuration", () => {
  const guide = read("docs/guides/what-differs-between-banks.md");
  const files = readdirSync(new URL("packages/varde/banks/", root));
  assert(files.length > 5);
  for (const file of files) {
    assert(guide.includes(`\`${file.replace(".json", "")}\``), `${file} is not in the guide`);
  }
});
