import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";

/** Prints the packages that importing a command loads, and whether Node's fetch is loaded. */
const writeProgram = (command: string) => `
  import { registerHooks } from "node:module";
  const packages = new Set();
  registerHooks({
    load: (url, context, load) => {
      const [, ours, other] =
        /.*\\/(?:packages\\/([^/]+)\\/src|node_modules\\/((?:@[^/]+\\/)?[^/]+))\\//.exec(url) ?? [];
      packages.add(ours === undefined ? other : "@varde/" + ours);
      return load(url, context);
    },
  });
  await import(${JSON.stringify(new URL(`../src/commands/bank/${command}.ts`, import.meta.url))});
  const hasFetch = process.moduleLoadList.some((name) => name.includes("undici"));
  console.log(JSON.stringify([...packages, ...(hasFetch ? ["undici"] : [])]));`;

const listLoaded = async (command: string): Promise<readonly string[]> => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--conditions=varde-source",
    "--input-type=module",
    "--eval",
    writeProgram(command),
  ]);
  return JSON.parse(stdout);
};

const commands = {
  start: {
    needless: ["pg", "undici", "yaml"],
    title: "no code that a bank on SQLite does not use",
  },
  serve: {
    needless: ["@varde/sandbox", "@varde/ledger", "@varde/tpp", "@varde/conformance", "pg"],
    title: "no code of the sandbox",
  },
};

for (const [command, { needless, title }] of Object.entries(commands)) {
  test(`varde ${command} loads ${title}`, async () => {
    const loaded = await listLoaded(command);
    assert.ok(loaded.includes("fastify") && loaded.includes("@varde/bank"), "they are recorded");
    assert.deepEqual(
      loaded.filter((name) => needless.includes(name)),
      [],
    );
  });
}
