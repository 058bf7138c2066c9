import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { dataSet } from "@varde/sandbox";
import { onlyWorld, withBankOnBothEngines } from "@varde/testkit/bank";
import { aPayer, aPayment, idOf, ndct, type Payer, payerAt } from "@varde/testkit/payments";
import { finishSca, sunniva, trym } from "@varde/testkit/psu";
import { atScale, runRounds } from "@varde/testkit/rounds";

/** Any two people sign for this account, whatever the amount. */
const [, { bban }] = dataSet.companies.lyngrabben.accounts;
const pairs = 20;
const rounds = atScale({ slice: 1, long: 500 });

describe("the last signatures of two people", () => {
  withBankOnBothEngines((bank, engine) => {
    let number = 0;

    /** Creates a payment, and returns what each of the two people does to sign it. */
    const prepare = async (first: Payer, second: Payer) => {
      number += 1;
      const payment = await first.create(
        ndct,
        aPayment({
          instructedAmount: { amount: "1.00", currency: "NOK" },
          debtorAccount: { bban, currency: "NOK" },
          remittanceInformationUnstructured: `Faktura ${number}`,
        }),
      );
      const byLink = async (who: Payer) => {
        const { json, status, text } = await who.post(`${payment}/authorisations`);
        assert.equal(status, 201, text);
        return async () => {
          const { href } = json._links.scaRedirect;
          const { searchParams } = await finishSca(bank(), href, who.choices);
          assert.equal(searchParams.get("code"), null);
        };
      };
      const user = { worldId: await onlyWorld(bank()), personId: "person-trym" };
      const inApp = async () => {
        const notice = await bank().appApprovals.decide(user, idOf(payment), "approve");
        assert.ok(notice === "approved" || notice === "waits-for-others", notice);
      };
      const signers = [await byLink(first), number % 2 === 0 ? await byLink(second) : inApp];
      return { payment, signers };
    };

    it(`F24, MAN-10: complete each payment once, ${rounds} times ${pairs} pairs`, async () => {
      // The clock is fixed before the last batch of the day, so that no date is moved.
      const first = await payerAt(bank(), "2026-11-16T08:00", sunniva);
      const second = await aPayer(bank(), trym);
      await runRounds(`last signatures on ${engine}`, rounds, async () => {
        const prepared = [];
        for (let pair = 0; pair < pairs; pair += 1) prepared.push(await prepare(first, second));
        await Promise.all(prepared.flatMap(({ signers }) => signers.map((sign) => sign())));
        for (const { payment } of prepared) {
          assert.deepEqual(await first.events(payment), ["created", "signedPartly", "signed"]);
        }
      });
    });
  });
});
