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

  /** A PSU whose bank lives on that day. */
  const on = async (day: string): Promise<TestPsu> => {
    await aPsu(bank, kari);
    const noon = Temporal.Instant.from(`${day}T12:00:00Z`).epochMilliseconds;
    await bank.clock.setClock(await onlyWorld(bank), noon, "running");
    const psu = await aPsu(bank, kari);
    psu.tpp.answersAreDocumented = day >= "2020-08-01";
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

  it("VER-04: amounts are strings since 1 August 2020, before that when asked for", async () => {
    const early = await on("2020-07-31");
    assert.equal(typeof (await first(early)).amount, "number");
    assert.equal((await first(early)).limit, 50000);
    assert.equal((await first(early, "amount-as-string")).limit, "50000.00");
    assert.equal((await first(await on("2020-08-01"))).limit, "50000.00");
  });

  it("VER-04: so are the amounts of payments", async () => {
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

  it("VER-05: a card's amounts stand in their places since 13 November 2024", async () => {
    const fix = "cardaccount-switch-originalamount-and-transactionamount";
    const early = await on("2024-11-12");
    const swapped = await first(early);
    assert.equal(swapped.original.currency, "NOK");
    assert.notEqual(swapped.charged.currency, "NOK");
    const mended = await first(early, fix);
    assert.deepEqual([mended.charged, mended.original], [swapped.original, swapped.charged]);
    assert.equal((await first(await on("2024-11-13"))).charged.currency, "NOK");
  });

  it("VER-06: a card's name has 70 characters since 1 October 2024, 35 before", async () => {
    const psu = await on("2024-09-30");
    const worldId = await onlyWorld(bank);
    const { sql, run } = await import("@varde/storage");
    await bank.storage.write(() =>
      run(sql`update ledger_account set name = ${name}
        where world_id = ${worldId} and id = 'kari-card'`),
    );
    const nameOf = async (who: TestPsu, headers = {}) =>
      (await who.get("/v1/card-accounts/kari-card", headers)).json.cardAccount.name;
    assert.equal(await nameOf(psu), name.slice(0, 35));
    assert.equal(await nameOf(psu, { "x-accept-fix": "longer-names" }), name);
    assert.equal(await nameOf(await on("2024-10-01")), name);
  });

  it("VER-07: cashAccountType is an ISO 20022 code since 13 November 2024", async () => {
    const early = await on("2024-11-12");
    assert.equal((await first(early)).cashAccountType, "Brukskonto");
    assert.equal((await first(early, "cash-account-type-iso")).cashAccountType, "CACC");
    assert.equal((await first(await on("2024-11-13"))).cashAccountType, "CACC");
  });

  it("VER-03: several values work together, and blanks between them do not matter", async () => {
    const early = await on("2020-01-01");
    const seen = await first(early, "amount-as-string , cash-account-type-iso");
    assert.equal(seen.limit, "50000.00");
    assert.equal(seen.cashAccountType, "CACC");
    assert.equal(seen.original.currency, "NOK", "what was not asked for stays as it was");
  });

  it("VER-02: a value turns its change on for that request alone", async () => {
    const early = await on("2020-01-01");
    assert.equal((await first(early, "amount-as-string")).limit, "50000.00");
    assert.equal((await first(early)).limit, 50000);
  });

  it("VER-19: before its date a change alters nothing unless it is asked for", async () => {
    const seen = await first(await on("2019-11-01"));
    assert.equal(typeof seen.amount, "number");
    assert.equal(seen.cashAccountType, "Brukskonto");
    assert.equal(seen.original.currency, "NOK");
  });

  it("VER-18: an unknown value is ignored, with a warning in the sandbox", async () => {
    const psu = await on("2026-11-15");
    const answer = await psu.get("/v1/accounts", { "x-accept-fix": "tomorrow" });
    assert.equal(answer.status, 200);
    assert.match(String(answer.headers["varde-warning"]), /tomorrow/);
  });
});
