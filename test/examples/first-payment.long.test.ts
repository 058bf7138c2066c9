import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openControl } from "@varde/protocol/control-client";
import { dataSet, startBank, type TestBank } from "@varde/sandbox";
import { firstPayments, refusedResult, runFirstPayment, skipReason } from "./run-first-payment.ts";

const { customerNumber } = dataSet.people.kari;

/** Only the example that uses the SDK asks for signed responses and verifies them. */
const withoutSignedResponses = "t-asks-signed-responses";

describe("the first-payment examples", () => {
  let bank: TestBank;
  before(async () => {
    bank = await startBank();
  });
  after(() => bank.close());

  describe("run to their end", { concurrency: true }, () => {
    for (const example of firstPayments) {
      const skip = skipReason(example);
      test(`${example.file} ends when the payment is booked`, { skip }, async () => {
        const approve = (link: string) => bank.sca.approve(link, customerNumber);
        assert.deepEqual(await runFirstPayment(example, bank, approve), {
          code: 0,
          lastLines: ["Final status: ACSC", "The money has moved."],
        });
      });

      test(`${example.file} ends when the PSU refuses`, { skip }, async () => {
        const refuse = (link: string) => bank.sca.refuse(link, customerNumber);
        assert.deepEqual(await runFirstPayment(example, bank, refuse), refusedResult);
      });
    }
  });

  test("check-tpp finds no mistake in any of them", async () => {
    const control = openControl(bank.addresses.http, undefined);
    const { worlds } = await control.get("/worlds");
    const isRun = firstPayments.filter((example) => skipReason(example) === false);
    assert.ok(worlds.length >= isRun.length, `${worlds.length} worlds`);
    const found: string[] = [];
    for (const { worldId: world, name } of worlds) {
      for (const profile of ["pisp", "both", "pisp-company"]) {
        const { checks } = await control.get("/readiness", { world, query: { profile } });
        const seen = checks.filter(({ result }) => result === "passed");
        const wrong = checks.filter(
          ({ id, result }) =>
            result === "failed" || (result === "warning" && id !== withoutSignedResponses),
        );
        found.push(...wrong.map((check) => `${name}, ${profile}: ${check.id}: ${check.seen}`));
        assert.ok(seen.length >= 8, `${name}, ${profile}: ${seen.length} checks saw something`);
      }
    }
    assert.deepEqual(found, []);
  });
});
