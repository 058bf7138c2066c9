import assert from "node:assert/strict";
import test from "node:test";
import { type BankReport, bankChecks, runChecks } from "@varde/conformance";
import { aBank } from "@varde/testkit/bank";
import {
  aBankToCheck,
  aWholeBank,
  everythingAllowed,
  serveOnTls,
} from "@varde/testkit/conformance";

const listUnpassed = ({ checks }: BankReport): readonly string[] =>
  checks
    .filter(({ result }) => result !== "passed")
    .map(({ id, result, seen }) => `${id} ${result}: ${seen}`);

/** Asserts that the run has deleted everything that it made; a failure shows the refusals. */
const assertNothingLeft = ({ money, exchanges }: BankReport): void => {
  const refused = exchanges.filter(
    ({ check, response }) => check === "cleanup" && response?.status !== 204,
  );
  const shown = refused.map(({ request, response, fault }) => [request, response ?? fault]);
  assert.deepEqual(money.left, [], JSON.stringify(shown));
};

test("a fresh sandbox passes every check that needs no permission", async () => {
  await using bank = await aBank();
  const report = await runChecks(bankChecks, aBankToCheck(bank), { strict: true });
  assert.deepEqual(
    listUnpassed(report).filter((line) => !/^[\w.-]+ skipped: /.test(line)),
    ["pag-pending not proven: the account has 0 pending transactions; this needs two"],
  );
  assertNothingLeft(report);
  assert.equal(report.money.approved, 0);
  assert.ok(report.money.made > 0);
});

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
