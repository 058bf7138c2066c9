import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { dataSet, type TestBank } from "@varde/sandbox";
import { aBank, onlyWorld } from "@varde/testkit/bank";
import {
  aBulk,
  aBulkItem,
  aCrossBorderPayment,
  aPayment,
  aPeriodicPayment,
  bulkNdct,
  goTo,
  ncbct,
  ndct,
  type Payer,
  payerAt,
  periodicNdct,
} from "@varde/testkit/payments";
import { kari } from "@varde/testkit/psu";
import { expectRefusal } from "@varde/testkit/responses";

const sct = "/v1/payments/sepa-credit-transfers";
const toUsa = {
  creditorAccount: { bban: "532013000", currency: "USD" },
  creditorAgent: "CHASUS33",
  instructedAmount: { amount: "120.00", currency: "USD" },
};
const toNorway = { creditorAccount: { iban: "NO9386011117947", currency: "NOK" } };
/** A euro account that this bank holds. */
const euroAccount = { bban: "99902020728", currency: "NOK" };

const available = async (bank: TestBank): Promise<bigint> => {
  const balances = await bank.ledger.readBalances(await onlyWorld(bank), "kari-current");
  assert(balances !== undefined);
  return balances.availableMinor;
};

describe("payments abroad take days", () => {
  let bank: TestBank;
  before(async () => {
    bank = await aBank();
  });
  after(() => bank.close());

  const statusesAt = async (payer: Payer, path: string, times: readonly string[]) => {
    const seen: string[] = [];
    for (const time of times) {
      await goTo(bank, time);
      seen.push(await payer.tppStatus(path));
    }
    return seen;
  };

  it("STA-16: settles euros within SEPA on the next bank day, after a weekend too", async () => {
    const payer = await payerAt(bank, "2026-11-20T07:00", kari);
    const path = await payer.pay(ncbct, aCrossBorderPayment());
    const seen = await statusesAt(payer, path, [
      "2026-11-20T09:30",
      "2026-11-22T23:00",
      "2026-11-23T05:29",
      "2026-11-23T05:30",
    ]);
    assert.deepEqual(seen, ["ACWP", "ACWP", "ACWP", "ACSC"]);
    assert.deepEqual(await payer.events(path), [
      "created",
      "signed",
      "takenByBatch",
      "handedToCorrespondent",
      "settled",
    ]);
  });

  it("STA-16: settles after Easter what was sent before it, as ACSP if it is a SCT", async () => {
    const payer = await payerAt(bank, "2027-03-24T07:00", kari);
    const path = await payer.pay(sct, aCrossBorderPayment());
    const seen = await statusesAt(payer, path, [
      "2027-03-24T09:30",
      "2027-03-29T18:00",
      "2027-03-30T05:30",
    ]);
    assert.deepEqual(seen, ["ACSP", "ACSP", "ACSC"]);
  });

  it("STA-16: settles other currencies on the second bank day", async () => {
    const payer = await payerAt(bank, "2027-04-05T07:00", kari);
    const path = await payer.pay(ncbct, aCrossBorderPayment(toUsa));
    const seen = await statusesAt(payer, path, [
      "2027-04-05T09:30",
      "2027-04-06T15:30",
      "2027-04-07T05:30",
    ]);
    assert.deepEqual(seen, ["ACWP", "ACWP", "ACSC"]);
  });

  it("STA-16: settles an urgent payment in the batch that sends it", async () => {
    const payer = await payerAt(bank, "2027-04-12T07:00", kari);
    const urgent = { ...toUsa, serviceLevel: "URGP" };
    const path = await payer.pay(ncbct, aCrossBorderPayment(urgent));
    assert.deepEqual(await statusesAt(payer, path, ["2027-04-12T09:30"]), ["ACSC"]);
  });

  it("STA-16: settles a payment once when the clock is moved by a year", async () => {
    const payer = await payerAt(bank, "2027-04-13T07:00", kari);
    const path = await payer.pay(ncbct, aCrossBorderPayment());
    assert.deepEqual(await statusesAt(payer, path, ["2028-04-13T07:00"]), ["ACSC"]);
    const events = await payer.events(path);
    assert.equal(events.filter((name) => name === "settled").length, 1);
  });

  it("STA-16: gives the money back if the payee's bank rejects it on that day", async () => {
    const payer = await payerAt(bank, "2028-05-02T07:00", kari);
    const before = await available(bank);
    await bank.scenarios.add({ times: 1, effect: { payment: "rejected", reason: "AC04" } });
    const path = await payer.pay(ncbct, aCrossBorderPayment(toUsa));
    assert.deepEqual(await statusesAt(payer, path, ["2028-05-02T09:30"]), ["ACWP"]);
    assert((await available(bank)) < before, "reserved until it is rejected");
    assert.deepEqual(await statusesAt(payer, path, ["2028-05-04T05:30"]), ["RJCT"]);
    assert.equal(await available(bank), before);
  });

  it("STA-04: refuses to cancel a payment that is with the correspondent", async () => {
    const payer = await payerAt(bank, "2028-05-08T07:00", kari);
    const path = await payer.pay(ncbct, aCrossBorderPayment());
    await goTo(bank, "2028-05-08T09:30");
    const later = await payerAt(bank, "2028-05-08T09:40", kari);
    expectRefusal(await later.delete(path), 409, "CONFLICT");
  });

  it("NCB-24: clears NOK to another Norwegian bank like a domestic payment", async () => {
    const payer = await payerAt(bank, "2028-05-09T07:00", kari);
    const byIban = { ...toNorway, instructedAmount: { amount: "75.00", currency: "NOK" } };
    const byBic = {
      creditorAccount: { bban: "86011117947", currency: "NOK" },
      creditorAgent: "DNBANOKK",
      instructedAmount: { amount: "76.00", currency: "NOK" },
    };
    for (const changes of [byIban, byBic]) {
      const created = await payer.post(ncbct, aCrossBorderPayment(changes));
      assert.equal(created.json.transactionFeeIndicator, false, created.text);
      assert.equal(created.json.tppMessages, undefined);
      const path = `${ncbct}/${created.json.paymentId}`;
      await payer.sign(path);
      await goTo(bank, "2028-05-09T09:30");
      assert.equal(await payer.tppStatus(path), "ACSC");
      assert((await payer.events(path)).includes("sentToClearing"));
      await goTo(bank, "2028-05-09T07:00");
    }
  });

  it("NCB-24: sends other currencies to Norway through the correspondent", async () => {
    const payer = await payerAt(bank, "2028-05-10T07:00", kari);
    const body = aCrossBorderPayment(toNorway);
    const created = await payer.post(ncbct, body);
    assert.equal(created.json.transactionFeeIndicator, true, created.text);
    const path = `${ncbct}/${created.json.paymentId}`;
    await payer.sign(path);
    assert.deepEqual(await statusesAt(payer, path, ["2028-05-10T09:30"]), ["ACWP"]);
  });
});

describe("with crossBorderDays of 0", () => {
  it("STA-16: settles payments abroad in the batch that sends them", async () => {
    await using bank = await aBank({ crossBorderDays: { sepa: 0, other: 0 } });
    const payer = await payerAt(bank, "2026-11-20T07:00", kari);
    const paths = [
      await payer.pay(ncbct, aCrossBorderPayment()),
      await payer.pay(ncbct, aCrossBorderPayment(toUsa)),
    ];
    await goTo(bank, "2026-11-20T09:30");
    for (const path of paths) assert.equal(await payer.tppStatus(path), "ACSC");
  });
});

describe("a currency account of this bank", () => {
  let bank: TestBank;
  let payer: Payer;
  before(async () => {
    bank = await aBank();
    payer = await payerAt(bank, "2026-11-16T09:00", kari);
  });
  after(() => bank.close());

  const to = (changes: object = {}) => ({ creditorAccount: euroAccount, ...changes });
  const agent = { creditorAgent: "VARDNOK0" };

  it("NDC-05: needs creditorAgent even if the TPP states NOK", async () => {
    const refused = await payer.post(ndct, aPayment(to()));
    const declared = await payer.post(
      ndct,
      aPayment({ creditorAccount: { ...euroAccount, currency: "EUR" } }),
    );
    assert.equal(expectRefusal(refused, 400, "FORMAT_ERROR").path, "/creditorAgent");
    assert.deepEqual(refused.json, declared.json, "one text for both");
    const path = await payer.pay(ndct, aPayment(to(agent)));
    assert.equal(await payer.status(path), "ACSC");
  });

  it("NDC-05: needs it in each payment of a bulk", async () => {
    const items = [aBulkItem(), aBulkItem(to()), aBulkItem(to(agent)), aBulkItem(to())];
    const refused = await payer.post(bulkNdct, aBulk(items));
    assert.equal(refused.status, 400, refused.text);
    assert.deepEqual(
      refused.json.tppMessages.map(({ path }: { path: string }) => path),
      ["/payments/1/creditorAgent", "/payments/3/creditorAgent"],
    );
    await payer.create(bulkNdct, aBulk([aBulkItem(), aBulkItem(to(agent))]));
  });

  it("NDC-05: needs it in a periodic payment", async () => {
    const refused = await payer.post(periodicNdct, aPeriodicPayment(to()));
    assert.equal(expectRefusal(refused, 400, "FORMAT_ERROR").path, "/creditorAgent");
    await payer.create(periodicNdct, aPeriodicPayment(to(agent)));
  });

  it("NDC-05: needs none for another number or a NOK account of this bank", async () => {
    await payer.create(ndct, aPayment());
    const { bban } = dataSet.people.ola.current;
    await payer.create(ndct, aPayment({ creditorAccount: { bban, currency: "NOK" } }));
  });
});
