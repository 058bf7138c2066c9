import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  paymentCancellationResponse,
  scaStatusResponse,
  transactionStatuses,
} from "@varde/protocol";
import { dataSet, type TestBank } from "@varde/sandbox";
import { aBank, onlyWorld } from "@varde/testkit/bank";
import {
  aBulk,
  aBulkItem,
  aCrossBorderPayment,
  aPayer,
  aPayment,
  bulkNdct,
  goTo,
  idOf,
  indcts,
  ncbct,
  ndct,
  payerAt,
} from "@varde/testkit/payments";
import { finishSca, kari } from "@varde/testkit/psu";
import { expectBody, expectRefusal } from "@varde/testkit/responses";

const { people } = dataSet;
const account = ({ bban }: { readonly bban: string }) => ({ bban, currency: "NOK" });
const magic = (behaviour: string) => {
  const found = dataSet.magicAccounts.find((one) => one.behaviour === behaviour);
  assert(found !== undefined);
  return account(found);
};
describe("the states of a payment", () => {
  let bank: TestBank;
  before(async () => {
    bank = await aBank();
  });
  after(() => bank.close());

  it("STA-01, STA-10: moves payments from creation to settlement as published", async () => {
    const payer = await payerAt(bank, "2026-11-16T07:00", kari);
    const payment = await payer.create(ndct, aPayment());
    assert.equal((await payer.statusBody(payment)).transactionStatus, "RCVD");
    await payer.sign(payment);
    assert.equal((await payer.statusBody(payment)).transactionStatus, "ACTC");
    await goTo(bank, "2026-11-16T09:30");
    const settled = await payer.statusBody(payment);
    assert.equal(settled.transactionStatus, "ACSC");
    assert.equal(settled.fundsAvailable, true);
    assert.deepEqual(await payer.events(payment), [
      "created",
      "signed",
      "takenByBatch",
      "sentToClearing",
      "settled",
    ]);
    assert(transactionStatuses.includes(settled.transactionStatus));
  });

  it("STA-10: leaves a payment signed after a cut-off to the next batch", async () => {
    const late = await payerAt(bank, "2026-11-16T10:00:01", kari);
    const payment = await late.pay(ndct, aPayment());
    await goTo(bank, "2026-11-16T11:31");
    assert.equal(await late.status(payment), "ACTC");
    await goTo(bank, "2026-11-16T13:30");
    assert.equal(await late.status(payment), "ACSC");
  });

  it("STA-10: leaves a payment signed after the last cut-off to the next bank day", async () => {
    const payer = await payerAt(bank, "2026-11-20T14:30", kari);
    const payment = await payer.pay(ndct, aPayment());
    await goTo(bank, "2026-11-22T23:00");
    assert.equal(await payer.status(payment), "ACTC");
    await goTo(bank, "2026-11-23T05:30");
    assert.equal(await payer.status(payment), "ACSC");
  });

  it("STA-10: books own-bank and instant payments before the PSU returns", async () => {
    const payer = await payerAt(bank, "2026-11-28T20:00", kari);
    const toOla = { creditorAccount: account(people.ola.current) };
    for (const product of [ndct, indcts]) {
      const payment = await payer.pay(product, aPayment(toOla));
      assert.equal(await payer.status(payment), "ACSC");
    }
    const away = await payer.pay(indcts, aPayment());
    assert.equal(await payer.status(away), "ACSC");
  });

  it("NDC-29: moves a date that is not a bank day, with a warning and ACWC", async () => {
    const payer = await payerAt(bank, "2026-11-30T07:00", kari);
    const created = await payer.post(ndct, aPayment({ requestedExecutionDate: "2026-12-05" }));
    const [warning] = created.json.tppMessages;
    assert.deepEqual(
      [warning.category, warning.code, warning.path],
      ["WARNING", "EXECUTION_DATE_INVALID", "/requestedExecutionDate"],
    );
    const path = `${ndct}/${created.json.paymentId}`;
    await payer.sign(path);
    assert.equal(await payer.status(path), "ACWC");
    await goTo(bank, "2026-12-07T05:29");
    assert.equal(await payer.status(path), "ACWC");
    await goTo(bank, "2026-12-07T05:30");
    assert.equal(await payer.status(path), "ACSC");
  });

  it("STA-10: handles other banks that reject, delay and return", async () => {
    const payer = await payerAt(bank, "2026-12-08T07:00", kari);
    const [rejected, delayed, returned] = await Promise.all(
      ["reject", "delay", "return"].map((behaviour) =>
        payer.create(ndct, aPayment({ creditorAccount: magic(behaviour) })),
      ),
    );
    const foreign = await payer.create(
      ncbct,
      aCrossBorderPayment({
        creditorAccount: { iban: dataSet.magicAccounts[2]?.iban, currency: "NOK" },
      }),
    );
    for (const path of [rejected, delayed, returned, foreign]) await payer.sign(path ?? "");
    await goTo(bank, "2026-12-08T09:30");
    const failed = await payer.statusBody(rejected ?? "");
    assert.equal(failed.transactionStatus, "RJCT");
    assert.equal(failed.tppMessages[0].code, "PAYMENT_FAILED");
    assert.equal(await payer.status(delayed ?? ""), "ACSP");
    assert.equal(await payer.status(foreign), "ACWP");
    assert.equal(await payer.status(returned ?? ""), "ACSC");
    await goTo(bank, "2026-12-09T15:30");
    assert.equal(await payer.status(delayed ?? ""), "ACSC");
    assert.equal(await payer.status(foreign), "ACSC");
    const back = await payer.statusBody(returned ?? "");
    assert.equal(back.transactionStatus, "ACSC");
    assert.equal(back.tppMessages[0].code, "PAYMENT_FAILED");
  });

  it("STA-04: refuses to delete a payment that is being processed with CONFLICT", async () => {
    const payer = await payerAt(bank, "2027-01-25T07:00", kari);
    const payment = await payer.pay(ndct, aPayment({ creditorAccount: magic("hold") }));
    await goTo(bank, "2027-01-25T09:30");
    assert.equal(await payer.status(payment), "PDNG");
    const later = await aPayer(bank);
    expectRefusal(await later.delete(payment), 409, "CONFLICT");
    expectRefusal(await later.post(`${payment}/cancellation-authorisations`), 409, "CONFLICT");
    await bank.deliverOutbox(await onlyWorld(bank));
    assert.equal(await payer.status(payment), "PDNG", "nothing is submitted twice");
    await goTo(bank, "2027-01-25T11:30");
    assert.equal(await payer.status(payment), "ACSC");
  });

  it("STA-04: holds a payment of any route in a scenario until it is released", async () => {
    const { hotels } = dataSet.payees;
    const routes = [
      [ndct, hotels],
      [ndct, people.ola.current],
      [indcts, hotels],
    ] as const;
    const payer = await payerAt(bank, "2027-01-26T07:00", kari);
    await bank.scenarios.add({ times: routes.length, effect: { payment: "hold" } });
    const payments: string[] = [];
    for (const [path, to] of routes) {
      payments.push(await payer.pay(path, aPayment({ creditorAccount: account(to) })));
    }
    await bank.batches.run();
    for (const payment of payments) {
      assert.equal(await payer.status(payment), "PDNG");
      await bank.payments.release(idOf(payment));
      assert.equal(await payer.status(payment), "ACSP");
      await assert.rejects(bank.payments.release(idOf(payment)), /is not held as PDNG/);
    }
    await goTo(bank, "2027-01-26T09:30");
    for (const payment of payments) assert.equal(await payer.status(payment), "ACSC");
  });

  it("SCA-25: cancels nothing if the payment is not the one that the PSU was shown", async () => {
    const payer = await payerAt(bank, "2027-02-01T07:00", kari);
    const payment = await payer.pay(ndct, aPayment());
    assert.equal((await payer.delete(payment)).status, 202);
    const started = await payer.post(`${payment}/cancellation-authorisations`);
    await bank.payments.change(idOf(payment), { amount: "77.00" });
    const { searchParams: redirect } = await finishSca(
      bank,
      started.json._links.scaRedirect.href,
      kari,
    );
    assert.equal(redirect.get("code"), "SCA_INVALID");
    assert.equal(await payer.status(payment), "ACTC");
  });

  it("STA-12: deletes an unsigned payment at once, and a signed one with an SCA", async () => {
    const payer = await payerAt(bank, "2027-02-08T07:00", kari);
    const unsigned = await payer.create(ndct, aPayment());
    assert.equal((await payer.delete(unsigned)).status, 204);
    assert.equal(await payer.status(unsigned), "CANC");
    const signed = await payer.pay(ndct, aPayment({ requestedExecutionDate: "2027-02-10" }));
    const response = await payer.delete(signed);
    const body = expectBody(response, 202, paymentCancellationResponse);
    const start = body._links.startAuthorisation.href;
    const refused = await payer.post(start);
    await finishSca(bank, refused.json._links.scaRedirect.href, { ...kari, decision: "refuse" });
    assert.equal(await payer.status(signed), "ACTC");
    const started = await payer.post(start);
    await finishSca(bank, started.json._links.scaRedirect.href, kari);
    assert.equal(await payer.status(signed), "CANC");
    const ids = (await payer.get(start)).json.authorisationIds;
    assert.equal(ids.length, 2);
    const sca = await payer.get(`${start}/${ids[1]}`);
    assert.equal(expectBody(sca, 200, scaStatusResponse).scaStatus, "finalised");
    await goTo(bank, "2027-02-10T15:30");
    assert.equal(await payer.status(signed), "CANC");
  });

  it("STA-13: cancels a payment not signed within 30 days, with a message", async () => {
    const payer = await payerAt(bank, "2027-03-01T12:00", kari);
    const payment = await payer.create(ndct, aPayment());
    const bulk = await payer.create(bulkNdct, aBulk([aBulkItem(), aBulkItem()]));
    await goTo(bank, "2027-03-31T09:30");
    assert.equal(await payer.status(payment), "RCVD");
    await goTo(bank, "2027-03-31T13:30");
    for (const path of [payment, bulk]) {
      const { transactionStatus, tppMessages } = await payer.statusBody(path);
      assert.equal(transactionStatus, "CANC");
      assert.match(tppMessages[0].text, /did not approve .* within 30 days/);
    }
    const { payments } = (await payer.get(bulk)).json;
    for (const part of payments) assert.equal(part.transactionStatus, "CANC");
  });

  it("STA-15: leaves the payment RCVD after a refused SCA, for another try", async () => {
    const payer = await payerAt(bank, "2027-04-05T07:00", kari);
    const payment = await payer.create(ndct, aPayment());
    const started = await payer.post(`${payment}/authorisations`);
    const { searchParams: redirect } = await finishSca(bank, started.json._links.scaRedirect.href, {
      ...kari,
      decision: "refuse",
    });
    assert.equal(redirect.get("code"), "SCA_INVALID");
    assert.equal(await payer.status(payment), "RCVD");
    await payer.sign(payment);
    assert.equal(await payer.status(payment), "ACTC");
  });

  it("STA-10: keeps the books balanced after all of this", async () => {
    assert.deepEqual(await bank.checkBooks(), []);
  });
});

describe("the known issue of the interface", () => {
  it("STA-14: hides an unsigned domestic payment if switched on, and still signs it", async () => {
    const bank = await aBank({ bank: { hideUnsignedDomestic: true } });
    try {
      const payer = await payerAt(bank, "2026-11-16T07:00", kari);
      const payment = await payer.create(ndct, aPayment());
      expectRefusal(await payer.get(payment), 404, "RESOURCE_UNKNOWN");
      expectRefusal(await payer.get(`${payment}/status`), 404, "RESOURCE_UNKNOWN");
      const foreign = await payer.create(ncbct, aCrossBorderPayment());
      assert.equal(await payer.status(foreign), "RCVD");
      await payer.sign(payment);
      assert.equal(await payer.status(payment), "ACTC");
    } finally {
      await bank.close();
    }
  });
});
