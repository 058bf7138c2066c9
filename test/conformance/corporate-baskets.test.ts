import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { dataSet, type TestBank } from "@varde/sandbox";
import { all, sql } from "@varde/storage";
import { withBankOnBothEngines } from "@varde/testkit/bank";
import {
  aPayer,
  baskets,
  goTo,
  idOf,
  ndct,
  oneRunADay,
  type Payer,
  payerAt,
} from "@varde/testkit/payments";
import { eline, finishSca, henrik, sunniva, trym } from "@varde/testkit/psu";
import { expectRefusal } from "@varde/testkit/responses";
import { daily, from, project } from "./company-payments.ts";

const { tindvik } = dataSet.companies;

/** Two people of the company on a day of their own, because a day has a limit. */
const peopleOn = async (bank: TestBank, day: string) =>
  [await payerAt(bank, `${day}T08:00`, sunniva), await aPayer(bank, trym)] as const;

const createAll = async (payer: Payer, bodies: readonly unknown[]) => {
  const payments: string[] = [];
  for (const body of bodies) payments.push(await payer.create(ndct, body));
  return payments;
};

const createBasket = async (payer: Payer, payments: readonly string[]): Promise<string> => {
  const created = await payer.post(baskets, { paymentIds: payments.map(idOf) });
  assert.equal(created.status, 201, created.text);
  return `${baskets}/${created.json.basketId}`;
};

describe("baskets of companies that sign together", () => {
  withBankOnBothEngines(
    (bank) => {
      it("MAN-13, BSK-13: mixes accounts of one and of two signers: PATC, then ACTC", async () => {
        const [first, second] = await peopleOn(bank(), "2026-11-16");
        const payments = await createAll(first, [from(daily, 100), from(project, 200)]);
        const basket = await createBasket(first, payments);
        await first.sign(basket);
        assert.equal(await first.status(payments[0] ?? ""), "ACTC");
        assert.equal(await first.status(payments[1] ?? ""), "RCVD");
        assert.equal(await first.status(basket), "PATC");
        const { json } = await second.get(basket);
        assert.deepEqual(json._links.self.verbs, ["GET"]);
        assert.ok(json._links.startAuthorisation.href);
        expectRefusal(await first.post(`${basket}/authorisations`), 409, "CONFLICT");
        await second.sign(basket);
        assert.equal(await second.status(basket), "ACTC");
        assert.equal(await second.status(payments[1] ?? ""), "ACTC");
        expectRefusal(await second.post(`${basket}/authorisations`), 409, "CONFLICT");
        const { authorisationIds } = (await first.get(`${basket}/authorisations`)).json;
        assert.equal(authorisationIds.length, 2);
      });

      it("MAN-13: the second signer authorises the basket, never a payment of it", async () => {
        const [first, second] = await peopleOn(bank(), "2026-11-17");
        const payments = await createAll(first, [from(project, 100), from(project, 200)]);
        const basket = await createBasket(second, payments);
        await first.sign(basket);
        const alone = await second.post(`${payments[0]}/authorisations`);
        expectRefusal(alone, 409, "CONFLICT");
        await second.sign(basket);
        assert.equal(await first.status(basket), "ACTC");
      });

      it("MAN-09: the payments of a basket count one after another", async () => {
        const [first, second] = await peopleOn(bank(), "2026-11-18");
        const amounts = [25_000, 25_000, 25_000, 24_000, 2_000, 1_000];
        const payments = await createAll(
          first,
          amounts.map((amount) => from(daily, amount)),
        );
        const basket = await createBasket(first, payments);
        await first.sign(basket);
        const statuses = await Promise.all(payments.map((payment) => first.status(payment)));
        // Signatures after which others must sign count too: 99 000 and 2 000 leave nothing.
        assert.deepEqual(statuses, ["ACTC", "ACTC", "ACTC", "ACTC", "RCVD", "RCVD"]);
        assert.equal(await first.status(basket), "PATC");
        await second.sign(basket);
        assert.equal(await first.status(basket), "ACTC");
      });

      it("MAN-14, BSK-15, BSK-16: once signed, only waiting payments can be deleted", async () => {
        const [first, second] = await peopleOn(bank(), "2026-11-19");
        const payments = await createAll(first, [from(project, 100), from(project, 200)]);
        const basket = await createBasket(first, payments);
        const [one = "", other = ""] = payments;
        expectRefusal(await first.delete(one), 409, "CONFLICT");
        await first.sign(basket);
        expectRefusal(await first.delete(basket), 409, "CONFLICT");
        assert.deepEqual((await first.get(one)).json._links.self.verbs, ["GET", "DELETE"]);
        assert.equal((await second.delete(one)).status, 204);
        assert.equal(await first.status(basket), "RJCT");
        assert.equal((await second.delete(other)).status, 204);
        expectRefusal(await second.post(`${basket}/authorisations`), 409, "CONFLICT");
      });

      it("MAN-14: the online bank cancels a waiting payment, not the others", async () => {
        const [first, second] = await peopleOn(bank(), "2026-11-19");
        const payments = await createAll(first, [from(project, 100), from(project, 200)]);
        const basket = await createBasket(first, payments);
        const [one = "", other = ""] = payments;
        await first.sign(basket);
        await bank().payments.cancel(idOf(one));
        assert.equal(await first.status(one), "CANC");
        assert.equal(await first.status(basket), "RJCT");
        await second.sign(basket);
        assert.equal(await first.status(other), "ACTC");
        await bank().payments.cancel(idOf(other));
        assert.equal(await first.status(other), "CANC");
      });

      it("VER-11, BSK-16: a payment cancelled there ends an unsigned basket", async () => {
        const [first, second] = await peopleOn(bank(), "2026-11-19");
        const payments = await createAll(first, [from(project, 300), from(project, 400)]);
        const basket = await createBasket(first, payments);
        const [one = "", other = ""] = payments;
        const { json } = await first.post(`${basket}/authorisations`);
        await bank().payments.cancel(idOf(one));
        assert.equal(await first.status(one), "CANC");
        expectRefusal(await first.get(basket), 404, "RESOURCE_UNKNOWN");
        const end = await finishSca(bank(), json._links.scaRedirect.href, sunniva);
        assert.match(end.href, /SCA_INVALID/);
        for (const person of [first, second]) await person.sign(other);
        assert.equal(await first.status(other), "ACTC", "it is free again");
      });

      it("MAN-05, MAN-06: a preparer cannot sign it, and others do not see it", async () => {
        const [first] = await peopleOn(bank(), "2026-11-20");
        const preparer = await aPayer(bank(), eline);
        const stranger = await aPayer(bank(), { ...henrik, agreement: tindvik.name });
        const basket = await createBasket(
          preparer,
          await createAll(preparer, [from(daily, 100), from(project, 200)]),
        );
        expectRefusal(await preparer.post(`${basket}/authorisations`), 403, "PRODUCT_INVALID");
        expectRefusal(await stranger.get(basket), 404, "RESOURCE_UNKNOWN");
        assert.equal((await first.get(basket)).status, 200);
        const half = await first.create(ndct, from(project, 300));
        await first.sign(half);
        const refused = await first.post(baskets, { paymentIds: [idOf(half)] });
        expectRefusal(refused, 409, "CONFLICT");
      });

      it("MAN-11, MAN-13: a half-signed basket is rejected and closed after 30 days", async () => {
        const [first] = await peopleOn(bank(), "2026-11-23");
        const [payment = ""] = await createAll(first, [from(project, 100)]);
        const basket = await createBasket(first, [payment]);
        await first.sign(basket);
        await goTo(bank(), "2026-12-24T08:00");
        assert.equal(await first.tppStatus(payment), "RJCT");
        assert.equal(await first.tppStatus(basket), "RJCT");
        const rows = await bank().storage.read(() =>
          all<{ state: string }>(sql`select state from basket where basket_id = ${idOf(basket)}`),
        );
        assert.deepEqual(rows, [{ state: "signed" }]);
      });

      it("MAN-10: of two people who sign a basket at once, one completes it", async () => {
        const [first, second] = await peopleOn(bank(), "2026-12-28");
        for (let round = 0; round < 5; round += 1) {
          const payments = await createAll(first, [from(project, 100), from(project, 200)]);
          const basket = await createBasket(first, payments);
          await Promise.all([first.sign(basket), second.sign(basket)]);
          assert.equal(await first.status(basket), "ACTC");
          for (const payment of payments) {
            assert.deepEqual(await first.events(payment), ["created", "signedPartly", "signed"]);
          }
        }
      });
    },
    { bank: oneRunADay },
  );
});
