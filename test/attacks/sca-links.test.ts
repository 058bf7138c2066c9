import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, test } from "node:test";
import type { TestBank } from "@varde/sandbox";
import { run, sql } from "@varde/storage";
import { aBank } from "@varde/testkit/bank";
import { aPayer, aPayment, baskets, idOf, ndct } from "@varde/testkit/payments";
import { aPsu, finishSca, kari, redirectUri } from "@varde/testkit/psu";
import { aTpp } from "@varde/testkit/tpp";

describe("A10: guessing links", () => {
  let bank: TestBank;
  before(async () => {
    bank = await aBank({ bank: { trustedProxies: ["127.0.0.1"] } });
  });
  after(() => bank.close());

  const newLink = async () => {
    const tpp = aTpp(bank);
    const headers = { "TPP-Redirect-URI": redirectUri };
    const asked = await tpp.send({ path: "/v1/user", headers });
    return asked.json._links.scaRedirect.href as string;
  };
  const guess = (from: string) =>
    fetch(`${bank.addresses.http}/sca/${randomBytes(16).toString("base64url")}`, {
      headers: { "x-forwarded-for": from, "accept-language": "en" },
    });

  test("A10: makes links of 128 random bits that never repeat", async () => {
    const secrets = await Promise.all(Array.from({ length: 20 }, newLink));
    const bytes = secrets.map((link) => Buffer.from(link.split("/sca/")[1] ?? "", "base64url"));
    for (const one of bytes) assert.ok(one.length >= 16, `${one.length} bytes`);
    assert.equal(new Set(secrets).size, secrets.length);
  });

  test("A10: refuses every link to an address after twenty wrong guesses", async () => {
    for (let count = 0; count < 20; count += 1) {
      assert.equal((await guess("203.0.113.5")).status, 410);
    }
    const throttled = await guess("203.0.113.5");
    assert.equal(throttled.status, 429);
    assert.equal(throttled.headers.get("retry-after"), "60");
    assert.equal(throttled.headers.get("cache-control"), "no-store");
    assert.match(await throttled.text(), /Too many attempts/);
    const link = await newLink();
    const right = await fetch(link, { headers: { "x-forwarded-for": "203.0.113.5" } });
    assert.equal(right.status, 429);
    assert.equal(
      (
        await fetch(`${link}/outcome`, {
          method: "POST",
          headers: { "x-forwarded-for": "203.0.113.5" },
          body: new URLSearchParams({ outcome: "refuse" }),
        })
      ).status,
      429,
    );
    const elsewhere = await fetch(link, { headers: { "x-forwarded-for": "203.0.113.6" } });
    assert.equal(elsewhere.status, 200, "the PSU with the link is not affected");
  });

  test("A10: does not count existing links as guesses", async () => {
    const link = await newLink();
    const headers = { "x-forwarded-for": "203.0.113.7" };
    for (let count = 0; count < 30; count += 1) {
      assert.equal((await fetch(link, { headers })).status, 200);
    }
    assert.equal((await fetch(await newLink(), { headers })).status, 200);
  });
});

describe("A12: changes between start and approval", () => {
  let bank: TestBank;
  before(async () => {
    bank = await aBank();
  });
  after(() => bank.close());

  const amountTo = (amount: string, minor: number) => (paymentId: string) =>
    run(sql`update payment set amount_minor = ${minor},
      body = replace(body, '"amount":"10', ${`"amount":"${amount}10`})
      where payment_id = ${paymentId}`);
  const changes: Readonly<Record<string, (paymentId: string) => ReturnType<typeof run>>> = {
    "the amount": amountTo("9", 91_000),
    "the amount beside the body": (id) =>
      run(sql`update payment set amount_minor = 1 where payment_id = ${id}`),
    "the payee": (id) =>
      run(sql`update payment set body = replace(body, 'Kysthotellene AS', 'Tyvene AS')
        where payment_id = ${id}`),
    "the payee's account": (id) =>
      run(sql`update payment set body = replace(body, '99801015561', '99901010117')
        where payment_id = ${id}`),
    "the account that pays": (id) =>
      run(sql`update payment set debtor_account_id = 'kari-savings' where payment_id = ${id}`),
    "the fee": (id) => run(sql`update payment set fee_minor = 500 where payment_id = ${id}`),
  };

  for (const [what, change] of Object.entries(changes)) {
    test(`A12: voids the SCA when ${what} changes between start and approval`, async () => {
      const payer = await aPayer(bank);
      const payment = await payer.create(ndct, aPayment());
      const started = await payer.post(`${payment}/authorisations`);
      await bank.storage.write(() => change(idOf(payment)));
      const { searchParams: parameters } = await finishSca(
        bank,
        started.json._links.scaRedirect.href,
        kari,
      );
      assert.equal(parameters.get("status"), "401");
      assert.equal(parameters.get("code"), "SCA_INVALID");
      assert.equal(parameters.get("psu-id"), null);
      assert.equal(await payer.status(payment), "RCVD");
      assert.equal((await payer.get("/v1/user")).status, 200, "the session is unchanged");
    });

    test(`A12: voids the SCA of a basket when ${what} of one payment changes`, async () => {
      const payer = await aPayer(bank);
      const members = [await payer.create(ndct, aPayment()), await payer.create(ndct, aPayment())];
      const basket = await payer.post(baskets, { paymentIds: members.map(idOf) });
      const path = `${baskets}/${basket.json.basketId}`;
      const started = await payer.post(`${path}/authorisations`);
      await bank.storage.write(() => change(idOf(members[1] ?? "")));
      const { searchParams: parameters } = await finishSca(
        bank,
        started.json._links.scaRedirect.href,
        kari,
      );
      assert.equal(parameters.get("code"), "SCA_INVALID");
      for (const member of members) assert.equal(await payer.status(member), "RCVD");
    });
  }

  test("A12: voids nothing when nothing changes", async () => {
    const psu = await aPsu(bank, kari);
    assert.ok(psu.psuId);
    const payer = await aPayer(bank);
    const payment = await payer.pay(ndct, aPayment());
    assert.equal(await payer.status(payment), "ACTC");
  });
});
