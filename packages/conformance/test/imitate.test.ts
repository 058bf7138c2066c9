import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import type { CheckReport } from "@varde/conformance";
import { imitate } from "../src/run/imitate.ts";
import { bankFolder, imitationOf } from "./imitation-of.ts";

/** A variant with the answer that a setting imitates. */
const aVariant = (id: string, settings: object | undefined, isUsual: boolean) =>
  ({
    ...{ id, seen: id, result: isUsual ? "passed" : "variant" },
    variant: { answer: id, isUsual, ...(settings !== undefined && { settings }) },
  }) as unknown as CheckReport;

test("answers that contradict each other, or have no setting, are listed", () => {
  const reports = [
    aVariant("one", { strictness: "lenient" }, true),
    aVariant("two", { strictness: "strict" }, false),
    aVariant("three", undefined, false),
    aVariant("four", undefined, true),
  ];
  const { settings, notImitated } = imitate(reports, new URL("https://bank.example/api/"));
  assert.deepEqual(settings, { pathPrefix: "/api", strictness: "strict" });
  assert.deepEqual(
    notImitated.map(({ check }) => check),
    ["one", "three"],
  );
});

test("the imitation of a bank with every difference has its settings and no others", async () => {
  const file = new URL("every-difference.json", bankFolder);
  const { $schema, ...settings } = JSON.parse(readFileSync(file, "utf8"));
  assert.deepEqual(await imitationOf(settings), { settings, notImitated: [] });
});
