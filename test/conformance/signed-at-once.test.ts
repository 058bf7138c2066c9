import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { dataSet } from "@varde/sandbox";
import { withBankOnBothEngines } from "@varde/testkit/bank";
import { aPayer, aPayment, ndct } from "@varde/testkit/payments";
import { finishSca, sunniva, trym } from "@varde/testkit/psu";

const [account] = dataSet.companies.lyngrabben.accounts;
const pairs = 20;

describe("signatures at the same time", () => {
  withBankOnBothEngines((bank) => {
    it("MAN-10: of two people who sign at once, exactly one completes the payment", async () => {
      const [first, second] = [await aPayer(bank(), sunniva), await aPayer(bank(), trym)];
      const started = [];
      for (let number = 0; number < pairs; number += 1) {
        const payment = await first.create(
          ndct,
          aPayment({
            instructedAmount: { amount: `${40_000 + number}.00`, currency: "NOK" },
            debtorAccount: { bban: account.bban, currency: "NOK" },
          }),
        );
        for (const who of [first, second]) {
          const { json, status, text } = await who.post(`${payment}/authorisations`);
          assert.equal(status, 201, text);
          started.push({ who, payment, href: json._links.scaRedirect.href as string });
        }
      }
      const ends = await Promise.all(
        started.map(({ href, who }) => finishSca(bank(), href, who.choices)),
      );
      for (const { searchParams } of ends) assert.equal(searchParams.get("code"), null);
      for (const { payment } of started) {
        assert.equal(await first.status(payment), "ACTC");
        assert.deepEqual(await first.events(payment), ["created", "signedPartly", "signed"]);
      }
    });
  });
});
