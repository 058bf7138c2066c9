import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openControl } from "@varde/protocol/control-client";
import {
  aBulk,
  aBulkItem,
  aPayer,
  aPayment,
  bulkNdct,
  idOf,
  ndct,
  type Payer,
} from "@varde/testkit/payments";
import { callHeaders } from "@varde/testkit/psu";
import { aTpp, resign } from "@varde/testkit/tpp";
import { dataSet, startBank, type TestBank } from "../../src/index.ts";

describe("payments, baskets and requests in the control API", () => {
  let bank: TestBank;
  let payer: Payer;
  let world: string;
  const control = () => openControl(bank.addresses.http, undefined);
  before(async () => {
    bank = await startBank({ hasBackgroundJobs: false });
    payer = await aPayer(bank);
    world = (await bank.listWorlds())[0]?.worldId ?? "";
  });
  after(() => bank.close());

  const read = (paymentId: string) =>
    control().get("/payments/{paymentId}", { world, parameters: { paymentId } });

  test("an open SCA is approved without its link, by a customer who may approve", async () => {
    const path = await payer.create(ndct, aPayment());
    const paymentId = idOf(path);
    assert.deepEqual((await read(paymentId)).actions, ["cancel"]);
    await payer.post(`${path}/authorisations`);
    const { actions, scas, status } = await read(paymentId);
    assert.equal(status, "RCVD");
    assert.deepEqual(actions, ["approve", "refuse", "cancel"]);
    const [sca] = scas;
    assert.equal(sca?.isOpen, true);
    const parameters = { authorisationId: sca?.authorisationId ?? "" };
    const body = { decision: "approve" } as const;
    const options = { world, parameters, body };
    await control().post("/authorisations/{authorisationId}", options);
    const signed = await read(paymentId);
    assert.equal(signed.status, "ACTC");
    assert.deepEqual(signed.actions, ["runBatch", "cancel"]);
    assert.deepEqual(signed.history.at(-1)?.name, "signed");
    assert.equal(signed.history[0]?.actor, signed.tpp);
    await assert.rejects(
      control().post("/authorisations/{authorisationId}", options),
      /already finished/,
    );
  });

  test("a payment that is held as PDNG can be released", async () => {
    const match = { amount: "77.70" };
    await control().post("/scenarios", { world, body: { match, effect: { payment: "hold" } } });
    const path = await payer.pay(
      ndct,
      aPayment({
        instructedAmount: { amount: "77.70", currency: "NOK" },
        creditorAccount: { bban: dataSet.people.ola.current.bban, currency: "NOK" },
        creditorAddress: { country: "NO" },
      }),
    );
    const paymentId = idOf(path);
    const { status, actions } = await read(paymentId);
    assert.deepEqual([status, actions], ["PDNG", ["runBatch", "release"]]);
    await control().post("/payments/{paymentId}/release", { world, parameters: { paymentId } });
    const released = await read(paymentId);
    assert.notEqual(released.status, "PDNG");
    assert.ok(!released.actions.includes("release"));
  });

  test("payments of all worlds are listed, and found by words, status and world", async () => {
    const other = await bank.authority.issueTppCertificate({
      name: "Annen TPP",
      organisationNumber: "310000019",
      roles: ["PSP_PI"],
      kind: "working",
    });
    const own = idOf(await payer.create(ndct, aPayment({ creditorName: "Ærlig AS" })));
    const foreign = await aTpp(bank, other).send({
      path: ndct,
      headers: {
        ...callHeaders(),
        "PSU-Context": "PRIVATE",
        "TPP-Redirect-URI": "https://t.example/",
      },
      body: aPayment({ creditorName: "Fjern AS" }),
    });
    assert.equal(foreign.status, 201, foreign.text);
    const { paymentId } = foreign.json;
    const all = await control().get("/payments/all");
    assert.deepEqual(
      all.payments.slice(0, 2).map((one) => [one.paymentId, one.tpp, one.creditor]),
      [
        [paymentId, "Annen TPP", "Fjern AS"],
        [own, "Test TPP", "Ærlig AS"],
      ],
    );
    const otherWorld = all.payments[0]?.worldId ?? "";
    const find = async (query: { text?: string; status?: string; world?: string }) =>
      (await control().get("/payments/all", { query })).payments.map((one) => one.paymentId);
    for (const text of ["fjern", "annen TPP rcvd", paymentId, "FJERN as"]) {
      assert.deepEqual(await find({ text }), [paymentId], text);
    }
    assert.deepEqual(await find({ text: "ærlig" }), [own]);
    assert.deepEqual(await find({ world: otherWorld }), [paymentId]);
    assert.deepEqual(await find({ text: "fjern", status: "ACSC" }), []);
    assert.deepEqual(await find({ text: own, world: otherWorld }), []);
    await assert.rejects(find({ text: "x".repeat(201) }), /at most 200 characters/);
    const parameters = { resourceId: paymentId };
    assert.deepEqual(await control().get("/resources/{resourceId}", { parameters }), {
      kind: "payment",
      worldId: otherWorld,
    });
    await assert.rejects(
      control().get("/resources/{resourceId}", { parameters: { resourceId: "none" } }),
      /there is no payment or basket none in this sandbox/,
    );
    await control().delete("/worlds/{worldId}", { parameters: { worldId: otherWorld } });
  });

  test("a list of all worlds continues where the last page ended", async () => {
    const read = (before?: string) =>
      control().get("/payments/all", {
        query: { limit: "1", ...(before !== undefined && { before }) },
      });
    const first = await read();
    const second = await read(first.next);
    assert.equal(first.next, first.payments[0]?.paymentId);
    assert.ok((second.payments[0]?.paymentId ?? "") < (first.next ?? ""));
  });

  test("a failed SCA says why: refused by the PSU, or too late", async () => {
    const path = await payer.create(ndct, aPayment());
    await payer.post(`${path}/authorisations`);
    const start = async () => (await read(idOf(path))).scas.at(-1);
    const parameters = { authorisationId: (await start())?.authorisationId ?? "" };
    const body = { decision: "refuse" } as const;
    await control().post("/authorisations/{authorisationId}", { world, parameters, body });
    assert.match((await start())?.failure ?? "", /^The PSU did not approve/);
    await payer.post(`${path}/authorisations`);
    assert.equal((await start())?.failure, undefined);
    await control().post("/clock/advance", { world, body: { by: 31 * 60_000 } });
    const late = (await read(idOf(path))).scas;
    assert.ok(late.some(({ failure }) => failure === "The PSU did not finish in time."));
    assert.ok(late.every(({ isOpen }) => !isOpen));
  });

  test("payments are listed newest first, by status and page", async () => {
    for (const amount of ["10.01", "10.02", "10.03"]) {
      await payer.create(ndct, aPayment({ instructedAmount: { amount, currency: "NOK" } }));
    }
    const list = async (query: { limit?: string; before?: string; status?: string }) =>
      (await control().get("/payments", { world, query })).payments;
    const [first, second] = await list({ limit: "2", status: "RCVD" });
    assert.deepEqual([first?.amount, second?.amount], ["10.03", "10.02"]);
    const [third] = await list({ limit: "1", before: second?.paymentId ?? "" });
    assert.equal(third?.amount, "10.01");
    assert.deepEqual(await list({ status: "RJCT" }), []);
    await assert.rejects(list({ limit: "501" }), /from 1 to 500/);
  });

  test("a basket is shown with its payments and refused without its link", async () => {
    const paths = [
      await payer.create(ndct, aPayment({ creditorName: "One" })),
      await payer.create(ndct, aPayment({ creditorName: "Two" })),
    ];
    const created = await payer.post("/v1/signing-baskets", { paymentIds: paths.map(idOf) });
    assert.equal(created.status, 201, created.text);
    const basketId = created.json.basketId as string;
    await payer.post(`/v1/signing-baskets/${basketId}/authorisations`);
    const { baskets } = await control().get("/baskets", { world });
    assert.deepEqual([baskets[0]?.basketId, baskets[0]?.payments], [basketId, 2]);
    const parameters = { basketId };
    const basket = await control().get("/baskets/{basketId}", { world, parameters });
    assert.deepEqual(basket.members.map(({ creditor }) => creditor).toSorted(), ["One", "Two"]);
    const open = basket.scas.find(({ isOpen }) => isOpen);
    await control().post("/authorisations/{authorisationId}", {
      world,
      parameters: { authorisationId: open?.authorisationId ?? "" },
      body: { decision: "refuse" },
    });
    const after = await control().get("/baskets/{basketId}", { world, parameters });
    assert.deepEqual(after.actions, []);
  });

  test("a bulk is listed with its sum and its number of payments", async () => {
    const items = ["10.10", "20.20"].map((amount) =>
      aBulkItem({ instructedAmount: { amount, currency: "NOK" } }),
    );
    const { amount, currency, payments } = await read(
      idOf(await payer.create(bulkNdct, aBulk(items))),
    );
    assert.deepEqual([amount, currency, payments], ["30.30", "NOK", 2]);
  });

  test("another world's payment is not shown", async () => {
    const path = await payer.create(ndct, aPayment({ creditorName: "Three" }));
    await assert.rejects(read(`${idOf(path)}0`), /no payment/);
  });

  test("a preview of the clock lists batches, payments and SCAs that expire", async () => {
    await bank.clock.set("2026-12-07T08:00:00+01:00");
    payer = await aPayer(bank);
    const path = await payer.create(ndct, aPayment({ creditorName: "Four" }));
    await payer.post(`${path}/authorisations`);
    const preview = await control().get("/clock/preview", { world, query: { by: "PT2H" } });
    assert.deepEqual(
      preview.batches.map(({ dueAt }) => dueAt),
      ["2026-12-07T08:30:00.000Z"],
    );
    assert.ok(preview.payments >= 1, "the signed payment is due");
    const [first] = preview.expiring;
    assert.equal(first?.kind, "sca");
    assert.equal(first?.at, "2026-12-07T07:30:00.000Z", "a link is valid for 30 minutes");
    assert.deepEqual(preview.nextExpiry, first);
    assert.equal((await control().get("/clock", { world })).now, "2026-12-07T07:00:00.000Z");
    await bank.clock.release();
  });

  test("the next expiry is the earliest of all, however many SCAs are open", async () => {
    await bank.clock.set("2026-12-08T08:00:00+01:00");
    payer = await aPayer(bank);
    const path = await payer.create(ndct, aPayment({ creditorName: "Oldest" }));
    await payer.post(`${path}/authorisations`);
    await bank.clock.advance(60_000);
    const later = await payer.create(ndct, aPayment({ creditorName: "Later" }));
    for (let at = 0; at < 60; at += 1) await payer.post(`${later}/authorisations`);
    const preview = await control().get("/clock/preview", { world, query: { by: "PT1H" } });
    assert.equal(preview.nextExpiry?.at, "2026-12-08T07:30:00.000Z");
    assert.deepEqual(preview.expiring[0], preview.nextExpiry);
    assert.equal(preview.expiring.length, 50);
    assert.ok(preview.expiringCount > preview.expiring.length);
    const none = await control().get("/clock/preview", { world, query: { by: "PT20M" } });
    assert.deepEqual([none.expiring, none.expiringCount], [[], 0]);
    await bank.clock.release();
  });

  test("a refused request names its check and what it did not reach", async () => {
    await payer.psu.tpp.send({ method: "POST", path: ndct, body: {} });
    const { requests } = await control().get("/requests", { world, query: { limit: "1" } });
    const exchangeId = requests[0]?.exchangeId ?? "";
    const shown = await control().get("/requests/{exchangeId}", { parameters: { exchangeId } });
    assert.equal(shown.exchange.why?.refusedBy, "checkRequiredHeaders");
    const states = Object.fromEntries(shown.checks.map(({ name, state }) => [name, state]));
    assert.equal(states.checkMediaType, "passed");
    assert.equal(states.checkRequiredHeaders, "refused");
    assert.equal(states.checkSignature, "skipped");
    assert.ok(shown.codes.HTTP_HEADER_REQUIRED?.remedy);
    assert.ok(shown.headers.find(({ name }) => name === "x-request-id")?.text);
    assert.deepEqual(shown.responseHeaders, []);
  });

  test("the headers of a response are explained", async () => {
    await payer.create(ndct, aPayment({ creditorName: "Five" }));
    const { requests } = await control().get("/requests", { world, query: { limit: "1" } });
    const exchangeId = requests[0]?.exchangeId ?? "";
    const shown = await control().get("/requests/{exchangeId}", { parameters: { exchangeId } });
    const location = shown.responseHeaders.find(({ name }) => name === "location");
    assert.match(location?.value ?? "", /^\/v1\/payments\//);
    assert.match(location?.text ?? "", /created/);
  });

  test("a refused signature shows the signing string and the string that was signed", async () => {
    const { tpp } = payer.psu;
    await tpp.send({
      path: "/v1/accounts",
      tamper: (headers) => {
        const id = String(headers["X-Request-ID"]);
        headers["X-Request-ID"] = id.toLowerCase();
        resign(headers, { key: tpp.key });
        headers["X-Request-ID"] = id.toUpperCase();
      },
    });
    const { requests } = await control().get("/requests", { world, query: { limit: "1" } });
    const exchangeId = requests[0]?.exchangeId ?? "";
    const shown = await control().get("/requests/{exchangeId}", { parameters: { exchangeId } });
    const { signingString, signedString } = shown.signature ?? {};
    assert.match(signingString ?? "", /^x-request-id: [0-9A-F-]{36}$/m);
    assert.match(signedString ?? "", /^x-request-id: [0-9a-f-]{36}$/m);
    assert.equal(signedString?.toLowerCase(), signingString?.toLowerCase());
  });
});
