import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { transactionDetailsResponse, transactionsResponse } from "@varde/protocol";
import { dataSet, type TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { aCrossBorderPayment, aPayment, goTo, ncbct, ndct, Payer } from "@varde/testkit/payments";
import { aPsu, kari, ola, type TestPsu } from "@varde/testkit/psu";
import { expectBody } from "@varde/testkit/responses";

const { people } = dataSet;
/** Payments to this account settle a day after they are sent. */
const lateAccount = { bban: "99809900300", currency: "NOK" };

describe("payments in account information", () => {
  let bank: TestBank;
  before(async () => {
    // Opened at this time, so that none of its history is later than the test.
    bank = await aBank({ startAt: Date.parse("2026-11-16T06:00:00+01:00") });
    await aPsu(bank, kari);
  });
  after(() => bank.close());

  const list = async (psu: TestPsu, accountId: string, query = "bookingStatus=both") => {
    const response = await psu.get(`/v1/accounts/${accountId}/transactions?${query}`);
    return expectBody(response, 200, transactionsResponse).transactions;
  };
  /** Signs Kari in again at that time, with a new SCA. */
  const kariAt = async (osloTime: string): Promise<Payer> => {
    await goTo(bank, osloTime);
    return new Payer(await aPsu(bank, kari), kari);
  };
  const idOf = (path: string) => path.split("/").at(-1);

  it("STA-09: shows a payment with its id and all texts on both sides", async () => {
    const payer = await kariAt("2026-11-16T07:00");
    const path = await payer.pay(
      ndct,
      aPayment({
        creditorName: "Ola Bråten",
        creditorAccount: { bban: people.ola.current.bban, currency: "NOK" },
        remittanceInformationStructuredArray: [
          { reference: "12345674", referenceType: "SCOR", referenceIssuer: "ISO" },
          { reference: "2026-17", referenceType: "CINV" },
        ],
        endToEndIdentification: "e2e-17",
        purposeCode: "LOAN",
        ultimateDebtor: "Kari Nordlis far",
      }),
    );
    const out = (await list(payer.psu, "kari-current")).booked[0];
    const receiver = await aPsu(bank, ola);
    const inn = (await list(receiver, "ola-current")).booked[0];
    for (const side of [out, inn]) {
      assert.equal(side.additionalInformationProprietary1, idOf(path));
      assert.equal(side.endToEndId, "e2e-17");
      assert.equal(side.purposeCode, "LOAN");
      assert.equal(side.debtorName, "Kari Nordli");
      assert.equal(side.debtorAccount.bban, people.kari.current.bban);
      assert.equal(side.creditorName, "Ola Bråten");
      assert.equal(side.creditorAccount.bban, people.ola.current.bban);
      assert.deepEqual(side.remittanceInformationStructuredArray, [
        { reference: "12345674", referenceType: "SCOR", referenceIssuer: "ISO" },
        { reference: "2026-17", referenceType: "CINV" },
      ]);
      assert.equal(side.remittanceInformationStructured.reference, "12345674");
    }
    assert.equal(`-${inn.transactionAmount.amount}`, out.transactionAmount.amount);
    assert.equal(out.bankTransactionCode, "PMNT-ICDT-DMCT");
    assert.equal(inn.bankTransactionCode, "PMNT-RCDT-DMCT");
  });

  it("STA-07: shows a payment as pending until it is settled, then as booked", async () => {
    const payer = await kariAt("2026-11-16T08:00");
    const path = await payer.pay(
      ndct,
      aPayment({ creditorAccount: lateAccount, remittanceInformationUnstructured: "Romservice" }),
    );
    const shown = async (psu: TestPsu) => {
      const { booked, pending } = await list(psu, "kari-current");
      const isIt = (one: Record<string, string>) =>
        one.additionalInformationProprietary1 === idOf(path);
      return { booked: booked.filter(isIt), pending: pending.filter(isIt) };
    };
    const sent = await shown((await kariAt("2026-11-16T16:00")).psu);
    assert.equal(sent.booked.length, 0);
    assert.equal(sent.pending.length, 1);
    assert.equal(sent.pending[0].transactionId, undefined, "a pending transaction has no id");
    assert.equal(sent.pending[0].remittanceInformationUnstructured, "Romservice");
    const later = await kariAt("2026-11-18T16:00");
    assert.equal(await later.status(path), "ACSC");
    const settled = await shown(later.psu);
    assert.equal(settled.pending.length, 0);
    assert.equal(settled.booked[0].remittanceInformationUnstructured, "Romservice");
  });

  it("STA-08: keeps the id of a booked transaction stable", async () => {
    const payer = await kariAt("2026-11-19T10:00");
    const ids = async () =>
      (await list(payer.psu, "kari-current")).booked.map(
        ({ transactionId }: { transactionId: string }) => transactionId,
      );
    const before = await ids();
    await payer.pay(
      ndct,
      aPayment({ creditorAccount: { bban: people.ola.current.bban, currency: "NOK" } }),
    );
    const after = await ids();
    assert.deepEqual(
      after.filter((id: string) => before.includes(id)),
      before,
    );
    assert.equal(after.length, before.length + 1);
  });

  it("STA-06: never changes a booked transaction", async () => {
    const early = await kariAt("2026-11-19T12:00");
    const [newest] = (await list(early.psu, "kari-current", "limit=1")).booked;
    const late = await kariAt("2026-11-20T12:00");
    const [again] = (await list(late.psu, "kari-current", "limit=1")).booked;
    assert.deepEqual(again, newest);
  });

  it("VER-09: shows the exchange and the ultimate parties only in the details", async () => {
    const path = await (await kariAt("2026-11-23T08:00")).pay(ncbct, aCrossBorderPayment());
    const payer = await kariAt("2026-11-25T16:00");
    const { booked } = await list(payer.psu, "kari-current", "bookingStatus=booked");
    const paid = booked.find(
      (one: Record<string, string>) =>
        one.additionalInformationProprietary1 === idOf(path) && one.creditorName !== undefined,
    );
    assert(paid !== undefined, "the payment is booked");
    assert.equal(paid.bankTransactionCode, "PMNT-ICDT-XBCT", "the payee's account is abroad");
    assert.equal(paid.currencyExchange, undefined);
    const response = await payer.get(paid._links.transactionDetails.href);
    const { transactionsDetails } = expectBody(response, 200, transactionDetailsResponse);
    const [exchange] = transactionsDetails.currencyExchange;
    assert.equal(exchange.sourceCurrency, "NOK");
    assert.equal(exchange.targetCurrency, "EUR");
    assert.equal(exchange.unitCurrency, "EUR");
    assert.match(exchange.exchangeRate, /^\d+\.\d{6}$/);
    const fee = booked.find(
      (one: Record<string, string>) =>
        one.additionalInformationProprietary1 === idOf(path) && one.creditorName === undefined,
    );
    assert.equal(fee?.bankTransactionCode, "ACMT-MDOP-FEES");
  });
});
