import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { bankChecks, type CheckReport, runChecks } from "@varde/conformance";
import { aBank } from "@varde/testkit/bank";
import { aBankToCheck } from "@varde/testkit/conformance";
import { imitate } from "../src/run/imitate.ts";

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

const folder = new URL("../../varde/banks/", import.meta.url);

/** Starts a bank with these settings, checks it, and returns what would imitate it. */
const imitationOf = async (settings: Readonly<Record<string, unknown>>) => {
  await using bank = await aBank({ bank: settings });
  const { pathPrefix = "" } = settings;
  const checked = aBankToCheck(bank, {
    address: new URL(`${bank.addresses.http}${pathPrefix}`),
  });
  const report = await runChecks(bankChecks, checked, { only: ["VAR"] });
  const unproven = report.checks.filter(({ result }) =>
    ["failed", "not proven", "blocked"].includes(result),
  );
  assert.deepEqual(unproven, []);
  return report.imitation;
};

for (const file of readdirSync(folder)) {
  test(`the imitation of ${file} has its settings and no others`, async () => {
    const { $schema, ...settings } = JSON.parse(readFileSync(new URL(file, folder), "utf8"));
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

for (const settings of others) {
  test(`the imitation of a bank with ${JSON.stringify(settings)} has just that`, async () => {
    assert.deepEqual(await imitationOf(settings), { settings, notImitated: [] });
  });
}
