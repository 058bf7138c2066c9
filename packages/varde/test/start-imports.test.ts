import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";

/**
 * Prints the packages that a command loads before it opens its storage, and whether Node's fetch is
 * loaded. The settings are those that people choose most.
 */
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
  if (${command === "start"}) {
    const { readSettings } = await import("@varde/sandbox");
    readSettings({ PORT: "0", HTTPS_PORT: "off", HOST: "127.0.0.1", VARDE_DATA: "data" });
  }
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
    needless: ["@varde/conformance", "ajv", "pg", "undici", "yaml"],
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
