import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type ControlClient, openControl } from "@varde/protocol/control-client";
import {
  aCrossBorderPayment,
  aPayer,
  aPayment,
  baskets,
  idOf,
  ncbct,
  ndct,
  type Payer,
} from "@varde/testkit/payments";
import { callHeaders, sunniva } from "@varde/testkit/psu";
import { dataSet, startBank, type TestBank } from "../../src/index.ts";

const { people, companies } = dataSet;

describe("the story of a payment, a basket and a consent", () => {
  let bank: TestBank;
  let payer: Payer;
  let world: string;
  let control: ControlClient;
  before(async () => {
    bank = await startBank({ hasBackgroundJobs: false });
    await bank.clock.set("2026-12-07T10:40:00+01:00", "running");
    payer = await aPayer(bank);
    world = (await bank.listWorlds())[0]?.worldId ?? "";
    control = openControl(bank.addresses.http, undefined);
  });
  after(() => bank.close());

  const read = (path: string) =>
    control.get("/payments/{paymentId}", { world, parameters: { paymentId: idOf(path) } });
  const tell = async (path: string) =>
    (await read(path)).timeline.map(({ kind, name }) => `${kind} ${name}`);
  const fromLyngrabben = (amount: string) =>
    aPayment({
      instructedAmount: { amount, currency: "NOK" },
      debtorAccount: { bban: companies.lyngrabben.accounts[0].bban, currency: "NOK" },
    });

  test("a timeline has requests, SCA steps, signatures, statuses and bookings", async () => {
    const toOla = {
      creditorAccount: { bban: people.ola.current.bban, currency: "NOK" },
      creditorAddress: { country: "NO" },
    };
    const path = await payer.create(ndct, aPayment(toOla));
    await payer.sign(path);
    // The clock of the world is weeks ahead, and jumps: the order does not depend on it.
    await bank.clock.advance(20 * 60_000);
    await payer.status(path);
    const { timeline, next } = await read(path);
    assert.deepEqual(await tell(path), [
      "request createPayment",
      "status created",
      "request startPaymentAuthorisation",
      "sca started",
      "sca identified",
      "signature signedToBookAtOnce",
      "sca finalised",
      "status settled",
      "booking payment",
      "booking payment",
      "request readPaymentStatus",
    ]);
    const statuses = timeline.flatMap(({ status }) => status ?? []);
    assert.deepEqual(statuses, ["RCVD", "PDNG", "ACSC"]);
    const [created] = timeline;
    assert.deepEqual([created?.httpStatus, created?.actor], [201, "Test TPP"]);
    const { exchange } = await control.get("/requests/{exchangeId}", {
      parameters: { exchangeId: created?.id ?? "" },
    });
    assert.equal(exchange.operation, "createPayment");
    const accounts = timeline.flatMap(({ account }) => account ?? []);
    assert.deepEqual(accounts.toSorted(), [people.kari.current.bban, people.ola.current.bban]);
    assert.equal(next, undefined, "nothing happens next");
  });

  test("it says what the payment waits for: the TPP, a person or a batch", async () => {
    const path = await payer.create(ndct, aPayment());
    assert.deepEqual((await read(path)).next, { kind: "authorisation" });
    assert.deepEqual((await read(path)).signers, []);
    await payer.post(`${path}/authorisations`);
    const waiting = await read(path);
    assert.deepEqual(waiting.next, { kind: "approval" });
    const [signer, ...others] = waiting.signers;
    assert.deepEqual(
      [signer?.name, signer?.customerNumber, signer?.via],
      [people.kari.name, people.kari.customerNumber, "sca"],
    );
    assert.deepEqual(others, []);
    await control.post("/authorisations/{authorisationId}", {
      world,
      parameters: { authorisationId: signer?.authorisationId ?? "" },
      body: { decision: "approve", customerNumber: signer?.customerNumber ?? "" },
    });
    const { next } = await read(path);
    // Signed before 11:30, the cut-off of the batch of 13:30.
    assert.deepEqual(next, { kind: "batch", at: "2026-12-07T12:30:00.000Z", isDue: true });
    await bank.batches.run();
    assert.equal((await read(path)).next, undefined);
  });

  test("a future payment waits for the first batch of its day", async () => {
    const path = await payer.pay(ndct, aPayment({ requestedExecutionDate: "2026-12-10" }));
    assert.deepEqual((await read(path)).next, {
      kind: "batch",
      at: "2026-12-10T04:30:00.000Z",
      isDue: false,
    });
  });

  test("a company's payment says who has signed and who may sign next", async () => {
    const signer = await aPayer(bank, sunniva);
    const path = await signer.create(ndct, fromLyngrabben("40000.00"));
    await signer.sign(path);
    const half = await read(path);
    assert.equal(half.status, "RCVD");
    assert.deepEqual(half.next, { kind: "approval" });
    assert.equal(half.signatures?.needed, 2);
    const { sunniva: first, trym } = dataSet.representatives;
    assert.deepEqual(
      half.signatures?.given.map(({ name }) => name),
      [first.name],
    );
    assert.deepEqual(half.signers, [
      {
        name: trym.name,
        customerNumber: trym.customerNumber,
        authorisationId: idOf(path),
        via: "app",
        missing: 0,
      },
    ]);
    await control.post("/app-approvals/{authorisationId}", {
      world,
      parameters: { authorisationId: idOf(path) },
      body: { customerNumber: trym.customerNumber, decision: "approve" },
    });
    const whole = await read(path);
    assert.equal(whole.status, "ACTC");
    assert.deepEqual(whole.signers, []);
    assert.deepEqual(
      whole.timeline.filter(({ kind }) => kind === "signature").map(({ actor }) => actor),
      [first.name, trym.name],
    );
  });

  test("a company's payment with an open SCA can be approved as each who may sign", async () => {
    const { sunniva: first, trym } = dataSet.representatives;
    const small = await payer.psu.tpp.send({
      path: ndct,
      headers: { ...callHeaders(), "PSU-Context": "CORPORATE" },
      body: fromLyngrabben("100.00"),
    });
    assert.equal(small.status, 201, small.text);
    const { signers } = await read(`x/${small.json.paymentId}`);
    assert.deepEqual(
      signers.map(({ name, via, missing }) => [name, via, missing]),
      [
        [first.name, "sca", 0],
        [trym.name, "sca", 1],
      ],
    );
  });

  test("a basket and a consent have their story too", async () => {
    const paths = [await payer.create(ndct, aPayment()), await payer.create(ndct, aPayment())];
    const { json } = await payer.post(baskets, { paymentIds: paths.map(idOf) });
    await payer.post(`${baskets}/${json.basketId}/authorisations`);
    const parameters = { basketId: json.basketId as string };
    const basket = await control.get("/baskets/{basketId}", { world, parameters });
    assert.deepEqual(
      basket.timeline.map(({ kind, name }) => `${kind} ${name}`),
      ["request createBasket", "status created", "request startBasketAuthorisation", "sca started"],
    );
    assert.deepEqual(
      basket.signers.map(({ name, via }) => [name, via]),
      [[people.kari.name, "sca"]],
    );
    await payer.psu.get("/v1/accounts");
    const { consents } = await control.get("/consents", { world });
    const consentId = consents.find(({ psu }) => psu === people.kari.name)?.consentId ?? "";
    const consent = await control.get("/consents/{consentId}", {
      world,
      parameters: { consentId },
    });
    assert.equal(consent.psu, people.kari.name);
    const refused = consent.timeline.filter(({ httpStatus }) => httpStatus === 401);
    assert.equal(refused.length, 1, "the first request of another PSU is not hers");
    const told = consent.timeline.map(({ kind, name }) => `${kind} ${name}`);
    for (const entry of ["sca started", "status granted", "request listAccounts"]) {
      assert.ok(told.includes(entry), `${entry} in ${told}`);
    }
    await assert.rejects(
      control.get("/consents/{consentId}", { world, parameters: { consentId: "none" } }),
      /no consent none/,
    );
  });

  test("a payment abroad that is with the correspondent waits for its settlement", async () => {
    const path = await payer.pay(ncbct, aCrossBorderPayment({ creditorName: "Müller GmbH" }));
    await bank.batches.run();
    const { status, next } = await read(path);
    assert.ok(["ACSP", "ACWP"].includes(status), status);
    assert.deepEqual(next, { kind: "settlement" });
  });
});
