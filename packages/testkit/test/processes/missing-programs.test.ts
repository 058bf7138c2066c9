import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

const source = new URL("../../src/processes/missing-programs.ts", import.meta.url).href;

/** Asks, with an empty search path, for a program that Node has and for one that is nowhere. */
const ask = (names: readonly string[], CI: string) => {
  const script = `import { missingPrograms } from "${source}";
    console.log(missingPrograms(${JSON.stringify(names)}))`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--input-type=module", "--eval", script],
    {
      env: { PATH: "", CI },
      encoding: "utf8",
    },
  );
  return stdout.trim() || /^Error: (.*)$/m.exec(stderr)?.[1];
};

test("a missing program is the reason for a skip, and a failure on CI", () => {
  assert.equal(ask(["node"], "true"), "false");
  assert.equal(ask(["node", "promtool"], ""), "promtool is not installed");
  assert.match(
    ask(["promtool"], "true") ?? "",
    /^promtool is not installed, and CI skips no test:/,
  );
});
