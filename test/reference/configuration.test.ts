import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { sandboxConfiguration } from "@varde/bank";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const page = read("docs/reference/configuration.md");

test("the configuration page lists every switch with its default", () => {
  for (const [name, value] of Object.entries(sandboxConfiguration)) {
    const row = page.split("\n").find((line) => line.startsWith(`| \`${name}\` |`));
    assert(row !== undefined, `${name} is not on the page`);
    const isPlain = typeof value !== "object" && value !== "";
    if (isPlain) assert(row.includes(`\`${value}\``), `${name} is ${value}`);
  }
});

test("the configuration page lists every variable that the sandbox reads", () => {
  const source = read("packages/sandbox/src/settings.ts");
  const names = new Set([...source.matchAll(/environment\.([A-Z_]+)/g)].map(([, name]) => name));
  assert(names.size >= 8);
  for (const name of names) assert(page.includes(`\`${name}\``), `${name} is not on the page`);
});
