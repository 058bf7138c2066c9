import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { TestBank } from "@varde/sandbox";
import { aBank, onlyWorld } from "@varde/testkit/bank";
import { aCrossBorderPayment, ncbct } from "@varde/testkit/payments";
import { aPsu, kari, type TestPsu } from "@varde/testkit/psu";

const name = "A card account with a name of more than thirty-five characters";

describe("early adoption of changes", () => {
  let bank: TestBank;
  before(async () => {
    bank = await aBank();
  });
  after(() => bank.close());

  /** Starts the bank on that day and signs in a PSU. */
  const on = async (day: string): Promise<TestPsu> => {
    await aPsu(bank, kari);
    const noon = Temporal.Instant.from(`${day}T12:00:00Z`).epochMilliseconds;
    await bank.clock.setClock(await onlyWorld(bank), noon, "running");
    const psu = await aPsu(bank, kari);
    psu.tpp.responsesAreDocumented = day >= "2020-08-01";
    return psu;
  };
  const first = async (psu: TestPsu, fixes?: string) => {
    const headers = fixes === undefined ? {} : { "x-accept-fix": fixes };
    const account = (await psu.get("/v1/accounts/kari-current?withBalance=true", headers)).json;
    const card = (await psu.get("/v1/card-accounts/kari-card?withBalance=true", headers)).json;
    const listed = await psu.get(
      "/v1/card-accounts/kari-card/transactions?dateFrom=2019-01-01&limit=1000",
      headers,
    );
    const abroad = listed.json.cardTransactions.booked.find(
      (one: object) => "originalAmount" in one,
    );
    return {
      cashAccountType: account.account.cashAccountType,
      amount: account.account.balances[0].balanceAmount.amount,
      limit: card.cardAccount.creditLimit.amount,
      charged: abroad.transactionAmount,
      original: abroad.originalAmount,
    };
  };

  it("VER-04: returns amounts as strings since 1 August 2020, before that on request", async () => {
    const early = await on("2020-07-31");
    assert.equal(typeof (await first(early)).amount, "number");
    assert.equal((await first(early)).limit, 50000);
    assert.equal((await first(early, "amount-as-string")).limit, "50000.00");
    assert.equal((await first(await on("2020-08-01"))).limit, "50000.00");
  });

  it("VER-04: returns the amounts of payments the same way", async () => {
    const amounts = async (day: string, fixes: string) => {
      const psu = await on(day);
      const headers = { "x-accept-fix": fixes };
      const created = await psu.send({ path: ncbct, body: aCrossBorderPayment(), headers });
      assert.equal(created.status, 201, created.text);
      const { paymentId, transactionFees } = created.json;
      const details = await psu.get(`${ncbct}/${paymentId}`, headers);
      return [transactionFees.amount, details.json.instructedAmount.amount].map(
        (one) => typeof one,
      );
    };
    assert.deepEqual(await amounts("2020-07-31", "longer-names"), ["number", "number"]);
    assert.deepEqual(await amounts("2020-07-31", "amount-as-string"), ["string", "string"]);
    assert.deepEqual(await amounts("2020-08-03", "longer-names"), ["string", "string"]);
  });

  it("VER-05: returns a card's amounts in the right fields since 13 November 2024", async () => {
    const fix = "cardaccount-switch-originalamount-and-transactionamount";
    const early = await on("2024-11-12");
    const swapped = await first(early);
    assert.equal(swapped.original.currency, "NOK");
    assert.notEqual(swapped.charged.currency, "NOK");
    const corrected = await first(early, fix);
    assert.deepEqual([corrected.charged, corrected.original], [swapped.original, swapped.charged]);
    assert.equal((await first(await on("2024-11-13"))).charged.currency, "NOK");
  });

  it("VER-06: allows 70 characters in a card's name since 1 October 2024, before 35", async () => {
    const psu = await on("2024-09-30");
    const worldId = await onlyWorld(bank);
    const { sql, run } = await import("@varde/storage");
    await bank.storage.write(() =>
      run(sql`update ledger_account set name = ${name}
        where world_id = ${worldId} and id = 'kari-card'`),
    );
    const readName = async (who: TestPsu, headers = {}) =>
      (await who.get("/v1/card-accounts/kari-card", headers)).json.cardAccount.name;
    assert.equal(await readName(psu), name.slice(0, 35));
    assert.equal(await readName(psu, { "x-accept-fix": "longer-names" }), name);
    assert.equal(await readName(await on("2024-10-01")), name);
  });

  it("VER-07: returns cashAccountType as an ISO 20022 code since 13 November 2024", async () => {
    const early = await on("2024-11-12");
    assert.equal((await first(early)).cashAccountType, "Brukskonto");
    assert.equal((await first(early, "cash-account-type-iso")).cashAccountType, "CACC");
    assert.equal((await first(await on("2024-11-13"))).cashAccountType, "CACC");
  });

  it("VER-03: accepts several values, with or without blanks between them", async () => {
    const early = await on("2020-01-01");
    const seen = await first(early, "amount-as-string , cash-account-type-iso");
    assert.equal(seen.limit, "50000.00");
    assert.equal(seen.cashAccountType, "CACC");
    assert.equal(seen.original.currency, "NOK", "other changes are not applied");
  });

  it("VER-02: applies a value to its request only", async () => {
    const early = await on("2020-01-01");
    assert.equal((await first(early, "amount-as-string")).limit, "50000.00");
    assert.equal((await first(early)).limit, 50000);
  });

  it("VER-19: applies a change before its date only on request", async () => {
    const seen = await first(await on("2019-11-01"));
    assert.equal(typeof seen.amount, "number");
    assert.equal(seen.cashAccountType, "Brukskonto");
    assert.equal(seen.original.currency, "NOK");
  });

  it("VER-18: ignores an unknown value, with a warning in the sandbox", async () => {
    const psu = await on("2026-11-15");
    const response = await psu.get("/v1/accounts", { "x-accept-fix": "tomorrow" });
    assert.equal(response.status, 200);
    assert.match(String(response.headers["varde-warning"]), /tomorrow/);
  });
});
