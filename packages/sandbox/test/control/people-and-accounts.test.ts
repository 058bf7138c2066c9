import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type ControlClient, openControl } from "@varde/protocol/control-client";
import { aPsu } from "@varde/testkit/psu";
import { dataSet, startBank, type TestBank } from "../../src/index.ts";

describe("people, accounts and consents in the control API", () => {
  let bank: TestBank;
  let world: string;
  let control: ControlClient;
  const { kari } = dataSet.people;
  before(async () => {
    bank = await startBank({ hasBackgroundJobs: false });
    await bank.clock.set("2026-12-07T08:00:00+01:00");
    world = (await bank.listWorlds())[0]?.worldId ?? "";
    control = openControl(bank.addresses.http, undefined);
  });
  after(() => bank.close());

  const find = async (text: string) =>
    (await control.get("/customers", { world, query: { text } })).customers;
  const readAccount = (account: string) =>
    control.get("/accounts/{account}", { world, parameters: { account } });

  test("customers are found by name, number and account, and listed in pages", async () => {
    for (const text of [
      kari.name.toUpperCase().slice(0, 4),
      kari.customerNumber,
      kari.current.bban,
    ]) {
      assert.ok(
        (await find(text)).some(({ name }) => name === kari.name),
        text,
      );
    }
    assert.deepEqual(await find("%"), [], "a sign of the pattern language is text");
    const first = await control.get("/customers", { world, query: { limit: "1" } });
    const after = first.next ?? "";
    const second = await control.get("/customers", { world, query: { limit: "1", after } });
    assert.notEqual(first.customers[0]?.customerId, second.customers[0]?.customerId);
  });

  test("companies that share a customer number say whose it is", async () => {
    const { henrik } = dataSet.representatives;
    const shared = await find(henrik.customerNumber);
    assert.deepEqual(
      shared.map(({ name, numberOf }) => [name, numberOf]).toSorted(),
      ["Skarvøy Sjømat AS", "Tindvik Utleie AS"].map((name) => [name, henrik.name]),
    );
    const [person] = (await find(kari.customerNumber)).filter(({ type }) => type === "PRIVATE");
    assert.equal(person?.numberOf, undefined);
  });

  test("a person and an account are renamed, also for TPPs", async () => {
    const psu = await aPsu(bank);
    const [person] = await find(kari.customerNumber);
    const parameters = { customerId: person?.customerId ?? "" };
    const rename = (path: "/customers/{customerId}", name: string) =>
      control.patch(path, { world, parameters, body: { name } });
    await rename("/customers/{customerId}", "Kari Ny");
    const shown = await control.get("/customers/{customerId}", { world, parameters });
    assert.equal(shown.name, "Kari Ny");
    assert.equal(shown.agreements[0]?.name, "Kari Ny");
    const account = { account: kari.current.bban };
    const body = { name: "Husholdning" };
    await control.patch("/accounts/{account}", { world, parameters: account, body });
    assert.equal((await readAccount(kari.current.bban)).name, "Husholdning");
    const { accounts } = (await psu.get("/v1/accounts")).json;
    assert.ok(accounts.some(({ name }: { name: string }) => name === "Husholdning"));
    await rename("/customers/{customerId}", kari.name);
    await assert.rejects(rename("/customers/{customerId}", ""), /name/);
    const unknown = { world, parameters: { customerId: "nobody" }, body };
    await assert.rejects(control.patch("/customers/{customerId}", unknown), /no customer nobody/);
  });

  test("a customer is created with an account and an agreement, changed and deleted", async () => {
    const customerNumber = "310000026";
    const { customerId } = await control.post("/customers", {
      world,
      body: { name: "Konsoll AS", customerNumber, type: "CORPORATE" },
    });
    const { accountId } = await control.post("/accounts", {
      world,
      body: { customerNumber, accountName: "Drift", bban: "99901019999", currency: "NOK" },
    });
    const { agreementId } = await control.post("/agreements", {
      world,
      body: { owner: customerId, name: "Konsoll" },
    });
    const { iban = "" } = await readAccount(accountId);
    const person = { customer: kari.customerNumber, account: { iban }, roles: ["VIEW"] } as const;
    await control.post("/agreements/{agreementId}/engagements", {
      world,
      parameters: { agreementId },
      body: { engagements: [person] },
    });
    const parameters = { customerId };
    const shown = await control.get("/customers/{customerId}", { world, parameters });
    assert.deepEqual(
      shown.accounts.map(({ name }) => name),
      ["Drift"],
    );
    assert.deepEqual(shown.agreements[0]?.engagements, [
      {
        person: kari.name,
        customerNumber: kari.customerNumber,
        account: "99901019999",
        rights: ["VIEW"],
      },
    ]);
    await assert.rejects(
      control.post("/customers", { world, body: { name: "X", customerNumber, type: "PRIVATE" } }),
      /customerNumber: .* already has a customer/,
    );
    await control.delete("/customers/{customerId}", { world, parameters });
    await assert.rejects(
      control.get("/customers/{customerId}", { world, parameters }),
      /no customer/,
    );
  });

  test("a booked transaction changes the balance and the balance of the day", async () => {
    const before = await readAccount(kari.current.bban);
    const parameters = { account: kari.current.bban };
    const { booked } = await control.post("/accounts/{account}/transactions", {
      world,
      parameters,
      body: { amount: "-25.50", party: "Kiosk", text: "Avis" },
    });
    assert.equal(Number(booked).toFixed(2), (Number(before.booked) - 25.5).toFixed(2));
    const account = await readAccount(before.accountId);
    assert.deepEqual(account.balances.at(-1), { day: "2026-12-07", booked });
    assert.equal(account.balances.at(-2)?.booked, before.booked);
    assert.equal(account.transactions, before.transactions + 1);
    await assert.rejects(
      control.post("/accounts/{account}/transactions", {
        world,
        parameters,
        body: { amount: "-99999999.00" },
      }),
      /credit line/,
    );
  });

  test("transactions are listed in pages and searched a part at a time", async () => {
    const account = kari.savings.bban;
    const parameters = { account };
    const list = (query: { limit?: string; after?: string; text?: string; to?: string }) =>
      control.get("/accounts/{account}/transactions", { world, parameters, query });
    await control.post("/accounts/{account}/transactions/load", {
      world,
      parameters,
      body: {
        transactions: [
          {
            bookingDate: "2020-01-02",
            valueDate: "2020-01-02",
            amount: "-12.34",
            currency: "NOK",
            creditorName: "Nål i høystakk",
          },
        ],
      },
    });
    await bank.history.load(account, 6_000);
    const first = await list({ limit: "2" });
    const second = await list({ limit: "2", after: first.next ?? "" });
    const all = await list({ limit: "4" });
    assert.deepEqual([...first.transactions, ...second.transactions], all.transactions);
    const begun = await list({ text: "nål 12.34" });
    assert.deepEqual(begun.transactions, []);
    assert.ok(begun.searchedTo, "the search has stopped on the way");
    const ended = await list({ text: "nål 12.34", after: begun.next ?? "" });
    assert.deepEqual(
      ended.transactions.map(({ party }) => party),
      ["Nål i høystakk"],
    );
    assert.equal(ended.next, undefined);
    assert.equal((await list({ to: "2020-06-01" })).transactions[0]?.bookingDate, "2020-01-02");
    await assert.rejects(list({ after: "x" }), /value of next/);
  });

  test("a consent shows its accounts and the unattended calls that are left", async () => {
    const psu = await aPsu(bank);
    const { accounts } = (await psu.get("/v1/accounts")).json;
    const { resourceId } = accounts[0];
    const read = await psu.getUnattended(`/v1/accounts/${resourceId}/balances`);
    assert.equal(read.status, 200, read.text);
    const { consents } = await control.get("/consents", { world });
    const [consent] = consents;
    assert.equal(consent?.psu, kari.name);
    assert.equal(consent?.state, "valid");
    const account = consent?.accounts.find(({ accountId }) => accountId === resourceId);
    assert.deepEqual([account?.balancesLeft, account?.transactionsLeft], [3, 4]);
  });
});
