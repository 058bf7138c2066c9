import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  cardAccountDetailsResponse,
  cardAccountListResponse,
  cardBalancesResponse,
  cardTransactionsResponse,
} from "@varde/protocol";
import type { TestBank } from "@varde/sandbox";
import { aBank, onlyWorld } from "@varde/testkit/bank";
import { aPayment, ndct, Payer } from "@varde/testkit/payments";
import { aPsu, kari } from "@varde/testkit/psu";
import { expectBody, expectRefusal } from "@varde/testkit/responses";

const card = "/v1/card-accounts/kari-card";

describe("card accounts", () => {
  let bank: TestBank;
  before(async () => {
    bank = await aBank();
  });
  after(() => bank.close());

  it("END-28: lists card accounts and returns them with all fields and balances", async () => {
    const psu = await aPsu(bank, kari);
    const list = await psu.get("/v1/card-accounts?withBalance=true");
    const { cardAccounts } = expectBody(list, 200, cardAccountListResponse);
    assert.equal(cardAccounts.length, 1);
    const one = await psu.get(`${card}?withBalance=true`);
    const { cardAccount } = expectBody(one, 200, cardAccountDetailsResponse);
    assert.deepEqual(cardAccount, cardAccounts[0]);
    assert.match(cardAccount.maskedPan, /^\d{6}\*{6}\d{4}$/);
    assert.deepEqual(cardAccount.creditLimit, { amount: "50000.00", currency: "NOK" });
    assert.deepEqual(cardAccount._links.transactions, {
      href: `${card}/transactions`,
      verbs: ["GET"],
    });
    const response = expectBody(await psu.get(`${card}/balances`), 200, cardBalancesResponse);
    assert.deepEqual(response.balances, cardAccount.balances);
    assert(
      response.balances[0].balanceAmount.amount.startsWith("-"),
      "a card's balance is what the customer owes",
    );
  });

  it("NDC-19: returns as relatedAccount what debtorAccount.other accepts", async () => {
    const payer = new Payer(await aPsu(bank, kari), kari);
    const { cardAccount } = (await payer.get(card)).json;
    const path = await payer.pay(
      ndct,
      aPayment({
        creditorName: "Ola Bråten",
        creditorAccount: { bban: "99901010117", currency: "NOK" },
        instructedAmount: { amount: "77.00", currency: "NOK" },
        debtorAccount: {
          currency: "NOK",
          other: {
            identification: cardAccount.relatedAccount,
            schemeNameProprietary: "creditCardAccount",
          },
        },
      }),
    );
    assert.equal(await payer.status(path), "ACSC");
    const response = await payer.get(`${card}/transactions?limit=1`);
    const { cardTransactions } = expectBody(response, 200, cardTransactionsResponse);
    assert.deepEqual(cardTransactions.booked[0].transactionAmount, {
      amount: "-77.00",
      currency: "NOK",
    });
  });

  it("LIM-18: selects pending card transactions by dateFrom, dateTo and limit", async () => {
    const psu = await aPsu(bank, kari);
    const worldId = await onlyWorld(bank);
    const now = BigInt(await bank.clock.now(worldId));
    for (const id of ["purchase-1", "purchase-2", "purchase-3"]) {
      const texts = { remittanceUnstructured: ["Bokhandel"] };
      await bank.ledger.createReservation(
        { worldId, id, accountId: "kari-card", amountMinor: 50_00n, texts },
        now,
      );
    }
    const list = async (query: string) => {
      const response = await psu.get(`${card}/transactions?bookingStatus=both&${query}`);
      return expectBody(response, 200, cardTransactionsResponse).cardTransactions.pending;
    };
    assert.equal((await list("limit=2")).length, 2);
    assert.equal((await list("")).length, 3);
    assert.deepEqual(await list("dateFrom=2026-01-01&dateTo=2026-01-02"), []);
    assert.equal((await list("limit=1"))[0].transactionDetails, "Bokhandel");
  });

  it("END-28: refuses another PSU's card and a card that was not granted", async () => {
    const psu = await aPsu(bank, { ...kari, accounts: ["kari-current"] });
    expectRefusal(await psu.get("/v1/card-accounts/ola-card"), 404, "RESOURCE_UNKNOWN");
    for (const path of ["", "/balances", "/transactions"]) {
      expectRefusal(await psu.get(card + path), 403, "CONSENT_UNKNOWN");
    }
    const none = expectBody(await psu.get("/v1/card-accounts"), 200, cardAccountListResponse);
    assert.deepEqual(none, { cardAccounts: [] });
  });
});
