import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";

/** Prints the packages that importing `varde start` loads, and whether Node's fetch is loaded. */
const program = `
  import { registerHooks } from "node:module";
  const packages = new Set();
  registerHooks({
    load: (url, context, load) => {
      const name = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1];
      if (name !== undefined) packages.add(name);
      return load(url, context);
    },
  });
  await import(${JSON.stringify(new URL("../src/commands/bank/start.ts", import.meta.url).href)});
  const hasFetch = process.moduleLoadList.some((name) => name.includes("undici"));
  console.log(JSON.stringify([...packages, ...(hasFetch ? ["undici"] : [])]));`;

test("varde start loads no code that a bank on SQLite does not use", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--conditions=varde-source",
    "--input-type=module",
    "--eval",
    program,
  ]);
  const loaded: readonly string[] = JSON.parse(stdout);
  assert.ok(loaded.includes("fastify"), "the packages are recorded");
  const needless = ["pg", "undici", "yaml"];
  assert.deepEqual(
    loaded.filter((name) => needless.includes(name)),
    [],
  );
});
