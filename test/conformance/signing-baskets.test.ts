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
import { kari, ola, walkSca } from "@varde/testkit/psu";
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
  const basketOf = async (payments: readonly string[]): Promise<string> => {
    const { basketId } = expectBody(await post(payments), 201, basketResponse);
    return `${baskets}/${basketId}`;
  };
  const statusOf = async (basket: string) =>
    expectBody(await payer.get(`${basket}/status`), 200, basketStatusResponse).transactionStatus;

  it("BSK-01: paymentIds is required and is a list of strings", async () => {
    for (const paymentIds of [undefined, null, "a", [1], [null], {}]) {
      expectRefusal(await payer.post(baskets, { paymentIds }), 400, "FORMAT_ERROR");
    }
  });

  it("BSK-02, BSK-03, BSK-04, BSK-12: a created basket has status, id and links", async () => {
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

  it("BSK-05, BSK-06, BSK-07: one made impossible is rejected, the others go on", async () => {
    const fromSavings = aPayment({
      debtorAccount: { bban: people.kari.savings.bban, currency: "NOK" },
    });
    const payments = [...(await create(3)), await payer.create(ndct, fromSavings)];
    const basket = await basketOf(payments);
    const started = await payer.post(`${basket}/authorisations`);
    const worldId = await onlyWorld(bank);
    await bank.ledger.closeAccount(worldId, "kari-savings", BigInt(Date.now()));
    await walkSca(bank, started.json._links.scaRedirect.href, kari);
    const own = await Promise.all(payments.map((payment) => payer.status(payment)));
    assert.deepEqual(own, ["ACTC", "ACTC", "ACTC", "RJCT"]);
    assert.equal(await statusOf(basket), "RJCT");
    const failed = await payer.get(`${payments[3]}/status`);
    assert.equal(failed.json.tppMessages[0].code, "PAYMENT_FAILED");
  });

  it("BSK-06, BSK-13: a payment without funds makes the signed basket PATC", async () => {
    const toOla = { creditorAccount: { bban: people.ola.current.bban, currency: "NOK" } };
    const tooMuch = { instructedAmount: { amount: "900000.00", currency: "NOK" } };
    const payments = [
      await payer.create(ndct, aPayment(toOla)),
      await payer.create(ndct, aPayment({ ...toOla, ...tooMuch })),
    ];
    const basket = await basketOf(payments);
    assert.equal(await statusOf(basket), "RCVD");
    const redirect = await payer.sign(basket);
    assert.equal(redirect.get("psu-id"), payer.psu.psuId);
    assert.deepEqual(await Promise.all(payments.map((payment) => payer.status(payment))), [
      "ACSC",
      "ACCP",
    ]);
    assert.equal(await statusOf(basket), "PATC");
  });

  it("BSK-06: a basket whose payments are all signed is ACTC", async () => {
    const basket = await basketOf(await create(3));
    await payer.sign(basket);
    assert.equal(await statusOf(basket), "ACTC");
    const ids = await payer.get(`${basket}/authorisations`);
    const [authorisation] = ids.json.authorisationIds;
    const sca = await payer.get(`${basket}/authorisations/${authorisation}`);
    assert.equal(expectBody(sca, 200, scaStatusResponse).scaStatus, "finalised");
    expectRefusal(await payer.post(`${basket}/authorisations`), 409, "CONFLICT");
    expectRefusal(await payer.delete(basket), 409, "CONFLICT");
  });

  it("BSK-08: an unknown payment, or another PSU's, is refused by its place", async () => {
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

  it("BSK-09: a bulk payment in a basket is answered 400 REFERENCE_MIX_INVALID", async () => {
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

  it("BSK-09, ERR-10: a bulk is told beside a payment that is not there", async () => {
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

  it("BSK-10: a periodic payment in a basket is answered 400 REFERENCE_MIX_INVALID", async () => {
    const periodic = await payer.create(periodicNdct, {
      ...aPayment(),
      startDate: "2026-12-01",
      frequency: "Monthly",
    });
    expectRefusal(await post([periodic]), 400, "REFERENCE_MIX_INVALID");
  });

  it("BSK-11: NCBCT and NDCT payments are signed together in one basket", async () => {
    const payments = [...(await create(1)), await payer.create(ncbct, aCrossBorderPayment())];
    const basket = await basketOf(payments);
    await payer.sign(basket);
    assert.equal(await statusOf(basket), "ACTC");
  });

  it("BSK-14: one signed or in another basket is a conflict, one named twice a fault", async () => {
    const [waiting = "", bound = "", signed = ""] = await create(3);
    await payer.sign(signed);
    await basketOf([bound]);
    assert.equal(
      expectRefusal(await post([waiting, bound]), 409, "CONFLICT").path,
      "/paymentIds/1",
    );
    expectRefusal(await post([signed]), 409, "CONFLICT");
    expectRefusal(await post([waiting, waiting]), 400, "FORMAT_ERROR");
  });

  it("BSK-15: in an unsigned basket a payment is neither deleted nor authorised", async () => {
    const [payment = ""] = await create(1);
    await basketOf([payment]);
    expectRefusal(await payer.delete(payment), 409, "CONFLICT");
    expectRefusal(await payer.post(`${payment}/authorisations`), 409, "CONFLICT");
    assert.equal(await payer.status(payment), "RCVD");
    for (const path of [payment, `${payment}/status`]) {
      const { _links } = (await payer.get(path)).json;
      assert.equal(_links.startAuthorisation, undefined, "no link to what is refused");
    }
  });

  it("BSK-15: an SCA for the payment alone is void once the payment is in a basket", async () => {
    const [payment = ""] = await create(1);
    const started = await payer.post(`${payment}/authorisations`);
    await basketOf([payment]);
    const { searchParams: redirect } = await walkSca(
      bank,
      started.json._links.scaRedirect.href,
      kari,
    );
    assert.equal(redirect.get("code"), "SCA_INVALID");
    assert.equal(await payer.status(payment), "RCVD");
  });

  it("BSK-16: deleting an unsigned basket frees its payments", async () => {
    const [payment = ""] = await create(1);
    const basket = await basketOf([payment]);
    assert.equal((await payer.delete(basket)).status, 204);
    expectRefusal(await payer.get(basket), 404, "RESOURCE_UNKNOWN");
    await payer.sign(payment);
    assert.equal(await payer.status(payment), "ACTC");
  });

  it("BSK-16: a basket deleted while it is being signed is told as changed", async () => {
    const [payment = ""] = await create(1);
    const basket = await basketOf([payment]);
    const started = await payer.post(`${basket}/authorisations`);
    assert.equal((await payer.delete(basket)).status, 204);
    const { searchParams: redirect } = await walkSca(
      bank,
      started.json._links.scaRedirect.href,
      kari,
    );
    assert.equal(redirect.get("code"), "SCA_INVALID");
    assert.equal(await payer.status(payment), "RCVD");
  });

  it("LIM-01, LIM-02: 100 payments are signed with one SCA, 101 are refused", async () => {
    await goTo(bank, "2026-11-16T07:30");
    payer = await aPayer(bank, kari);
    const payments = await create(101);
    expectRefusal(await post(payments), 400, "FORMAT_ERROR");
    const basket = await basketOf(payments.slice(0, 100));
    await payer.sign(basket);
    assert.equal(await statusOf(basket), "ACTC");
    assert.equal(await payer.status(payments[99] ?? ""), "ACTC");
    assert.equal(await payer.status(payments[100] ?? ""), "RCVD");
  });

  it("LIM-22: a basket of none is refused", async () => {
    expectRefusal(await post([]), 400, "FORMAT_ERROR");
  });
});
