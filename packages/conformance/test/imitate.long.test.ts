import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { aPartOf } from "@varde/testkit/rounds";
import { bankFiles, bankFolder, imitationOf } from "./imitation-of.ts";

for (const file of aPartOf(bankFiles, 4)) {
  test(`the imitation of ${file} has its settings and no others`, async () => {
    const { $schema, ...settings } = JSON.parse(readFileSync(new URL(file, bankFolder), "utf8"));
    assert.deepEqual(await imitationOf(settings), { settings, notImitated: [] });
  });
}

const others = [
  { requestTarget: "required" },
  { bbanCheckDigit: "off" },
  { pathPrefix: "/api", linkForm: "with-prefix" },
  { names: { NDCT: "re-encode" } },
  { names: { NCBCT: "refuse" } },
  { names: { NDCT: "re-encode", NCBCT: "refuse" } },
];

for (const settings of aPartOf(others, 2)) {
  test(`the imitation of a bank with ${JSON.stringify(settings)} has just that`, async () => {
    assert.deepEqual(await imitationOf(settings), { settings, notImitated: [] });
  });
}
