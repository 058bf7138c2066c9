import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { startBank, type TestBank } from "@varde/sandbox";
import { redirectUri, visit, walkSca } from "../support/psu-visit.ts";
import { RawTpp } from "../support/raw-tpp.ts";

describe("sandbox data", () => {
  let bank: TestBank;
  let tpp: RawTpp;
  before(async () => {
    bank = await startBank();
    tpp = new RawTpp(bank.addresses.http, bank.tpp);
    await send("/v1/sandbox/customers", person, 201);
    await send("/v1/sandbox/customers", company, 201);
  });
  after(() => bank.close());

  const person = { customerNumber: "15819000066", name: "Siri Testesen", type: "PRIVATE" };
  const company = { customerNumber: "15819000147", name: "Testhuset AS", type: "CORPORATE" };
  const account = {
    customerNumber: "15819000066",
    accountName: "Brukskonto",
    bban: "12345678901",
    iban: "",
    currency: "NOK",
    product: "",
    balances: [{ balanceType: "CLOSINGBOOKED", balanceAmount: { amount: 5000.5 } }],
  };

  const send = async (path: string, body: unknown, status: number) => {
    const answer = await tpp.send({ path, body });
    assert.equal(answer.status, status, answer.text);
    return answer.json;
  };
  const read = async (path: string) => {
    const answer = await tpp.send({ path });
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  };
  const remove = (path: string) => tpp.send({ method: "DELETE", path });

  const pay = async (customerNumber: string, debtor: object, creditorBban: string) => {
    const created = await tpp.send({
      path: "/v1/payments/norwegian-domestic-credit-transfers",
      headers: {
        "x-accept-fix": "amount-as-string",
        "PSU-Context": "PRIVATE",
        "TPP-Session-ID": randomUUID(),
        "TPP-Redirect-URI": redirectUri,
        "PSU-IP-Address": "192.0.2.1",
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
    await walkSca(bank, created.json._links.scaRedirect.href, { customerNumber });
    return (await read(created.json._links.status.href)).transactionStatus;
  };

  test("an account without a check digit pays and is paid at once", async () => {
    const opened = await send("/v1/sandbox/accounts", account, 201);
    assert.equal(opened.iban.slice(4), "12345678901");
    assert.equal(opened.balances[0].balanceAmount.amount, "5000.50");
    assert.equal(await pay("15819000066", { bban: "12345678901" }, "99901010028"), "ACSC");
    assert.equal(await pay("03848420491", { bban: "99901010028" }, "12345678901"), "ACSC");
    const now = await read(opened._links.self.href);
    assert.equal(now.balances[0].balanceAmount.amount, "5000.50");
  });

  test("amounts are numbers or strings with at most the currency's digits", async () => {
    const bodies = [
      { ...account, bban: "11111111110", creditLine: "100" },
      { ...account, bban: "11111111111", creditLine: 100.5 },
      { ...account, bban: "11111111112", currency: "JPY", balances: [], creditLine: 7 },
    ];
    const opened = [];
    for (const body of bodies) opened.push(await send("/v1/sandbox/accounts", body, 201));
    assert.deepEqual(
      opened.map(({ creditLine }) => creditLine),
      ["100.00", "100.50", "7"],
    );
    for (const creditLine of ["1.005", "-1", "1,5", "x"]) {
      const refused = await send("/v1/sandbox/accounts", { ...account, creditLine }, 400);
      assert.equal(refused.tppMessages[0].path, "/creditLine");
    }
  });

  test("an account number is taken once, and free again when its account is gone", async () => {
    const body = { ...account, bban: "22222222222" };
    const opened = await send("/v1/sandbox/accounts", body, 201);
    await send("/v1/sandbox/accounts", body, 409);
    assert.equal((await remove(opened._links.self.href)).status, 204);
    assert.equal((await remove(opened._links.self.href)).status, 404);
    await send("/v1/sandbox/accounts", body, 201);
  });

  test("an account belongs to a customer of this world", async () => {
    const body = { ...account, customerNumber: "15819000228", bban: "33333333333" };
    const refused = await send("/v1/sandbox/accounts", body, 400);
    assert.equal(refused.tppMessages[0].code, "RESOURCE_UNKNOWN");
    assert.equal(refused.tppMessages[0].path, "/customerNumber");
  });

  test("an IBAN holds the account's own number", async () => {
    const body = { ...account, bban: "44444444444", iban: "NO9386011117947" };
    const refused = await send("/v1/sandbox/accounts", body, 400);
    assert.equal(refused.tppMessages[0].path, "/iban");
  });

  test("loaded transactions are seen in account information, and the balance stays", async () => {
    const opened = await send("/v1/sandbox/accounts", { ...account, bban: "55555555555" }, 201);
    const path = opened._links.transactions.href;
    const days = ["2026-01-05", "2026-01-06", "2026-01-07"];
    const loaded = await send(
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
    const page = await read(`${path}?fromDate=2026-01-05&toDate=2026-01-06&offset=1&limit=1`);
    assert.deepEqual(
      page.map(({ bookingDate }: { bookingDate: string }) => bookingDate),
      ["2026-01-05"],
    );
    assert.equal((await read(opened._links.self.href)).balances[0].balanceAmount.amount, "5000.50");
    const psu = await visit(bank, { customerNumber: "15819000066" });
    const seen = await psu.get(
      `/v1/accounts/${opened.resourceId}/transactions?dateFrom=2026-01-01`,
    );
    assert.equal(seen.json.transactions.booked.length, 3, seen.text);
    assert.equal(seen.json.transactions.booked[0].entryReference, "ref-2");
    assert.equal((await remove(path)).status, 204);
    assert.deepEqual(await read(path), []);
  });

  test("a transaction has days gone by, in order, and its account's currency", async () => {
    const opened = await send("/v1/sandbox/accounts", { ...account, bban: "66666666666" }, 201);
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
    const refused = await send(path, [good, ...bad], 400);
    assert.deepEqual(
      refused.tppMessages.map(({ path }: { path: string }) => path),
      [
        "/1/bookingDate",
        "/2/valueDate",
        "/3/transactionAmount/currency",
        "/4/transactionAmount/amount",
      ],
    );
    assert.deepEqual(await read(path), []);
  });

  test("a card account is listed, bought with and paid from", async () => {
    const card = {
      customerNumber: "15819000066",
      accountName: "Kredittkort",
      maskedPan: "525412******3241",
      currency: "NOK",
      creditLimit: 1000,
      relatedAccount: "990000009999",
      balances: [{ balanceType: "interimbooked", balanceAmount: { amount: "-150.00" } }],
    };
    const opened = await send("/v1/sandbox/card-accounts", card, 201);
    assert.equal(opened.creditLimit, "1000.00");
    const loaded = await send(
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
    assert.equal(loaded[0].originalAmount.amount, "10.00");
    const psu = await visit(bank, { customerNumber: "15819000066" });
    const seen = await psu.get(
      `/v1/card-accounts/${opened.resourceId}/transactions?dateFrom=2026-01-01`,
    );
    assert.equal(seen.json.cardTransactions.booked[0].transactionDetails, "Café", seen.text);
    const other = { identification: "990000009999", schemeNameProprietary: "creditCardAccount" };
    assert.equal(await pay("15819000066", { other }, "99901010028"), "ACSC");
    const ids = (await read("/v1/sandbox/card-accounts")).map(
      ({ resourceId }: { resourceId: string }) => resourceId,
    );
    assert.ok(ids.includes(opened.resourceId) && ids.includes("kari-card"));
    assert.equal(
      (await tpp.send({ path: `/v1/sandbox/accounts/${opened.resourceId}` })).status,
      404,
    );
  });

  test("a company acts through engagements, and both roles are needed", async () => {
    const opened = await send(
      "/v1/sandbox/accounts",
      { ...account, customerNumber: "15819000147", bban: "77777777777" },
      201,
    );
    const engagement = (customer: string, roles: string[]) => ({
      customer,
      account: { iban: opened.iban },
      roles,
    });
    const agreement = await send(
      "/v1/sandbox/agreements",
      {
        owner: "15819000147",
        name: "Testhuset",
        engagements: [engagement("15819000066", ["view"])],
      },
      201,
    );
    const psu = await visit(bank, { customerNumber: "15819000066", context: "PRIVATE" });
    assert.equal((await psu.get("/v1/agreements")).json.agreements.length, 0);
    const engagements = await send(
      agreement._links.engagements.href,
      [engagement("15819000066", ["VIEW", "Register"])],
      201,
    );
    assert.deepEqual(engagements[0].roles, ["VIEW", "REGISTER"]);
    assert.equal((await psu.get("/v1/agreements")).json.agreements[0].name, "Testhuset");
    const asCompany = await visit(bank, { customerNumber: "15819000066", context: "CORPORATE" });
    assert.equal((await asCompany.get("/v1/accounts")).json.accounts[0].bban, "77777777777");
    assert.equal((await remove(agreement._links.self.href)).status, 204);
    const later = await visit(bank, { customerNumber: "15819000066" });
    assert.deepEqual((await later.get("/v1/agreements")).json.agreements, []);
  });

  test("agreements belong to companies and engage those who are there", async () => {
    const agreement = { owner: "15819000147", name: "Testhuset", engagements: [] };
    const cases = [
      [{ ...agreement, owner: "15819000066" }, "/owner"],
      [{ ...agreement, owner: "99999999" }, "/owner"],
      [
        {
          ...agreement,
          engagements: [
            { customer: "99999999", account: { iban: "NO9386011117947" }, roles: ["VIEW"] },
          ],
        },
        "/engagements/0/customer",
      ],
      [
        {
          ...agreement,
          engagements: [
            { customer: "15819000147", account: { iban: "NO9386011117947" }, roles: ["VIEW"] },
          ],
        },
        "/engagements/0/account/iban",
      ],
    ] as const;
    for (const [body, path] of cases) {
      const refused = await send("/v1/sandbox/agreements", body, 400);
      assert.deepEqual(
        [refused.tppMessages[0].code, refused.tppMessages[0].path],
        ["RESOURCE_UNKNOWN", path],
      );
    }
  });

  test("one TPP's data and reset are no other's", async () => {
    const identity = await bank.authority.issueTppCertificate({
      name: "Other TPP",
      organisationNumber: "310000001",
      roles: ["PSP_AI", "PSP_PI"],
      kind: "working",
    });
    const other = new RawTpp(bank.addresses.http, identity);
    const customers = await read("/v1/sandbox/customers");
    const theirs = await other.send({ path: "/v1/sandbox/customers" });
    assert.equal(theirs.json.length, customers.length - 2);
    await other.send({ method: "POST", path: "/v1/sandbox/initialize" });
    assert.deepEqual(await read("/v1/sandbox/customers"), customers);
  });
});
