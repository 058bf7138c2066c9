import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { dataSet, startBank, type TestBank } from "@varde/sandbox";
import { firstPayments, refusedResult, runFirstPayment, skipReason } from "./run-first-payment.ts";

const { customerNumber } = dataSet.people.kari;

describe("the first-payment examples", { concurrency: true }, () => {
  let bank: TestBank;
  before(async () => {
    bank = await startBank();
  });
  after(() => bank.close());

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
