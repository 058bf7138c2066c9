import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { listKnownNames, operationList, type Schema } from "@varde/protocol";
import type { TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { aPsu } from "@varde/testkit/psu";
import type { RawResponse } from "@varde/testkit/tpp";
import { anAccount, DataScript, siri, testhuset } from "./data-script.ts";

const nok = (amount: number | string) => ({ amount, currency: "NOK" });
const id = (name: string) => `${name}-`.padEnd(70, "0123456789");

/** A body for each operation that loads data, with every field of its schema and no value twice. */
const bodies = {
  createCustomer: { ...siri, customerNumber: "15819000228", name: "Every Field" },
  createSandboxAccount: {
    ...anAccount,
    accountName: "Every account field",
    bban: "60050000101",
    iban: "NO4060050000101",
    product: "Product A",
    cashAccountType: "SVGS",
    creditLine: 750,
    balances: [
      { balanceType: "closingBooked", balanceAmount: nok("501.50") },
      { balanceType: "expected", balanceAmount: nok(502) },
      { balanceType: "forwardAvailable", balanceAmount: nok("1251.50") },
    ],
  },
  createSandboxCardAccount: {
    customerNumber: siri.customerNumber,
    accountName: "Every card field",
    name: "Another name",
    maskedPan: "525412******3242",
    currency: "NOK",
    product: "Product B",
    creditLimit: nok("25000.00"),
    relatedAccount: id("related"),
    status: "blocked",
    cardId: id("card"),
    cardIdVNo: id("version"),
    accountNumber: id("account"),
    expiryDate: "2029-12-31",
    expiry: "12/29",
    balances: [{ balanceType: "interimBooked", balanceAmount: nok(-150) }],
  },
  createSandboxTransactions: [
    {
      transactionAmount: nok("-11.50"),
      amount: -12,
      currency: "NOK",
      bookingDate: "2026-01-05",
      valueDate: "2026-01-06",
      creditorName: "Creditor",
      creditorId: id("creditor"),
      creditorAccount: { bban: "60050000102", iban: "NO1060050000102" },
      debtorName: "Debtor",
      debtorAccount: { bban: "60050000103", iban: "NO8060050000103" },
      ultimateCreditor: "Ultimate creditor",
      ultimateDebtor: "Ultimate debtor",
      remittanceInformationUnstructured: "Message",
      endToEndId: id("end"),
      entryReference: id("entry"),
      purposeCode: "GDDS",
      bankTransactionCode: "PMNT-ICDT-ESCT",
      proprietaryBankTransactionCode: "TRANSFER",
    },
  ],
  createSandboxCardTransactions: [
    {
      cardTransactionId: id("purchase"),
      terminalId: id("terminal"),
      transactionAmount: nok("-112.00"),
      amount: "-112",
      currency: "NOK",
      originalAmount: { amount: "-10.25", currency: "EUR" },
      transactionDate: "2026-01-07",
      bookingDate: "2026-01-08",
      merchantCategoryCode: 5812,
      markupFee: { amount: "1.50", currency: "SEK" },
      markupFeePercentage: "1.75",
      cardAcceptorId: id("shop"),
      cardAcceptorAddress: {
        street: "Storgata",
        streetName: "Lillegata",
        buildingNumber: "7 B",
        city: "Oslo",
        townName: "Bergen",
        postalCode: "0155",
        postCode: "5003",
        country: "NO",
      },
      maskedPan: "525412******3243",
      transactionDetails: "Details",
      invoiced: "true",
      proprietaryBankTransactionCode: "PURCHASE",
    },
    {
      transactionAmount: nok("-9.00"),
      originalAmount: nok("-8.00"),
      transactionDate: "2026-01-07",
    },
  ],
  createSandboxAgreement: {
    owner: testhuset.customerNumber,
    name: "Agreement",
    signing: {
      approvals: 2,
      groups: [[siri.customerNumber], [testhuset.customerNumber]],
      limits: [{ customer: siri.customerNumber, payment: "25000.00", day: "100000.00" }],
    },
  },
  createEngagements: [
    { customer: siri.customerNumber, account: {}, roles: ["view", "REGISTER", "APPROVE"] },
  ],
} as const;

/** Lists each value of a body with its JSON pointer. */
function* leaves(value: unknown, pointer = ""): Generator<readonly [string, string]> {
  if (typeof value !== "object" || value === null) yield [pointer, comparable(value)];
  else {
    for (const [name, inner] of Object.entries(value)) yield* leaves(inner, `${pointer}/${name}`);
  }
}

/** Compares amounts by number, and words of test data in any letter case. */
const comparable = (value: unknown): string => {
  const text = String(value).toLowerCase();
  return /^-?[0-9.]+$/.test(text) && text.length < 11 ? String(Number(text)) : text;
};

const fieldNames = (body: unknown): Set<string> => {
  const pointers = [...leaves(body)].flatMap(([pointer]) => pointer.split("/"));
  return new Set(pointers.filter((name) => !/^[0-9]*$/.test(name)));
};

/** Lists a pointer and those of the objects that contain it, but not of the whole body. */
const parents = (pointer: string): readonly string[] =>
  pointer
    .split("/")
    .flatMap((_, at, steps) => (at === 0 ? [] : [steps.slice(0, at + 1).join("/")]));

/** Asserts that every value that was sent is in what is read back, or that a warning names it. */
const assertStored = (sent: unknown, { headers }: RawResponse, stored: unknown): void => {
  const warnings = String(headers["varde-warning"] ?? "");
  const values = new Set([...leaves(stored)].map(([, value]) => value));
  for (const [pointer, value] of leaves(sent)) {
    const isNamed = parents(pointer).some((each) => warnings.includes(`${each} (`));
    assert.ok(values.has(value) || isNamed, `${pointer} ${value} was dropped; ${warnings}`);
  }
};

describe("fields of test data", () => {
  let bank: TestBank;
  let script: DataScript;
  before(async () => {
    bank = await aBank();
    script = new DataScript(bank);
    await script.send("/v1/sandbox/customers", siri, 201);
    await script.send("/v1/sandbox/customers", testhuset, 201);
  });
  after(() => bank.close());

  const load = async (path: string, body: unknown): Promise<RawResponse> => {
    const response = await script.tpp.send({ path, body });
    assert.equal(response.status, 201, response.text);
    return response;
  };

  test("CUS-15: every operation and field of the schemas is tried", () => {
    const loading = operationList.filter(
      ({ kind, body, path }) =>
        kind === "loadData" && body !== undefined && path.includes("/sandbox/"),
    );
    assert.deepEqual(Object.keys(bodies).toSorted(), loading.map(({ id }) => id).toSorted());
    for (const { id: operation, body } of loading) {
      const sent = fieldNames(bodies[operation as keyof typeof bodies]);
      // Filled in by their tests, from what was created before.
      if (operation === "createSandboxAgreement") sent.add("engagements");
      if (operation.endsWith("Agreement") || operation === "createEngagements") {
        for (const name of ["customer", "account", "iban", "roles"]) sent.add(name);
      }
      assert.deepEqual(
        [...listKnownNames(body as Schema)].filter((name) => !sent.has(name)),
        [],
      );
    }
  });

  test("CUS-15: a customer, an agreement and its engagements are read back", async () => {
    const customer = await load("/v1/sandbox/customers", bodies.createCustomer);
    assertStored(
      bodies.createCustomer,
      customer,
      await script.read(customer.json._links.self.href),
    );
    const opened = await load("/v1/sandbox/accounts", {
      ...anAccount,
      customerNumber: testhuset.customerNumber,
      bban: "60050000110",
    });
    const engagement = { ...bodies.createEngagements[0], account: { iban: opened.json.iban } };
    const agreement = { ...bodies.createSandboxAgreement, engagements: [engagement] };
    const made = await load("/v1/sandbox/agreements", agreement);
    const { self, engagements } = made.json._links;
    const stored = [await script.read(self.href), await script.read(engagements.href)];
    assertStored(agreement, made, stored);
    const more = [{ ...engagement, customer: bodies.createCustomer.customerNumber }];
    const added = await load(engagements.href, more);
    assertStored(more, added, await script.read(engagements.href));
  });

  test("CUS-15, CUS-16: an account and its transactions are read back", async () => {
    const opened = await load("/v1/sandbox/accounts", bodies.createSandboxAccount);
    const { self, transactions } = opened.json._links;
    assertStored(bodies.createSandboxAccount, opened, await script.read(self.href));
    assert.match(
      String(opened.headers["varde-warning"]),
      /\/balances\/1 \(expected is calculated\)/,
    );
    const loaded = await load(transactions.href, bodies.createSandboxTransactions);
    assertStored(bodies.createSandboxTransactions, loaded, await script.read(transactions.href));
    const psu = await aPsu(bank, { customerNumber: siri.customerNumber });
    const listed = await psu.get(
      `/v1/accounts/${opened.json.resourceId}/transactions?dateFrom=2026-01-01`,
    );
    const [booked] = listed.json.transactions.booked;
    assert.equal(booked.purposeCode, "GDDS");
    assert.equal(booked.entryReference, bodies.createSandboxTransactions[0].entryReference);
  });

  test("CUS-15, CUS-16: a card account and its transactions are read back", async () => {
    const opened = await load("/v1/sandbox/card-accounts", bodies.createSandboxCardAccount);
    const { self, transactions } = opened.json._links;
    assertStored(bodies.createSandboxCardAccount, opened, await script.read(self.href));
    const loaded = await load(transactions.href, bodies.createSandboxCardTransactions);
    const stored = await script.read(transactions.href);
    assertStored(bodies.createSandboxCardTransactions, loaded, stored);
    const warnings = String(loaded.headers["varde-warning"]);
    assert.match(warnings, /^Not stored: \/0\/markupFee\/currency .*, \/1\/originalAmount /);
    assert.doesNotMatch(warnings, /amount \(transactionAmount/, "both amounts are the same");
  });

  test("CUS-16: an id of more than 70 characters is refused", async () => {
    const { createSandboxCardAccount: card, createSandboxCardTransactions } = bodies;
    const [purchase] = createSandboxCardTransactions;
    const long = "x".repeat(71);
    for (const field of ["cardId", "cardIdVNo", "accountNumber", "relatedAccount"]) {
      const refused = await script.send(
        "/v1/sandbox/card-accounts",
        { ...card, [field]: long },
        400,
      );
      assert.equal(refused.tppMessages[0].path, `/${field}`);
      assert.match(refused.tppMessages[0].text, /70/);
    }
    const path = "/v1/sandbox/card-accounts/kari-card/transactions";
    for (const field of ["cardTransactionId", "terminalId", "cardAcceptorId"]) {
      const refused = await script.send(path, [{ ...purchase, [field]: long }], 400);
      assert.equal(refused.tppMessages[0].path, `/0/${field}`);
    }
  });
});
