import assert from "node:assert/strict";
import { test } from "node:test";
import { nearestName } from "@varde/protocol";

const known = ["pathPrefix", "publicUrl", "trust", "trustedProxies"];
const cases: readonly (readonly [string, string | undefined])[] = [
  ["pathPrefx", "pathPrefix"],
  ["PATHPREFIX", "pathPrefix"],
  ["path-prefix", "pathPrefix"],
  ["publicURI", "publicUrl"],
  ["trst", "trust"],
  ["turst", "trust"],
  ["colour", undefined],
  ["", undefined],
];

for (const [name, nearest] of cases) {
  test(`"${name}" probably means ${nearest ?? "nothing known"}`, () => {
    assert.equal(nearestName(name, known), nearest);
  });
}
