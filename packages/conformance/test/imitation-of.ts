import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { bankChecks, runChecks } from "@varde/conformance";
import { aBank } from "@varde/testkit/bank";
import { aBankToCheck } from "@varde/testkit/conformance";

/** The settings of the banks that the command line offers. */
export const bankFolder = new URL("../../varde/banks/", import.meta.url);
export const bankFiles = readdirSync(bankFolder).sort();

/** Starts a bank with these settings, checks it, and returns what would imitate it. */
export const imitationOf = async (settings: Readonly<Record<string, unknown>>) => {
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
