import assert from "node:assert/strict";
import { test } from "node:test";
import { startBank } from "@varde/sandbox";
import {
  type PlantedFault,
  type SeenResponse,
  sendPlantedFaults,
} from "../bench/load/planted-faults.ts";
import { prepareCaller } from "../bench/load/prepare-caller.ts";
import { Report } from "../bench/report.ts";
import { reportFaults } from "../bench/sections/bench-peers.ts";

const reasons: Readonly<Record<PlantedFault, RegExp>> = {
  "signature changed": /"path":"Signature"/,
  "body changed after signing": /The Digest header does not match/,
  "Date five minutes old": /The Date header is 30\d seconds behind/,
  "creditor with wrong check digit": /bban has a wrong check digit/,
  "same payment created twice": /send allowLogicalDuplicate=true/,
};
const faults = Object.keys(reasons) as PlantedFault[];

test("the sandbox refuses each planted fault of the bench for its own reason", async (context) => {
  const bank = await startBank();
  context.after(() => bank.close());
  const port = Number(new URL(bank.addresses.http).port);
  const responses = await sendPlantedFaults(port, await prepareCaller(port));
  assert.deepEqual(Object.keys(responses), faults);
  for (const fault of faults) {
    const { status, body } = responses[fault];
    assert.equal(status, 400, `${fault}: ${body}`);
    assert.match(body, reasons[fault], fault);
  }
});

const respondWith = (
  ...statuses: readonly number[]
): Readonly<Record<PlantedFault, SeenResponse>> =>
  Object.fromEntries(
    faults.map((fault, at) => [fault, { status: statuses[at] ?? 400, body: "" }]),
  ) as Record<PlantedFault, SeenResponse>;

test("only a 4xx counts as refused", () => {
  const report = new Report(() => {});
  reportFaults(report, { Varde: respondWith(), Peer: respondWith(201, 422, 500, 499, 302) });
  const lines = report.sections[0]?.lines.map(({ label, figures }) => [label, ...figures]);
  assert.deepEqual(lines, [
    ["signature changed", 1, 0],
    ["body changed after signing", 1, 1],
    ["Date five minutes old", 1, 0],
    ["creditor with wrong check digit", 1, 1],
    ["same payment created twice", 1, 0],
    ["of five", 5, 2],
  ]);
});

test("the bench fails if the bank accepts a planted fault", () => {
  const report = new Report(() => {});
  assert.throws(
    () => reportFaults(report, { Varde: respondWith(400, 201) }),
    /did not refuse "body changed after signing"; it returned 201/,
  );
});
