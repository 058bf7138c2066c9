import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { defaultRateTable } from "@varde/ledger";
import { type Currency, currencies, minorUnitsOf } from "@varde/protocol";
import type { TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import {
  aCrossBorderPayment,
  baskets,
  goTo,
  idOf,
  ncbct,
  type Payer,
  payerAt,
} from "@varde/testkit/payments";

const smallest = (currency: Currency): string => {
  const digits = minorUnitsOf(currency);
  return digits === 0 ? "1" : `0.${"1".padStart(digits, "0")}`;
};

describe("payments in every currency", () => {
  let bank: TestBank;
  let payer: Payer;
  before(async () => {
    bank = await aBank();
    payer = await payerAt(bank, "2026-11-16T07:00");
  });
  after(() => bank.close());

  test("VAL-01: the sandbox has a rate for each listed currency, in its minor unit", () => {
    const digits = Object.entries(defaultRateTable).map(([code, rate]) => [
      code,
      rate.fractionDigits,
    ]);
    assert.deepEqual(
      digits.toSorted(),
      currencies.map((code) => [code, minorUnitsOf(code)]).toSorted(),
    );
    assert.equal(digits.length, 162);
  });

  test("VAL-01: settles a payment of the smallest amount in each listed currency", async () => {
    const payments: string[] = [];
    for (const currency of currencies) {
      const instructedAmount = { amount: smallest(currency), currency };
      const creditorAccount = { iban: "DE89370400440532013000", currency };
      const body = aCrossBorderPayment({ instructedAmount, creditorAccount });
      payments.push(await payer.create(ncbct, body));
    }
    for (const some of [payments.slice(0, 100), payments.slice(100)]) {
      const basket = await payer.post(baskets, { paymentIds: some.map(idOf) });
      await payer.sign(`${baskets}/${basket.json.basketId}`);
    }
    await goTo(bank, "2026-11-20T16:00");
    const statuses = new Set<string>();
    for (const payment of payments) statuses.add(await payer.tppStatus(payment));
    assert.deepEqual([...statuses], ["ACSC"]);
  });
});
