import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  basketDetailsResponse,
  basketResponse,
  basketStatusResponse,
  scaStatusResponse,
} from "@varde/protocol";
import { dataSet, type TestBank } from "@varde/sandbox";
import { aBank, onlyWorld } from "@varde/testkit/bank";
import {
  aBulk,
  aBulkItem,
  aCrossBorderPayment,
  aPayer,
  aPayment,
  baskets,
  bulkNdct,
  goTo,
  idOf,
  ncbct,
  ndct,
  type Payer,
  payerAt,
  periodicNdct,
} from "@varde/testkit/payments";
import { finishSca, kari, ola } from "@varde/testkit/psu";
import { expectBody, expectRefusal } from "@varde/testkit/responses";

const { people } = dataSet;
const unknownId = "01a1dd08-72de-78b8-9213-88572d459c10";

describe("signing baskets", () => {
  let bank: TestBank;
  let payer: Payer;
  before(async () => {
    bank = await aBank();
    payer = await payerAt(bank, "2026-11-16T07:00", kari);
  });
  after(() => bank.close());

  const create = (count: number): Promise<readonly string[]> =>
    Promise.all(Array.from({ length: count }, () => payer.create(ndct, aPayment())));
  const post = (payments: readonly string[]) =>
    payer.post(baskets, { paymentIds: payments.map(idOf) });
  const createBasket = async (payments: readonly string[]): Promise<string> => {
    const { basketId } = expectBody(await post(payments), 201, basketResponse);
    return `${baskets}/${basketId}`;
  };
  const readStatus = async (basket: string) =>
    expectBody(await payer.get(`${basket}/status`), 200, basketStatusResponse).transactionStatus;

  it("BSK-01: requires paymentIds as a list of strings", async () => {
    for (const paymentIds of [undefined, null, "a", [1], [null], {}]) {
      expectRefusal(await payer.post(baskets, { paymentIds }), 400, "FORMAT_ERROR");
    }
  });

  it("BSK-02, BSK-03, BSK-04, BSK-12: returns status, id and links of a new basket", async () => {
    const payments = await create(2);
    const body = expectBody(await post(payments), 201, basketResponse);
    assert.equal(body.transactionStatus, "RCVD");
    const path = `/v1/signing-baskets/${body.basketId}`;
    assert.deepEqual(body._links, {
      self: { href: path, verbs: ["GET", "DELETE"] },
      status: { href: `${path}/status`, verbs: ["GET"] },
      startAuthorisation: { href: `${path}/authorisations`, verbs: ["POST"] },
    });
    const details = expectBody(await payer.get(path), 200, basketDetailsResponse);
    assert.deepEqual(details.paymentIds, payments.map(idOf));
  });

  it("BSK-05, BSK-06, BSK-07: rejects an impossible payment and continues the others", async () => {
    const fromSavings = aPayment({
      debtorAccount: { bban: people.kari.savings.bban, currency: "NOK" },
    });
    const payments = [...(await create(3)), await payer.create(ndct, fromSavings)];
    const basket = await createBasket(payments);
    const started = await payer.post(`${basket}/authorisations`);
    const worldId = await onlyWorld(bank);
    await bank.ledger.closeAccount(worldId, "kari-savings", BigInt(Date.now()));
    await finishSca(bank, started.json._links.scaRedirect.href, kari);
    const own = await Promise.all(payments.map((payment) => payer.status(payment)));
    assert.deepEqual(own, ["ACTC", "ACTC", "ACTC", "RJCT"]);
    assert.equal(await readStatus(basket), "RJCT");
    const failed = await payer.get(`${payments[3]}/status`);
    assert.equal(failed.json.tppMessages[0].code, "PAYMENT_FAILED");
  });

  it("BSK-06, BSK-13: gives a signed basket the status PATC if a payment lacks funds", async () => {
    const toOla = { creditorAccount: { bban: people.ola.current.bban, currency: "NOK" } };
    const tooMuch = { instructedAmount: { amount: "900000.00", currency: "NOK" } };
    const payments = [
      await payer.create(ndct, aPayment(toOla)),
      await payer.create(ndct, aPayment({ ...toOla, ...tooMuch })),
    ];
    const basket = await createBasket(payments);
    assert.equal(await readStatus(basket), "RCVD");
    const redirect = await payer.sign(basket);
    assert.equal(redirect.get("psu-id"), payer.psu.psuId);
    assert.deepEqual(await Promise.all(payments.map((payment) => payer.status(payment))), [
      "ACSC",
      "ACCP",
    ]);
    assert.equal(await readStatus(basket), "PATC");
  });

  it("BSK-06: gives a basket the status ACTC when all its payments are signed", async () => {
    const basket = await createBasket(await create(3));
    await payer.sign(basket);
    assert.equal(await readStatus(basket), "ACTC");
    const ids = await payer.get(`${basket}/authorisations`);
    const [authorisation] = ids.json.authorisationIds;
    const sca = await payer.get(`${basket}/authorisations/${authorisation}`);
    assert.equal(expectBody(sca, 200, scaStatusResponse).scaStatus, "finalised");
    expectRefusal(await payer.post(`${basket}/authorisations`), 409, "CONFLICT");
    expectRefusal(await payer.delete(basket), 409, "CONFLICT");
  });

  it("BSK-08: refuses an unknown payment, or another PSU's, with its position", async () => {
    const [mine = ""] = await create(1);
    const other = await aPayer(bank, ola);
    const theirs = await other.create(
      ndct,
      aPayment({ debtorAccount: { bban: people.ola.current.bban, currency: "NOK" } }),
    );
    for (const bad of [unknownId, theirs, "x"]) {
      const fault = expectRefusal(await post([mine, bad]), 400, "RESOURCE_UNKNOWN");
      assert.equal(fault.path, "/paymentIds/1");
    }
  });

  it("BSK-09: refuses a bulk payment in a basket with 400 REFERENCE_MIX_INVALID", async () => {
    const [single = ""] = await create(1);
    const bulk = await payer.create(bulkNdct, {
      paymentInformationId: "in-a-basket",
      debtorAccount: { bban: people.kari.current.bban, currency: "NOK" },
      payments: [aBulkItem()],
    });
    expectRefusal(await post([single, bulk]), 400, "REFERENCE_MIX_INVALID");
    const [part] = (await payer.get(bulk)).json.payments;
    expectRefusal(await post([part.paymentId]), 400, "REFERENCE_MIX_INVALID");
  });

  it("BSK-09, ERR-10: reports a bulk together with an unknown payment", async () => {
    const bulk = await payer.create(bulkNdct, aBulk([aBulkItem()]));
    const { status, json } = await post([unknownId, bulk]);
    assert.equal(status, 400);
    assert.deepEqual(
      json.tppMessages.map(({ code, path }: Record<string, string>) => [code, path]),
      [
        ["RESOURCE_UNKNOWN", "/paymentIds/0"],
        ["REFERENCE_MIX_INVALID", "/paymentIds/1"],
      ],
    );
  });

  it("BSK-10: refuses a periodic payment in a basket with 400 REFERENCE_MIX_INVALID", async () => {
    const periodic = await payer.create(periodicNdct, {
      ...aPayment(),
      startDate: "2026-12-01",
      frequency: "Monthly",
    });
    expectRefusal(await post([periodic]), 400, "REFERENCE_MIX_INVALID");
  });

  it("BSK-11: signs NCBCT and NDCT payments together in one basket", async () => {
    const payments = [...(await create(1)), await payer.create(ncbct, aCrossBorderPayment())];
    const basket = await createBasket(payments);
    await payer.sign(basket);
    assert.equal(await readStatus(basket), "ACTC");
  });

  it("BSK-14: refuses a payment that is signed, in another basket or listed twice", async () => {
    const [waiting = "", bound = "", signed = ""] = await create(3);
    await payer.sign(signed);
    await createBasket([bound]);
    assert.equal(
      expectRefusal(await post([waiting, bound]), 409, "CONFLICT").path,
      "/paymentIds/1",
    );
    assert.equal(expectRefusal(await post([signed]), 409, "CONFLICT").path, "/paymentIds/0");
    expectRefusal(await post([waiting, waiting]), 400, "FORMAT_ERROR");
  });

  it("BSK-15: refuses to delete or authorise a payment in an unsigned basket", async () => {
    const [payment = ""] = await create(1);
    await createBasket([payment]);
    expectRefusal(await payer.delete(payment), 409, "CONFLICT");
    expectRefusal(await payer.post(`${payment}/authorisations`), 409, "CONFLICT");
    assert.equal(await payer.status(payment), "RCVD");
    for (const path of [payment, `${payment}/status`]) {
      const { _links } = (await payer.get(path)).json;
      assert.equal(_links.startAuthorisation, undefined, "no link to an operation that is refused");
    }
  });

  it("BSK-15: voids an SCA for the payment alone once the payment is in a basket", async () => {
    const [payment = ""] = await create(1);
    const started = await payer.post(`${payment}/authorisations`);
    await createBasket([payment]);
    const { searchParams: redirect } = await finishSca(
      bank,
      started.json._links.scaRedirect.href,
      kari,
    );
    assert.equal(redirect.get("code"), "SCA_INVALID");
    assert.equal(await payer.status(payment), "RCVD");
  });

  it("BSK-16: releases the payments when an unsigned basket is deleted", async () => {
    const [payment = ""] = await create(1);
    const basket = await createBasket([payment]);
    assert.equal((await payer.delete(basket)).status, 204);
    expectRefusal(await payer.get(basket), 404, "RESOURCE_UNKNOWN");
    await payer.sign(payment);
    assert.equal(await payer.status(payment), "ACTC");
  });

  it("BSK-16: reports a basket that was deleted while it was being signed as changed", async () => {
    const [payment = ""] = await create(1);
    const basket = await createBasket([payment]);
    const started = await payer.post(`${basket}/authorisations`);
    assert.equal((await payer.delete(basket)).status, 204);
    const { searchParams: redirect } = await finishSca(
      bank,
      started.json._links.scaRedirect.href,
      kari,
    );
    assert.equal(redirect.get("code"), "SCA_INVALID");
    assert.equal(await payer.status(payment), "RCVD");
  });

  it("BSK-16: signs nothing if the basket is deleted during the approval itself", async (t) => {
    const [payment = ""] = await create(1);
    const basket = await createBasket([payment]);
    const started = await payer.post(`${basket}/authorisations`);
    // The accounts are the last thing that the bank checks before it signs.
    const { psuDirectory } = bank.bank;
    const mayUse = psuDirectory.mayUseAccount.bind(psuDirectory);
    const deleted: number[] = [];
    t.mock.method(psuDirectory, "mayUseAccount", async (...given: Parameters<typeof mayUse>) => {
      if (deleted.length === 0) deleted.push((await payer.delete(basket)).status);
      return mayUse(...given);
    });
    const { searchParams: redirect } = await finishSca(
      bank,
      started.json._links.scaRedirect.href,
      kari,
    );
    assert.deepEqual([deleted, redirect.get("code")], [[204], "SCA_INVALID"]);
    assert.equal(await payer.status(payment), "RCVD");
    expectRefusal(await payer.get(basket), 404, "RESOURCE_UNKNOWN");
  });

  it("LIM-01, LIM-02: signs 100 payments with one SCA, and refuses 101", async () => {
    await goTo(bank, "2026-11-16T07:30");
    payer = await aPayer(bank, kari);
    const payments = await create(101);
    expectRefusal(await post(payments), 400, "FORMAT_ERROR");
    const basket = await createBasket(payments.slice(0, 100));
    await payer.sign(basket);
    assert.equal(await readStatus(basket), "ACTC");
    assert.equal(await payer.status(payments[99] ?? ""), "ACTC");
    assert.equal(await payer.status(payments[100] ?? ""), "RCVD");
  });

  it("LIM-22: refuses an empty basket", async () => {
    expectRefusal(await post([]), 400, "FORMAT_ERROR");
  });
});
