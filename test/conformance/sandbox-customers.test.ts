import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { customerListResponse, validateBody } from "@varde/protocol";
import type { TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { aPsu } from "@varde/testkit/psu";
import { aTpp, type RawTpp } from "@varde/testkit/tpp";

const path = "/v1/sandbox/customers";
const newCustomer = { customerNumber: "15819000066", name: "Siri Testesen", type: "private" };

interface Listed {
  readonly customerId: string;
  readonly customerNumber: string;
  readonly customerType: string;
  readonly agreements: readonly ListedAgreement[];
  readonly accounts: readonly string[];
  readonly cardAccounts: readonly string[];
  readonly _links: Readonly<Record<"self", Link>>;
}

interface ListedAgreement {
  readonly id: string;
  readonly engagements: string[];
  readonly _links: Readonly<Record<"self" | "engagements", Link>>;
}

interface Link {
  readonly href: string;
  readonly verbs: readonly string[];
}

describe("customers in the sandbox", () => {
  let bank: TestBank;
  let tpp: RawTpp;
  before(async () => {
    bank = await aBank();
    tpp = aTpp(bank);
  });
  after(() => bank.close());
  beforeEach(async () => {
    const reset = await tpp.send({ method: "POST", path: "/v1/sandbox/initialize" });
    assert.equal(reset.status, 200, reset.text);
  });

  const list = async (query = ""): Promise<readonly Listed[]> => {
    const response = await tpp.send({ path: `${path}${query}` });
    assert.equal(response.status, 200, response.text);
    assert.notEqual(response.json.length, 0, "the list is empty");
    return response.json;
  };
  const create = (body: unknown) => tpp.send({ path, body });

  test("CUS-01: lists a customer with id, number, type and name", async () => {
    for (const customer of await list()) {
      for (const field of ["customerId", "customerNumber", "customerType", "customerName"]) {
        const value = (customer as unknown as Record<string, unknown>)[field];
        assert.ok(typeof value === "string" && value !== "", `${field}: ${value}`);
      }
    }
  });

  test("CUS-02: lets a new customer identify by customerNumber at once", async () => {
    await create(newCustomer);
    const account = { customerNumber: "15819000066", accountName: "Brukskonto", currency: "NOK" };
    const opened = await tpp.send({
      path: "/v1/sandbox/accounts",
      body: { ...account, bban: "12345678901", balances: [] },
    });
    assert.equal(opened.status, 201, opened.text);
    const psu = await aPsu(bank, { customerNumber: "15819000066" });
    const accounts = await psu.get("/v1/accounts");
    assert.deepEqual(
      accounts.json.accounts.map(({ bban }: { bban: string }) => bban),
      ["12345678901"],
    );
  });

  test("CUS-03: returns customerType as PRIVATE or CORPORATE, whatever case was sent", async () => {
    const created = await create({ ...newCustomer, type: "Corporate" });
    assert.equal(created.json.customerType, "CORPORATE");
    assert.deepEqual(
      new Set((await list()).map(({ customerType }) => customerType)),
      new Set(["PRIVATE", "CORPORATE"]),
    );
    assert.equal((await create({ ...newCustomer, type: "OTHER" })).status, 400);
  });

  test("CUS-04: returns the three lists of every customer", async () => {
    for (const customer of await list("?withAccounts=false&withAgreements=false")) {
      assert.ok(Array.isArray(customer.agreements));
      assert.ok(Array.isArray(customer.accounts));
      assert.ok(Array.isArray(customer.cardAccounts));
    }
  });

  test("CUS-05: returns a self link to the customer", async () => {
    for (const customer of await list()) {
      const { self } = customer._links;
      assert.deepEqual(self.verbs, ["GET", "DELETE"]);
      assert.deepEqual((await tpp.send({ path: self.href })).json, customer);
    }
  });

  test("CUS-06: lists an agreement with its name and engagements", async () => {
    const [kari] = (await list()).filter(({ customerId }) => customerId.includes("kari"));
    const agreement = kari?.agreements[0] as unknown as Record<string, unknown>;
    assert.equal(agreement.name, "Kari Nordli");
    assert.equal((agreement.engagements as string[]).length, 3);
  });

  test("CUS-07: returns links to an agreement and its engagements", async () => {
    const agreements = (await list()).flatMap((customer) => customer.agreements);
    assert.notEqual(agreements.length, 0);
    for (const agreement of agreements) {
      const { self, engagements } = agreement._links;
      const read = (await tpp.send({ path: self.href })).json;
      assert.equal(read.id, agreement.id);
      const isPrivate = read.context === "PRIVATE";
      assert.deepEqual(self.verbs, isPrivate ? ["GET"] : ["GET", "DELETE"]);
      assert.deepEqual(engagements.verbs, isPrivate ? ["GET"] : ["GET", "POST"]);
      const listed = (await tpp.send({ path: engagements.href })).json;
      assert.deepEqual(
        listed.map(({ id }: { id: string }) => id),
        agreement.engagements,
      );
    }
  });

  test("CUS-08: creates 2 accounts and a card account for each private customer", async () => {
    const people = (await list()).filter(({ customerType }) => customerType === "PRIVATE");
    assert.ok(people.length > 0);
    for (const { accounts, cardAccounts } of people) {
      assert.deepEqual([accounts.length, cardAccounts.length], [2, 1]);
    }
  });

  test("CUS-09: creates 2 accounts for each corporate customer", async () => {
    const companies = (await list()).filter(({ customerType }) => customerType === "CORPORATE");
    assert.ok(companies.length > 0);
    for (const { accounts, cardAccounts } of companies) {
      assert.deepEqual([accounts.length, cardAccounts.length], [2, 0]);
    }
  });

  test("CUS-10: restores deleted customers and their accounts at initialisation", async () => {
    const initial = await list();
    for (const { customerId } of initial) {
      const deleted = await tpp.send({ method: "DELETE", path: `${path}/${customerId}` });
      assert.equal(deleted.status, 204, deleted.text);
    }
    assert.deepEqual((await tpp.send({ path })).json, []);
    await tpp.send({ method: "POST", path: "/v1/sandbox/initialize" });
    assert.deepEqual(await list(), initial);
  });

  test("CUS-10: ends sessions and consents at initialisation, and keeps PSU-IDs", async () => {
    const psu = await aPsu(bank, { customerNumber: "03848420491", context: "PRIVATE" });
    assert.equal((await psu.get("/v1/accounts")).status, 200);
    await tpp.send({ method: "POST", path: "/v1/sandbox/initialize" });
    assert.equal((await psu.get("/v1/accounts")).status, 401);
    const again = await aPsu(bank, { customerNumber: "03848420491", context: "PRIVATE" });
    assert.equal(again.psuId, psu.psuId);
  });

  test("CUS-11: removes manually created data at initialisation", async () => {
    const initial = await list();
    await create(newCustomer);
    assert.equal((await list()).length, initial.length + 1);
    await tpp.send({ method: "POST", path: "/v1/sandbox/initialize" });
    assert.deepEqual(await list(), initial);
  });

  test("CUS-12, END-10: returns empty account lists without accounts", async () => {
    for (const { accounts, cardAccounts, agreements } of await list("?withAccounts=false")) {
      assert.deepEqual([accounts, cardAccounts], [[], []]);
      assert.ok(agreements.length > 0);
    }
  });

  test("CUS-12, END-11: returns an empty agreement list without agreements", async () => {
    for (const { accounts, agreements } of await list("?withAgreements=false")) {
      assert.deepEqual(agreements, []);
      assert.ok(accounts.length > 0);
    }
  });

  test("CUS-13: returns both lists by default", async () => {
    assert.deepEqual(await list(), await list("?withAccounts=true&withAgreements=true"));
  });

  test("CUS-14: lists the initial customers together with the created ones", async () => {
    const initial = await list();
    const created = await create(newCustomer);
    assert.deepEqual(await list(), [...initial, created.json]);
  });

  test("END-08: returns the list as a bare array of customers", async () => {
    assert.deepEqual(validateBody(customerListResponse, await list()).violations, []);
  });

  test("END-09: lists a created customer until it is deleted", async () => {
    const created = await create(newCustomer);
    const self = created.json._links.self.href;
    assert.ok((await list()).some(({ customerId }) => customerId === created.json.customerId));
    assert.equal((await tpp.send({ method: "DELETE", path: self })).status, 204);
    assert.equal((await tpp.send({ path: self })).status, 404);
    assert.ok(!(await list()).some(({ customerId }) => customerId === created.json.customerId));
    assert.equal((await create(newCustomer)).status, 201);
  });

  test("END-22: creates a private customer with an agreement", async () => {
    const person = await create(newCustomer);
    assert.equal(person.status, 201);
    assert.equal(person.json.agreements.length, 1);
    const company = await create({
      ...newCustomer,
      customerNumber: "310000000",
      type: "CORPORATE",
    });
    assert.deepEqual(company.json.agreements, []);
  });

  test("refuses a customerNumber that is already used", async () => {
    assert.equal((await create(newCustomer)).status, 201);
    const second = await create({ ...newCustomer, name: "Another" });
    assert.equal(second.status, 409);
    assert.equal(second.json.tppMessages[0].path, "/customerNumber");
    const together = await Promise.all(
      Array.from({ length: 5 }, () => create({ ...newCustomer, customerNumber: "15819000147" })),
    );
    assert.deepEqual(together.map(({ status }) => status).toSorted(), [201, 409, 409, 409, 409]);
  });

  test("warns about a number that may belong to a real person", async () => {
    const created = await create({ ...newCustomer, customerNumber: "01010112345" });
    assert.equal(created.status, 201);
    assert.match(String(created.headers["varde-warning"]), /synthetic/);
    assert.equal((await create(newCustomer)).headers["varde-warning"], undefined);
    const company = (customerNumber: string) =>
      create({ customerNumber, name: "Testhuset AS", type: "CORPORATE" });
    assert.equal((await company("310000000")).headers["varde-warning"], undefined);
    assert.match(String((await company("923609016")).headers["varde-warning"]), /real company's/);
  });

  test("accepts one X-Request-ID for any number of data operations", async () => {
    const headers = { "X-Request-ID": "data-script" };
    for (const customerNumber of ["15819000066", "15819000147"]) {
      const response = await tpp.send({ path, headers, body: { ...newCustomer, customerNumber } });
      assert.equal(response.status, 201, response.text);
    }
    assert.equal((await tpp.send({ path, headers: { "X-Request-ID": undefined } })).status, 400);
  });

  test("reports faults of the body with their paths", async () => {
    const response = await create({ customerNumber: 15819000066, type: "private" });
    assert.equal(response.status, 400);
    assert.deepEqual(
      response.json.tppMessages.map(({ code, path }: { code: string; path: string }) => [
        code,
        path,
      ]),
      [
        ["FORMAT_ERROR", "/name"],
        ["FORMAT_ERROR", "/customerNumber"],
      ],
    );
  });
});
