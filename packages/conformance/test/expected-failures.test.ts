import assert from "node:assert/strict";
import test from "node:test";
import { type BankReport, judgeRun, type ResultKind } from "@varde/conformance";

/** A report with one check behind the gates. */
const aReport = (result: ResultKind, group = "BOD"): BankReport =>
  ({ checks: [{ id: "bod-name-70", group, result, seen: "201" }] }) as unknown as BankReport;

const expected = [{ check: "bod-name-70", reason: "known", until: "2026-11-30" }];
const before = { today: "2026-11-30" };
const after = { today: "2026-12-01" };

test("a failure is a problem, unless it is expected and its day is not over", () => {
  const failed = aReport("failed");
  assert.deepEqual(judgeRun(failed, [], before).problems, ["bod-name-70 failed: 201"]);
  const known = judgeRun(failed, expected, before);
  assert.deepEqual(known.problems, []);
  assert.equal(known.report.checks[0]?.expected, "known");
  assert.deepEqual(judgeRun(failed, expected, after).problems, [
    "bod-name-70 failed, and was expected to only until 2026-11-30: 201",
  ]);
});

test("an expected failure that passes is a problem, and one that did not run is not", () => {
  assert.match(judgeRun(aReport("passed"), expected, before).problems[0] ?? "", /remove it/);
  assert.deepEqual(judgeRun(aReport("skipped"), expected, before).problems, []);
});

test("a check that was not proven is a problem only if the run must be complete", () => {
  const unproven = aReport("not proven");
  assert.deepEqual(judgeRun(unproven, [], before).problems, []);
  assert.equal(judgeRun(unproven, [], { ...before, complete: true }).problems.length, 1);
});

test("a gate that is not proven stops the run as one that failed does", () => {
  assert.equal(judgeRun(aReport("not proven", "GATE"), [], before).isStopped, true);
  assert.equal(judgeRun(aReport("passed", "GATE"), [], before).isStopped, false);
});
