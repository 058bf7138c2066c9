import assert from "node:assert/strict";
import { test } from "node:test";
import { psuOptions } from "../src/options.ts";
import { parseInvocation, programName } from "../src/parse-invocation.ts";

const inClone = { npm_package_name: "varde-workspace" };
const inProject = { npm_package_name: "a-shop" };

test("the program is called as it was started: by hand, by npx, or by npm in a clone", () => {
  assert.equal(programName({}), "varde");
  assert.equal(programName({ npm_lifecycle_event: "npx" }), "npx varde");
  assert.equal(programName({ npm_lifecycle_event: "start", ...inProject }), "npx varde");
  for (const script of ["start", "varde", "npx"]) {
    assert.equal(programName({ npm_lifecycle_event: script, ...inClone }), "npx varde");
  }
});

for (const words of [["--approve"], ["--approve", "--no-browser"]]) {
  test(`${words.join(" ")} is refused with what the value means`, () => {
    assert.throws(() => parseInvocation(words, { options: psuOptions }, {}), {
      message:
        "--approve needs a value: --approve NUMBER. Approve without a browser, as the customer " +
        "with this number (sandbox only)",
    });
  });
}
