import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, afterEach, before, describe, test } from "node:test";
import { aBank, countRows } from "@varde/testkit/bank";
import { aPayer, aPayment, ndct, type Payer } from "@varde/testkit/payments";
import { finishSca } from "@varde/testkit/psu";
import type { Scenario, TestBank } from "../../src/index.ts";

describe("scenarios", () => {
  let bank: TestBank;
  let payer: Payer;
  before(async () => {
    bank = await aBank({ expectsErrors: true });
    // A bank day, so that a batch executes payments that were just signed.
    await bank.clock.set("2026-11-16T12:00:00Z");
    payer = await aPayer(bank);
  });
  after(() => bank.close());
  afterEach(() => bank.scenarios.clear());

  const kroner = (amount: string) => ({ instructedAmount: { amount, currency: "NOK" } });

  test("an error code is returned for the next matching request, once", async () => {
    await bank.scenarios.add({
      match: { operation: "createPayment" },
      effect: { code: "FORBIDDEN", text: "Not today." },
    });
    assert.equal((await payer.get("/v1/accounts")).status, 200);
    const refused = await payer.post(ndct, aPayment());
    assert.equal(refused.status, 403);
    assert.equal(refused.json.tppMessages[0].text, "Not today.");
    assert.equal((await payer.post(ndct, aPayment())).status, 201);
  });

  test("a query is matched, so that only pending entries are refused", async () => {
    const path = "/v1/accounts/kari-current/transactions";
    await bank.scenarios.add({
      match: { operation: "listTransactions", query: "bookingStatus=pending" },
      times: 0,
      effect: { code: "FORMAT_ERROR", text: "Pending entries are not supported." },
    });
    assert.equal((await payer.get(`${path}?bookingStatus=both`)).status, 200);
    assert.equal((await payer.get(path)).status, 200);
    for (const query of ["bookingStatus=pending", "limit=5&bookingStatus=pending"]) {
      const refused = await payer.get(`${path}?${query}`);
      assert.equal(refused.status, 400);
      assert.equal(refused.json.tppMessages[0].text, "Pending entries are not supported.");
    }
    await assert.rejects(
      bank.scenarios.add({ match: { query: "pending" }, effect: { drop: true } }),
      /query has no parameter; give one like bookingStatus=pending/,
    );
    await assert.rejects(
      bank.scenarios.add({ match: { query: "limit=1" }, effect: { sca: "refused" } }),
      /query cannot be combined with sca/,
    );
  });

  test("SCA codes come with a link, and ACCESS_EXCEEDED with Retry-After", async () => {
    const refusedWith = async (code: NonNullable<Scenario["effect"]["code"]>) => {
      await bank.scenarios.add({ effect: { code, text: "From the scenario." } });
      return payer.get("/v1/accounts");
    };
    for (const code of ["SCA_EXPIRED", "CONSENT_EXPIRED", "PSU_CREDENTIALS_INVALID"] as const) {
      const refused = await refusedWith(code);
      assert.equal(refused.status, 401);
      assert.deepEqual(refused.json.tppMessages, [
        { category: "ERROR", code, text: "From the scenario." },
      ]);
      await finishSca(bank, refused.json._links.scaRedirect.href, payer.choices);
      payer = await aPayer(bank);
    }
    const exceeded = await refusedWith("ACCESS_EXCEEDED");
    assert.equal(exceeded.status, 429);
    assert.equal(exceeded.headers["retry-after"], "86400");
    assert.equal(exceeded.headers["ratelimit-remaining"], "0");
  });

  test("a scenario can refuse the read of a payment without TPP-Redirect-URI", async () => {
    await bank.scenarios.add({ effect: { code: "PSU_CREDENTIALS_INVALID" } });
    const refused = await payer.psu.tpp.send({ path: `${ndct}/none/status` });
    assert.equal(refused.status, 401);
    assert.equal(refused.json.tppMessages[0].code, "PSU_CREDENTIALS_INVALID");
  });

  test("nth and times select the requests that fail", async () => {
    await bank.scenarios.add({
      match: { operation: "listAccounts" },
      nth: 2,
      times: 2,
      effect: { unavailable: true },
    });
    const statuses = [];
    for (let call = 0; call < 4; call += 1) {
      const response = await payer.get("/v1/accounts");
      statuses.push(response.status);
      if (response.status === 503) assert.equal(response.headers["retry-after"], "2");
    }
    assert.deepEqual(statuses, [200, 503, 503, 200]);
    assert.equal((await bank.scenarios.list())[0]?.matched, 4);
  });

  test("delayMs delays a request, which is then served", async () => {
    await bank.scenarios.add({ match: { operation: "listAccounts" }, effect: { delayMs: 120 } });
    const begun = performance.now();
    assert.equal((await payer.get("/v1/accounts")).status, 200);
    assert.ok(performance.now() - begun >= 119);
  });

  test("drop closes the connection without a response", async () => {
    await bank.scenarios.add({ match: { operation: "listAccounts" }, effect: { drop: true } });
    await assert.rejects(payer.get("/v1/accounts"), /hang up|ECONNRESET/);
    assert.equal((await payer.get("/v1/accounts")).status, 200);
  });

  test("decorate adds what no client knows, and a repeat returns the stored response", async () => {
    await bank.scenarios.add({
      match: { operation: "createPayment" },
      effect: { decorate: ["field", "link", "code", "status"] },
    });
    const { tpp } = payer.psu;
    tpp.responsesAreDocumented = false;
    const headers = { "x-accept-fix": "amount-as-string", "X-Request-ID": randomUUID() };
    const request = { path: ndct, body: aPayment(), headers };
    const { status, json } = await payer.psu.send(request);
    tpp.responsesAreDocumented = true;
    assert.equal(status, 201);
    assert.equal(json.transactionStatus, "NEWS");
    assert.ok("newField" in json && "newLink" in json._links && "self" in json._links);
    assert.equal(json.tppMessages[0].code, "NEW_CODE");
    const again = await payer.psu.send(request);
    assert.equal(again.json.transactionStatus, "RCVD");
    assert.equal(again.json.paymentId, json.paymentId);
    await assert.rejects(
      bank.scenarios.add({ effect: { decorate: ["field"], drop: true } }),
      /effect has drop and decorate; a scenario has one effect/,
    );
  });

  test("F05: after dropAfter, the same request sent again returns the lost response", async () => {
    await bank.scenarios.add({ match: { amount: "14.05" }, effect: { dropAfter: true } });
    const request = {
      method: "POST",
      path: ndct,
      headers: { "x-accept-fix": "amount-as-string", "X-Request-ID": randomUUID() },
      body: aPayment(kroner("14.05")),
    };
    const payments = async () => (await countRows(bank)).payments;
    const before = await payments();
    await assert.rejects(payer.psu.send(request), /hang up|ECONNRESET/);
    assert.equal(await payments(), before + 1);
    const again = await payer.psu.send(request);
    assert.equal(again.status, 201, again.text);
    assert.equal(await payments(), before + 1);
    assert.equal(await payer.status(`${ndct}/${again.json.paymentId}`), "RCVD");
  });

  test("amount, account and TPP must all match", async () => {
    const match = { amount: "12.5", account: "99901010028", tpp: "Test TPP" };
    const effect = { code: "PRODUCT_INVALID" } as const;
    await bank.scenarios.add({ match: { ...match, tpp: "Nobody" }, times: 0, effect });
    await bank.scenarios.add({ match: { ...match, account: "1" }, times: 0, effect });
    assert.equal((await payer.post(ndct, aPayment(kroner("12.50")))).status, 201);
    await bank.scenarios.add({ match, times: 0, effect });
    const again = `${ndct}?allowLogicalDuplicate=true`;
    assert.equal((await payer.post(again, aPayment(kroner("12.51")))).status, 201);
    assert.equal((await payer.post(again, aPayment(kroner("12.50")))).status, 403);
  });

  for (const [sca, status, code] of [
    ["refused", "401", "SCA_INVALID"],
    ["timed-out", "401", "SCA_EXPIRED"],
    ["blocked", "401", "PSU_CREDENTIALS_INVALID"],
    ["failed", "500", "SYSTEM_ERROR"],
  ] as const) {
    test(`an SCA is ${sca} by a scenario, and can be tried again`, async () => {
      await bank.scenarios.add({ match: { amount: "31.00", tpp: "Test TPP" }, effect: { sca } });
      const path = `${ndct}?allowLogicalDuplicate=true`;
      const payment = await payer.create(path, aPayment(kroner("31.00")));
      const failed = await payer.sign(payment);
      assert.deepEqual([failed.get("status"), failed.get("code")], [status, code]);
      assert.equal(await payer.status(payment), "RCVD");
      await payer.sign(payment);
      assert.equal(await payer.status(payment), "ACTC");
    });
  }

  const outcomes: readonly [Scenario["effect"], readonly string[]][] = [
    [{ payment: "refused" }, ["RJCT"]],
    [{ payment: "no-funds" }, ["ACCP", "ACSC"]],
    [{ payment: "rejected" }, ["RJCT"]],
    [{ payment: "delayed", delayHours: 1 }, ["ACSP"]],
    [{ payment: "returned", delayHours: 1 }, ["ACSC"]],
  ];
  for (const [at, [effect, statuses]] of outcomes.entries()) {
    test(`a payment is ${effect.payment} by a scenario`, async () => {
      const amount = `41.0${at}`;
      await bank.scenarios.add({ match: { account: "99901010028", amount }, effect });
      const payment = await payer.pay(ndct, aPayment(kroner(amount)));
      for (const status of statuses) {
        await bank.clock.advance("PT1M");
        await bank.batches.run();
        assert.equal(await payer.status(payment), status);
      }
      assert.deepEqual(await bank.checkBooks(), []);
    });
  }

  test("magic amounts have the same effects without a scenario", async () => {
    const create = (amount: string) => payer.post(ndct, aPayment(kroner(amount)));
    const payments = async () => (await countRows(bank)).payments;
    const before = await payments();
    assert.equal((await create("6660.06")).status, 503);
    await assert.rejects(create("6660.08"), /hang up|ECONNRESET/);
    assert.equal(await payments(), before);
    await assert.rejects(create("6660.10"), /hang up|ECONNRESET/);
    assert.equal(await payments(), before + 1);
    // Takes three seconds; no count below depends on it.
    const slow = create("6660.07");
    const sca = await payer.create(ndct, aPayment(kroner("6660.09")));
    assert.equal((await payer.sign(sca)).get("code"), "SYSTEM_ERROR");
    for (const [amount, status] of [
      ["6660.01", "RJCT"],
      ["6660.02", "ACCP"],
      ["6660.03", "RJCT"],
      ["6660.04", "ACSP"],
      ["6660.05", "ACSC"],
    ] as const) {
      const payment = await payer.pay(ndct, aPayment(kroner(amount)));
      await bank.batches.run();
      assert.equal(await payer.status(payment), status, amount);
    }
    assert.equal((await slow).status, 201);
  });

  test("a scenario with no effect, or with several, is refused", async () => {
    const bad: readonly [Scenario, RegExp][] = [
      [{ effect: {} }, /no effect/],
      [{ effect: { drop: true, unavailable: true } }, /one effect/],
      [{ match: { operation: "createPayment" }, effect: { sca: "refused" } }, /cannot be combined/],
      [{ effect: { delayMs: 1e9 } }, /give 0 to 60000 milliseconds/],
    ];
    for (const [scenario, reason] of bad) {
      await assert.rejects(bank.scenarios.add(scenario), reason);
    }
  });

  test("scenarios of one bank do not apply to another", async () => {
    await bank.scenarios.add({ times: 0, effect: { unavailable: true } });
    await using other = await aBank();
    assert.equal((await (await aPayer(other)).get("/v1/accounts")).status, 200);
  });
});
