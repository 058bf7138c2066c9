import assert from "node:assert/strict";
import { before, test } from "node:test";
import { dataSet, type TestBank } from "@varde/sandbox";
import { onlyWorld, withBankOnBothEngines } from "@varde/testkit/bank";
import {
  aBulkItem,
  aCrossBorderPayment,
  aPayment,
  baskets,
  bulkNdct,
  goTo,
  indcts,
  ncbct,
  ndct,
  type Payer,
  payerAt,
} from "@varde/testkit/payments";
import { assertRefused } from "@varde/testkit/responses";

const { people, payees, companies } = dataSet;
const debtorAccount = { bban: people.kari.current.bban, currency: "NOK" };

/** Returns Ola's balance, which only a payment to him changes. */
const olasMoney = async (bank: TestBank) => {
  const worldId = await onlyWorld(bank);
  return (await bank.ledger.readBalances(worldId, "ola-current"))?.bookedMinor;
};

/**
 * Names another payee in the product's field, and Ola in a field that the product does not have.
 */
const toTwo = {
  creditorAccount: {
    bban: payees.hotels.bban,
    currency: "NOK",
    iban: people.ola.current.iban,
  },
};

withBankOnBothEngines((bank) => {
  let payer: Payer;
  before(async () => {
    payer = await payerAt(bank(), "2026-11-16T07:00");
  });

  test("END-29: pays the account that the PSU was shown, whatever other fields say", async () => {
    const before = await olasMoney(bank());
    const single = await payer.pay(ndct, aPayment(toTwo));
    const instant = await payer.pay(indcts, aPayment(toTwo));
    const bulk = await payer.pay(bulkNdct, {
      paymentInformationId: "two",
      debtorAccount,
      payments: [aBulkItem(toTwo)],
    });
    await goTo(bank(), "2026-11-16T12:00");
    for (const path of [single, instant, bulk]) assert.equal(await payer.tppStatus(path), "ACSC");
    assert.equal(await olasMoney(bank()), before);
  });

  test("END-29: does not read unknown fields that the database cannot hold", async () => {
    payer = await payerAt(bank(), "2026-11-17T07:00");
    const malformed = [
      aPayment({ creditorAccount: { ...toTwo.creditorAccount, iban: "a\u0000b" } }),
      aPayment({ creditorAccount: { ...toTwo.creditorAccount, iban: { a: 1 } } }),
      aPayment({ "a\u0000b": "a\u0000b" }),
    ];
    const paths = [];
    for (const body of [...malformed, aPayment()]) paths.push(await payer.pay(ndct, body));
    const foreign = aCrossBorderPayment({
      ultimateDebtor: "a\u0000b",
      remittanceInformationStructured: { reference: "a\u0000b" },
      remittanceInformationStructuredArray: [null],
    });
    paths.push(await payer.pay(ncbct, foreign));
    await goTo(bank(), "2026-11-18T17:00");
    for (const path of paths) assert.equal(await payer.tppStatus(path), "ACSC");
  });

  test("A14: refuses a NUL in a field that is used for a lookup", async () => {
    payer = await payerAt(bank(), "2026-11-19T07:00");
    const nul = "a\u0000";
    const card = { identification: nul, schemeNameProprietary: "creditCardAccount" };
    const refusals = [
      [ndct, aPayment({ debtorAccount: { currency: "NOK", other: card } })],
      [ndct, aPayment({ debtorAccount: { currency: "NOK", bban: nul } })],
      [baskets, { paymentIds: [nul] }],
      [
        `/v1/sandbox/agreements/${companies.skarvoy.agreementId}/engagements`,
        [{ customer: people.kari.customerNumber, account: { iban: nul }, roles: ["VIEW"] }],
      ],
      ...[{ bookingDate: nul }, { debtorAccount: { bban: nul } }].map(
        (change) =>
          [
            `/v1/sandbox/accounts/kari-current/transactions`,
            [
              {
                transactionAmount: { amount: 1, currency: "NOK" },
                bookingDate: "2026-11-02",
                valueDate: "2026-11-02",
                ...change,
              },
            ],
          ] as const,
      ),
    ] as const;
    for (const [path, body] of refusals) {
      assertRefused(await payer.post(path, body), { status: 400, code: "FORMAT_ERROR" });
    }
  });

  test("does not treat a number at another bank abroad as this bank's account", async () => {
    const before = await olasMoney(bank());
    const abroad = (bban: string, creditorAgent: string) =>
      aCrossBorderPayment({
        creditorName: "John Doe",
        creditorAccount: { bban, currency: "USD" },
        creditorAgent,
      });
    const elsewhere = await payer.pay(ncbct, abroad(people.ola.current.bban, "CHASUS33"));
    const cardLike = await payer.pay(ncbct, abroad(people.kari.card.relatedAccount, "CHASUS33"));
    assert.equal(await payer.status(elsewhere), "ACTC");
    assert.equal(await payer.status(cardLike), "ACTC");
    await goTo(bank(), "2026-11-23T17:00");
    assert.equal(await payer.tppStatus(elsewhere), "ACSC");
    assert.equal(await payer.tppStatus(cardLike), "ACSC");
    assert.equal(await olasMoney(bank()), before);
    payer = await payerAt(bank(), "2026-11-24T07:00");
    const branch = await payer.pay(ncbct, abroad(people.ola.current.bban, "VARDNOK0XXX"));
    assert.equal(await payer.status(branch), "ACSC");
    assert.notEqual(await olasMoney(bank()), before);
  });
});
