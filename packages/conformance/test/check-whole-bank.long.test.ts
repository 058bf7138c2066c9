import assert from "node:assert/strict";
import test from "node:test";
import { bankChecks, runChecks } from "@varde/conformance";
import { aBank } from "@varde/testkit/bank";
import { aWholeBank, everythingAllowed, serveOnTls } from "@varde/testkit/conformance";
import { assertNothingLeft, listUnpassed } from "./unpassed-checks.ts";

test("a fresh sandbox passes every check if everything is allowed", async () => {
  await using bank = await aBank();
  await using served = await serveOnTls(bank);
  const { address, tls } = served;
  const checked = { ...(await aWholeBank(bank.addresses.http)), address, tls };
  const report = await runChecks(bankChecks, checked, { strict: true, ...everythingAllowed });
  assert.deepEqual(listUnpassed(report), [
    "sig-untrusted skipped: is about production banks: the file says kind sandbox",
    "sbx-absent skipped: is about production banks: the file says kind sandbox",
  ]);
  assertNothingLeft(report);
  assert.ok(report.money.approved > 0);
});
