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
  ncbct,
  ndct,
  payerAt,
  periodicNdct,
} from "@varde/testkit/payments";
import { henrik, kari } from "@varde/testkit/psu";
import { expectRefusal } from "@varde/testkit/responses";

const { skarvoy } = dataSet.companies;
/** A euro account that this bank holds. */
const euroAccount = {
  creditorAccount: { bban: "99902020728", currency: "EUR" },
  creditorAgent: "VARDNOK0",
};
const anAmount = (amount: string, currency = "NOK") => ({ instructedAmount: { amount, currency } });

describe("the rounding of an exchange", () => {
  let bank: TestBank;
  before(async () => {
    bank = await aBank({ startAt: Date.parse("2026-11-16T06:00:00+01:00") });
  });
  after(() => bank.close());

  const booked = async (accountId: string): Promise<bigint> => {
    const balances = await bank.ledger.readBalances(await onlyWorld(bank), accountId);
    assert(balances !== undefined);
    return balances.bookedMinor;
  };

  it("VAL-20: refuses a payment of which less than a cent would be credited", async () => {
    const payer = await payerAt(bank, "2026-11-16T07:00", kari);
    const tooSmall = { ...euroAccount, ...anAmount("0.11") };
    for (const [path, body, pointer] of [
      [ndct, aPayment(tooSmall), "/instructedAmount/amount"],
      [periodicNdct, aPeriodicPayment(tooSmall), "/instructedAmount/amount"],
      [
        bulkNdct,
        aBulk([aBulkItem(anAmount("0.11")), aBulkItem(tooSmall)]),
        "/payments/1/instructedAmount/amount",
      ],
    ] as const) {
      const refused = await payer.post(path, body);
      assert.equal(expectRefusal(refused, 400, "PAYMENT_FAILED").path, pointer);
      assert.match(refused.text, /too small to be exchanged/);
    }
    const before = await booked("skarvoy-euro");
    await payer.pay(ndct, aPayment({ ...euroAccount, ...anAmount("0.12") }));
    assert.equal((await booked("skarvoy-euro")) - before, 1n);
  });

  it("VAL-20: debits a cent for each payment of a bulk that is worth less", async () => {
    const payer = await payerAt(bank, "2026-11-16T07:00", { ...henrik, agreement: skarvoy.name });
    const payments = Array.from({ length: 10 }, (_, at) =>
      aBulkItem({
        creditorAccount: { bban: "99901010028", currency: "NOK" },
        endToEndIdentification: `part-${at}`,
        ...anAmount("0.05"),
      }),
    );
    const before = [await booked("skarvoy-euro"), await booked("kari-current")];
    const debtorAccount = { bban: "99902020728", currency: "EUR" };
    await payer.pay(bulkNdct, aBulk(payments, { debtorAccount }));
    const after = [await booked("skarvoy-euro"), await booked("kari-current")];
    assert.deepEqual(
      after.map((amount, at) => amount - (before[at] ?? 0n)),
      [-10n * 2n, 10n * 5n],
    );
    assert.deepEqual(await bank.checkBooks(), []);
  });

  it("VAL-20: rounds fees up", async () => {
    const payer = await payerAt(bank, "2026-11-16T07:00", kari);
    const created = await payer.post(ncbct, aCrossBorderPayment(anAmount("0.01", "EUR")));
    // 30 NOK, and a quarter of a percent of 12 øre.
    assert.deepEqual(created.json.transactionFees, { amount: "30.01", currency: "NOK" });
  });
});
