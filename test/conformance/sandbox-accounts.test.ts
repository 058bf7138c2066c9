import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { aPsu, callHeaders, finishSca } from "@varde/testkit/psu";
import { anAccount, DataScript, siri } from "./data-script.ts";

describe("accounts, cards and history in the sandbox", () => {
  let bank: TestBank;
  let script: DataScript;
  before(async () => {
    bank = await aBank();
    script = new DataScript(bank);
    await script.send("/v1/sandbox/customers", siri, 201);
  });
  after(() => bank.close());

  const pay = async (customerNumber: string, debtor: object, creditorBban: string) => {
    const created = await script.tpp.send({
      path: "/v1/payments/norwegian-domestic-credit-transfers",
      headers: {
        ...callHeaders(),
        "PSU-Context": "PRIVATE",
      },
      body: {
        instructedAmount: { amount: "100.00", currency: "NOK" },
        debtorAccount: { currency: "NOK", ...debtor },
        creditorName: "Kari Nordli",
        creditorAddress: { country: "NO" },
        creditorAccount: { bban: creditorBban, currency: "NOK" },
      },
    });
    assert.equal(created.status, 201, created.text);
    await finishSca(bank, created.json._links.scaRedirect.href, { customerNumber });
    return (await script.read(created.json._links.status.href)).transactionStatus;
  };

  test("lets an account with an invalid check digit pay and be paid at once", async () => {
    const opened = await script.send("/v1/sandbox/accounts", anAccount, 201);
    assert.equal(opened.iban.slice(4), "12345678901");
    assert.equal(opened.balances[0].balanceAmount.amount, "5000.50");
    assert.equal(await pay("15819000066", { bban: "12345678901" }, "99901010028"), "ACSC");
    assert.equal(await pay("03848420491", { bban: "99901010028" }, "12345678901"), "ACSC");
    const now = await script.read(opened._links.self.href);
    assert.equal(now.balances[0].balanceAmount.amount, "5000.50");
  });

  test("accepts amounts as numbers or strings with at most the currency's digits", async () => {
    const bodies = [
      { ...anAccount, bban: "11111111110", creditLine: "100" },
      { ...anAccount, bban: "11111111111", creditLine: 100.5 },
      { ...anAccount, bban: "11111111112", currency: "JPY", balances: [], creditLine: 7 },
    ];
    const opened = [];
    for (const body of bodies) opened.push(await script.send("/v1/sandbox/accounts", body, 201));
    assert.deepEqual(
      opened.map(({ creditLine }) => creditLine),
      ["100.00", "100.50", "7"],
    );
    for (const creditLine of ["1.005", "-1", "1,5", "x"]) {
      const refused = await script.send("/v1/sandbox/accounts", { ...anAccount, creditLine }, 400);
      assert.equal(refused.tppMessages[0].path, "/creditLine");
    }
  });

  test("refuses a used account number until its account is closed", async () => {
    const body = { ...anAccount, bban: "22222222222" };
    const opened = await script.send("/v1/sandbox/accounts", body, 201);
    await script.send("/v1/sandbox/accounts", body, 409);
    assert.equal((await script.remove(opened._links.self.href)).status, 204);
    assert.equal((await script.remove(opened._links.self.href)).status, 404);
    await script.send("/v1/sandbox/accounts", body, 201);
  });

  test("requires that an account belongs to a customer of this world", async () => {
    const body = { ...anAccount, customerNumber: "15819000228", bban: "33333333333" };
    const refused = await script.send("/v1/sandbox/accounts", body, 400);
    assert.equal(refused.tppMessages[0].code, "RESOURCE_UNKNOWN");
    assert.equal(refused.tppMessages[0].path, "/customerNumber");
  });

  test("requires that an IBAN contains the account's own number", async () => {
    const body = { ...anAccount, bban: "44444444444", iban: "NO9386011117947" };
    const refused = await script.send("/v1/sandbox/accounts", body, 400);
    assert.equal(refused.tppMessages[0].path, "/iban");
  });

  test("shows loaded transactions in account information and keeps the balance", async () => {
    const opened = await script.send(
      "/v1/sandbox/accounts",
      { ...anAccount, bban: "55555555555" },
      201,
    );
    const path = opened._links.transactions.href;
    const days = ["2026-01-05", "2026-01-06", "2026-01-07"];
    const loaded = await script.send(
      path,
      days.map((day, at) => ({
        transactionAmount: { amount: at % 2 === 0 ? -12.5 : "40", currency: "NOK" },
        bookingDate: day,
        valueDate: day,
        creditorName: "Bakeriet",
        remittanceInformationUnstructured: `Nr ${at}`,
        entryReference: `ref-${at}`,
      })),
      201,
    );
    assert.deepEqual(
      loaded.map((one: { transactionAmount: { amount: string } }) => one.transactionAmount.amount),
      ["-12.50", "40.00", "-12.50"],
    );
    const page = await script.read(
      `${path}?fromDate=2026-01-05&toDate=2026-01-06&offset=1&limit=1`,
    );
    assert.deepEqual(
      page.map(({ bookingDate }: { bookingDate: string }) => bookingDate),
      ["2026-01-05"],
    );
    assert.equal(
      (await script.read(opened._links.self.href)).balances[0].balanceAmount.amount,
      "5000.50",
    );
    const psu = await aPsu(bank, { customerNumber: "15819000066" });
    const seen = await psu.get(
      `/v1/accounts/${opened.resourceId}/transactions?dateFrom=2026-01-01`,
    );
    assert.equal(seen.json.transactions.booked.length, 3, seen.text);
    assert.equal(seen.json.transactions.booked[0].entryReference, "ref-2");
    assert.equal((await script.remove(path)).status, 204);
    assert.deepEqual(await script.read(path), []);
  });

  test("requires past dates in order and the account's currency in a transaction", async () => {
    const opened = await script.send(
      "/v1/sandbox/accounts",
      { ...anAccount, bban: "66666666666" },
      201,
    );
    const path = opened._links.transactions.href;
    const good = {
      transactionAmount: { amount: 1, currency: "NOK" },
      bookingDate: "2026-01-05",
      valueDate: "2026-01-05",
    };
    const bad = [
      { ...good, bookingDate: "2026-01-06" },
      { ...good, valueDate: "2199-01-05" },
      { ...good, transactionAmount: { amount: 1, currency: "EUR" } },
      { ...good, transactionAmount: { amount: 1.234, currency: "NOK" } },
    ];
    const refused = await script.send(path, [good, ...bad], 400);
    assert.deepEqual(
      refused.tppMessages.map(({ path }: { path: string }) => path),
      [
        "/1/bookingDate",
        "/2/valueDate",
        "/3/transactionAmount/currency",
        "/4/transactionAmount/amount",
      ],
    );
    assert.deepEqual(await script.read(path), []);
  });

  test("accepts only the IBAN of the account number", async () => {
    const account = { ...anAccount, bban: "60050000004" };
    const refused = await script.send(
      "/v1/sandbox/accounts",
      { ...account, iban: "NO0060050000004" },
      400,
    );
    const [{ path, text }] = refused.tppMessages;
    assert.equal(path, "/iban");
    const right = /is (NO[0-9]{13})\./.exec(text)?.[1];
    const opened = await script.send("/v1/sandbox/accounts", { ...account, iban: right }, 201);
    assert.equal(opened.iban, right);
  });

  test("a PSU's TPP reads every field of a card that its schema has", async () => {
    const card = {
      customerNumber: "15819000066",
      name: "Reisekort",
      maskedPan: "525412******4477",
      currency: "NOK",
      product: "Reise",
      creditLimit: { amount: "2000.00", currency: "NOK" },
      relatedAccount: "990000004477",
      status: "blocked",
    };
    const { resourceId, _links } = await script.send("/v1/sandbox/card-accounts", card, 201);
    const purchase = {
      cardTransactionId: "purchase-4477",
      transactionAmount: { amount: "-45.00", currency: "NOK" },
      originalAmount: { amount: "-4.00", currency: "EUR" },
      transactionDate: "2026-01-05",
      bookingDate: "2026-01-06",
      cardAcceptorId: "shop-1",
      maskedPan: "525412******9999",
      transactionDetails: "Ferge",
      invoiced: true,
      proprietaryBankTransactionCode: "VARE",
    };
    await script.send(_links.transactions.href, [purchase], 201);
    const psu = await aPsu(bank, { customerNumber: "15819000066" });
    const path = `/v1/card-accounts/${resourceId}`;
    const { _links: links, ...shown } = (await psu.get(path)).json.cardAccount;
    const { customerNumber: _, ...expected } = card;
    assert.deepEqual(shown, { ...expected, resourceId });
    const listed = await psu.get(`${path}/transactions?dateFrom=2026-01-01`);
    const { maskedPan: maskedPAN, ...rest } = purchase;
    assert.deepEqual(listed.json.cardTransactions.booked, [{ ...rest, maskedPAN }]);
  });

  test("lists a card account, and uses it for purchases and payments", async () => {
    const card = {
      customerNumber: "15819000066",
      accountName: "Kredittkort",
      maskedPan: "525412******3241",
      currency: "NOK",
      creditLimit: 1000,
      relatedAccount: "990000009999",
      balances: [{ balanceType: "interimbooked", balanceAmount: { amount: "-150.00" } }],
    };
    const opened = await script.send("/v1/sandbox/card-accounts", card, 201);
    assert.equal(opened.creditLimit, "1000.00");
    const loaded = await script.send(
      opened._links.transactions.href,
      [
        {
          transactionAmount: { amount: "-112.00", currency: "NOK" },
          originalAmount: { amount: 10, currency: "EUR" },
          transactionDate: "2026-01-05",
          bookingDate: "2026-01-06",
          transactionDetails: "Café",
          invoiced: true,
        },
      ],
      201,
    );
    assert.equal(loaded[0].originalAmount.amount, "-10.00");
    const psu = await aPsu(bank, { customerNumber: "15819000066" });
    const seen = await psu.get(
      `/v1/card-accounts/${opened.resourceId}/transactions?dateFrom=2026-01-01`,
    );
    const [booked] = seen.json.cardTransactions.booked;
    assert.equal(booked.transactionDetails, "Café", seen.text);
    assert.deepEqual(booked.originalAmount, loaded[0].originalAmount);
    const other = { identification: "990000009999", schemeNameProprietary: "creditCardAccount" };
    assert.equal(await pay("15819000066", { other }, "99901010028"), "ACSC");
    const ids = (await script.read("/v1/sandbox/card-accounts")).map(
      ({ resourceId }: { resourceId: string }) => resourceId,
    );
    assert.ok(ids.includes(opened.resourceId) && ids.includes("kari-card"));
    assert.equal(
      (await script.tpp.send({ path: `/v1/sandbox/accounts/${opened.resourceId}` })).status,
      404,
    );
  });
});
