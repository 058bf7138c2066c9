import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { paymentCreatedResponse } from "@varde/protocol";
import { dataSet, type TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { aBulk, aBulkItem, bulkNdct, goTo, payerAt } from "@varde/testkit/payments";
import { kari, openLink } from "@varde/testkit/psu";
import { expectBody, expectRefusal } from "@varde/testkit/responses";

const { people, magicAccounts } = dataSet;
const account = ({ bban }: { readonly bban: string }) => ({ bban, currency: "NOK" });

describe("bulk payments", () => {
  let bank: TestBank;
  before(async () => {
    bank = await aBank();
  });
  after(() => bank.close());

  it("STA-01: signs a bulk once, and settles or rejects its payments one by one", async () => {
    const payer = await payerAt(bank, "2026-11-16T07:00", kari);
    const rejecting = { creditorAccount: account(magicAccounts[0] ?? { bban: "" }) };
    const ours = { creditorAccount: account(people.ola.current) };
    const items = [aBulkItem(), aBulkItem(rejecting), aBulkItem(ours)];
    const created = await payer.post(bulkNdct, aBulk(items));
    const body = expectBody(created, 201, paymentCreatedResponse);
    assert.equal(body.transactionFeeIndicator, false);
    const bulk = `${bulkNdct}/${body.paymentId}`;
    await payer.sign(bulk);
    assert.equal(await payer.status(bulk), "ACTC");
    const details = (await payer.get(bulk)).json;
    assert.deepEqual(
      details.payments.map((item: Record<string, unknown>) => item.creditorAccount),
      items.map((item) => item.creditorAccount),
    );
    assert.deepEqual(
      details.payments.map((item: Record<string, unknown>) => item.transactionStatus),
      ["ACTC", "ACTC", "ACSC"],
    );
    await goTo(bank, "2026-11-16T09:30");
    assert.equal(await payer.status(bulk), "PART");
    const parts = (await payer.get(bulk)).json.payments;
    const own = await Promise.all(
      parts.map(({ paymentId }: { paymentId: string }) => payer.status(`${bulkNdct}/${paymentId}`)),
    );
    assert.deepEqual(own, ["ACSC", "RJCT", "ACSC"]);
    const part = (await payer.get(`${bulkNdct}/${parts[2].paymentId}`)).json;
    assert.deepEqual(part.creditorAccount, ours.creditorAccount);
    assert.deepEqual(part._links.parent, { href: bulk, verbs: ["GET"] });
  });

  it("accepts a bulk without paymentInformationId", async () => {
    const payer = await payerAt(bank, "2026-11-16T17:00", kari);
    const { paymentInformationId: _name, ...body } = aBulk([aBulkItem()]);
    const bulk = await payer.create(bulkNdct, body);
    assert.equal((await payer.get(bulk)).json.paymentInformationId, undefined);
  });

  it("SCA-25: shows the sum and every payee of a bulk in its one SCA", async () => {
    const payer = await payerAt(bank, "2026-11-17T07:00", kari);
    const items = ["10.50", "20.25"].map((amount, index) =>
      aBulkItem({
        instructedAmount: { amount, currency: "NOK" },
        creditorName: `Mottaker ${index + 1}`,
      }),
    );
    const bulk = await payer.create(bulkNdct, aBulk(items));
    const started = await payer.post(`${bulk}/authorisations`);
    const step = await openLink(bank, started.json._links.scaRedirect.href);
    assert(step.at === "identify");
    const next = await bank.scaFlow.perform(step, {
      kind: "identify",
      identification: { customerNumber: kari.customerNumber },
    });
    const approval =
      next.at === "context"
        ? await bank.scaFlow.perform(next, {
            kind: "choose",
            choice: { context: "PRIVATE" },
          })
        : next;
    assert(approval.at === "approve" && approval.approval.kind === "batch");
    const { totals, rows } = approval.approval.details;
    assert.deepEqual(
      totals.map(({ amountMinor, currency }) => [amountMinor, currency]),
      [[30_75n, "NOK"]],
    );
    assert.deepEqual(
      rows.map(({ payee }) => payee.name),
      ["Mottaker 1", "Mottaker 2"],
    );
  });

  it("STA-12: deletes an unsigned bulk, and cancels a signed one with SCA", async () => {
    const payer = await payerAt(bank, "2026-11-18T07:00", kari);
    const later = { requestedExecutionDate: "2026-11-25" };
    const unsigned = await payer.create(bulkNdct, aBulk([aBulkItem(), aBulkItem()], later));
    const [part] = (await payer.get(unsigned)).json.payments;
    expectRefusal(await payer.delete(`${bulkNdct}/${part.paymentId}`), 409, "CONFLICT");
    expectRefusal(
      await payer.post(`${bulkNdct}/${part.paymentId}/authorisations`),
      409,
      "CONFLICT",
    );
    assert.equal((await payer.delete(unsigned)).status, 204);
    assert.equal(await payer.status(unsigned), "CANC");
    assert.equal(await payer.status(`${bulkNdct}/${part.paymentId}`), "CANC");
    const signed = await payer.pay(bulkNdct, aBulk([aBulkItem(), aBulkItem()], later));
    assert.equal((await payer.delete(signed)).status, 202);
    await payer.sign(signed, "cancellation-authorisations");
    assert.equal(await payer.status(signed), "CANC");
    await goTo(bank, "2026-11-25T16:00");
    assert.equal(await payer.status(signed), "CANC");
  });

  it("ERR-10: reports all impossible payments of a bulk together", async () => {
    const payer = await payerAt(bank, "2026-11-25T16:10", kari);
    const toItself = (amount: string) =>
      aBulkItem({
        instructedAmount: { amount, currency: "NOK" },
        creditorAccount: account(people.kari.current),
      });
    const body = aBulk([toItself("10.00"), aBulkItem(), toItself("20.00")]);
    const refused = await payer.post(bulkNdct, body);
    expectRefusal(refused, 400, "PAYMENT_FAILED");
    assert.deepEqual(
      refused.json.tppMessages.map(({ path }: { path: string }) => path),
      ["/payments/0/creditorAccount/bban", "/payments/2/creditorAccount/bban"],
    );
    const items = Array.from({ length: 150 }, () => toItself("10.00"));
    const many = await payer.post(bulkNdct, aBulk(items));
    expectRefusal(many, 400, "PAYMENT_FAILED");
    assert.equal(many.json.tppMessages.length, 100, "the number of messages is limited");
  });

  it("refuses the same bulk within a day, unless duplicates are allowed", async () => {
    const payer = await payerAt(bank, "2026-11-26T07:00", kari);
    const body = aBulk([aBulkItem(), aBulkItem()]);
    await payer.create(bulkNdct, body);
    expectRefusal(await payer.post(bulkNdct, body), 400, "PAYMENT_FAILED");
    await payer.create(`${bulkNdct}?allowLogicalDuplicate=true`, body);
  });

  it("creates, signs and settles a bulk of a thousand payments", async () => {
    const payer = await payerAt(bank, "2026-11-27T07:00", kari);
    const items = Array.from({ length: 1_000 }, () =>
      aBulkItem({ instructedAmount: { amount: "1.00", currency: "NOK" } }),
    );
    const bulk = await payer.pay(bulkNdct, aBulk(items));
    await goTo(bank, "2026-11-27T09:30");
    assert.equal(await payer.status(bulk), "ACSC");
    const tooMany = aBulk([...items, aBulkItem()]);
    expectRefusal(await payer.post(bulkNdct, tooMany), 400, "FORMAT_ERROR");
    assert.deepEqual(await bank.checkBooks(), []);
  });
});
