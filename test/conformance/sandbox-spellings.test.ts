import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { aPsu } from "@varde/testkit/psu";
import { anAccount, DataScript, siri, testhuset } from "./data-script.ts";

const accounts = "/v1/sandbox/accounts";
const cards = "/v1/sandbox/card-accounts";

/** A card account as the banks' own data scripts send it. */
const aCard = {
  customerNumber: siri.customerNumber,
  name: "Kredittkort",
  maskedPan: "525412******3241",
  currency: "NOK",
  creditLimit: { amount: "25000.00", currency: "NOK" },
  product: "Mastercard",
  status: "enabled",
  cardId: 4711,
  cardIdVNo: "1",
  accountNumber: "99990000012",
  expiryDate: "2029-12-31",
  balances: "",
};

const aCardTransaction = {
  cardTransactionId: "ct-1",
  terminalId: "T-77",
  bookingDate: "2026-01-06",
  transactionDate: "2026-01-05",
  transactionAmount: { amount: "-112.00", currency: "NOK" },
  originalAmount: { amount: -10, currency: "EUR" },
  merchantCategoryCode: 5812,
  markupFee: { amount: "1.50", currency: "NOK" },
  markupFeePercentage: "1.75",
  cardAcceptorId: "shop-9",
  cardAcceptorAddress: { streetName: "Storgata", townName: "Oslo", country: "NO" },
  maskedPan: "525412******3241",
  transactionDetails: "Café",
  invoiced: "true",
  proprietaryBankTransactionCode: "PURCHASE",
};

describe("spellings of test data", () => {
  let bank: TestBank;
  let script: DataScript;
  before(async () => {
    bank = await aBank();
    script = new DataScript(bank);
    await script.send("/v1/sandbox/customers", siri, 201);
  });
  after(() => bank.close());

  test("empty strings count as absent, whatever the type of an optional field", async () => {
    const empty = { iban: "", product: "", cashAccountType: "", creditLine: "", balances: "" };
    const opened = await script.send(
      accounts,
      { ...anAccount, bban: "60050000012", ...empty },
      201,
    );
    assert.equal(opened.creditLine, "0.00");
    assert.equal(opened.balances[0].balanceAmount.amount, "0.00");
    const refused = await script.send(
      accounts,
      { ...anAccount, bban: "60050000020", accountName: "" },
      400,
    );
    assert.equal(refused.tppMessages[0].path, "/accountName", "a required field");
  });

  test("a transaction has transactionAmount, or amount and currency", async () => {
    const opened = await script.send(accounts, { ...anAccount, bban: "60050000039" }, 201);
    const { href } = opened._links.transactions;
    const dates = { bookingDate: "2026-01-05", valueDate: "2026-01-06", creditorAccount: "" };
    const loaded = await script.send(
      href,
      [
        { ...dates, transactionAmount: { amount: "-1.5", currency: "NOK" } },
        { ...dates, amount: -2, currency: "NOK", transactionAmount: "" },
      ],
      201,
    );
    assert.deepEqual(
      loaded.map((one: { transactionAmount: object }) => one.transactionAmount),
      [
        { amount: "-1.50", currency: "NOK" },
        { amount: "-2.00", currency: "NOK" },
      ],
    );
    const bad = [
      { ...dates, amount: 1 },
      { ...dates, amount: 1, currency: "EUR" },
      { ...dates, amount: 1.234, currency: "NOK" },
    ];
    const refused = await script.send(href, bad, 400);
    assert.deepEqual(
      refused.tppMessages.map(({ path }: { path: string }) => path),
      ["/0/transactionAmount", "/1/currency", "/2/amount"],
    );
  });

  test("a card account and its transactions have the fields of the banks' scripts", async () => {
    const opened = await script.send(cards, aCard, 201);
    const { balances, _links, resourceId, ...fields } = opened;
    const { name, ...sent } = aCard;
    assert.deepEqual(
      { ...fields, balances: "" },
      { ...sent, accountName: name, creditLimit: "25000.00", cardId: "4711" },
    );
    const { href } = _links.transactions;
    const others = [
      { ...aCardTransaction, cardTransactionId: "", invoiced: "", originalAmount: "" },
      { ...aCardTransaction, cardTransactionId: "ct-2", invoiced: false, transactionDate: "" },
    ];
    const loaded = await script.send(href, [aCardTransaction, ...others], 201);
    assert.deepEqual(loaded[0], {
      ...aCardTransaction,
      originalAmount: { amount: "-10.00", currency: "EUR" },
      merchantCategoryCode: "5812",
      markupFee: "1.50",
      invoiced: true,
    });
    assert(loaded[1].cardTransactionId.length > 10, "an id of the sandbox");
    assert.equal(loaded[1].invoiced, undefined);
    assert.deepEqual([loaded[2].invoiced, loaded[2].transactionDate], [false, "2026-01-06"]);
    assert.deepEqual(new Set(await script.read(href)), new Set(loaded));
    const psu = await aPsu(bank, { customerNumber: siri.customerNumber });
    const { json } = await psu.get(`/v1/card-accounts/${resourceId}`);
    assert.equal(json.cardAccount.name, "Kredittkort");
    const wrong = { ...aCard, creditLimit: { amount: 1, currency: "EUR" } };
    const refused = await script.send(cards, wrong, 400);
    assert.equal(refused.tppMessages[0].path, "/creditLimit/currency");
    const nameless = await script.send(cards, { ...aCard, name: "" }, 400);
    assert.equal(nameless.tppMessages[0].path, "/accountName");
  });

  test("transactions are filtered by fromDate and toDate, or dateFrom and dateTo", async () => {
    const opened = await script.send(accounts, { ...anAccount, bban: "60050000047" }, 201);
    const { href } = opened._links.transactions;
    const on = (day: string) => ({ bookingDate: day, valueDate: day, amount: 1, currency: "NOK" });
    await script.send(href, ["2026-01-05", "2026-01-06", "2026-01-07"].map(on), 201);
    for (const [from, to] of [
      ["fromDate", "toDate"],
      ["dateFrom", "dateTo"],
    ]) {
      const listed = await script.read(`${href}?${from}=2026-01-06&${to}=2026-01-06`);
      assert.deepEqual(
        listed.map(({ bookingDate }: { bookingDate: string }) => bookingDate),
        ["2026-01-06"],
      );
    }
  });

  test("an agreement names its owner by customerNumber or customerId", async () => {
    const { customerId } = await script.send("/v1/sandbox/customers", testhuset, 201);
    for (const owner of [testhuset.customerNumber, customerId]) {
      const body = { owner, name: `Avtale ${owner}`, engagements: "" };
      const made = await script.send("/v1/sandbox/agreements", body, 201);
      assert.equal(made.owner, testhuset.customerNumber);
    }
    const unknown = { owner: "no-such-id", name: "Avtale" };
    const refused = await script.send("/v1/sandbox/agreements", unknown, 400);
    assert.equal(refused.tppMessages[0].path, "/owner");
  });
});
