import assert from "node:assert/strict";
import { after, before, describe, it, type TestContext } from "node:test";
import type { Instruction } from "@varde/bank";
import { dataSet, type TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import {
  aCrossBorderPayment,
  aPayment,
  aPeriodicPayment,
  baskets,
  goTo,
  idOf,
  ncbct,
  ndct,
  payerAt,
  periodicNdct,
} from "@varde/testkit/payments";
import { henrik, kari } from "@varde/testkit/psu";

const { skarvoy } = dataSet.companies;
const inEuros = { debtorAccount: { bban: "99902020728", currency: "EUR" } };
const anAmount = (amount: string, currency = "EUR") => ({ instructedAmount: { amount, currency } });
const at = Date.parse("2026-11-16T07:00:00+01:00");

describe("the exchange that the PSU was shown, in an instruction", () => {
  let bank: TestBank;
  before(async () => {
    bank = await aBank({ startAt: Date.parse("2026-11-16T06:00:00+01:00") });
  });
  after(() => bank.close());

  /** Records what the core bank is asked to do. */
  const watch = ({ mock }: TestContext): Map<string, Instruction> => {
    const { coreBank } = bank.bank;
    const { submitAll } = coreBank;
    const submitted = new Map<string, Instruction>();
    mock.method(coreBank, "submitAll", (instructions: readonly Instruction[], now: number) => {
      for (const one of instructions) submitted.set(one.instructionId, one);
      return submitAll(instructions, now);
    });
    return submitted;
  };

  it("SCA-35: is the estimate of the SCA, alone and in a basket", async (test) => {
    const submitted = watch(test);
    const payer = await payerAt(bank, "2026-11-16T07:00", kari);
    const alone = await payer.pay(ncbct, aCrossBorderPayment(anAmount("100.00")));
    const member = await payer.create(ncbct, aCrossBorderPayment(anAmount("200.00")));
    const domestic = await payer.create(ndct, aPayment());
    const basket = await payer.post(baskets, { paymentIds: [member, domestic].map(idOf) });
    await payer.sign(`${baskets}/${basket.json.basketId}`);
    await goTo(bank, "2026-11-16T09:30");
    const shown = (path: string) => submitted.get(idOf(path))?.shownExchange;
    const ratePpm = 11_520_000n;
    assert.deepEqual(shown(alone), { ratePpm, debitedMinor: 1_152_00n, at });
    assert.deepEqual(shown(member), { ratePpm, debitedMinor: 2_304_00n, at });
    const plain = submitted.get(idOf(domestic));
    assert(plain !== undefined && !("shownExchange" in plain));
  });

  it("SCA-35: is left out if the amount was changed later in the online bank", async (test) => {
    const submitted = watch(test);
    const payer = await payerAt(bank, "2026-11-16T10:00", kari);
    const order = { ...anAmount("300.00"), requestedExecutionDate: "2026-11-17" };
    const path = await payer.pay(ncbct, aCrossBorderPayment(order));
    await bank.payments.change(idOf(path), { amount: "400.00" });
    await goTo(bank, "2026-11-17T09:30");
    const instruction = submitted.get(idOf(path));
    assert.equal(instruction?.amountMinor, 400_00n);
    assert.equal(instruction.shownExchange, undefined);
  });

  it("SCA-35: is that of the order for each execution of a periodic payment", async (test) => {
    const submitted = watch(test);
    const henrikForSkarvoy = { ...henrik, agreement: skarvoy.name };
    const payer = await payerAt(bank, "2026-11-20T07:00", henrikForSkarvoy);
    const order = { ...inEuros, ...anAmount("1152.00", "NOK"), startDate: "2026-12-01" };
    await payer.pay(periodicNdct, aPeriodicPayment(order));
    await goTo(bank, "2027-01-05T12:00");
    const shown = [...submitted.values()].map(({ shownExchange }) => shownExchange);
    const signedAt = Date.parse("2026-11-20T07:00:00+01:00");
    const estimate = { ratePpm: 86_806n, debitedMinor: 100_00n, at: signedAt };
    assert.deepEqual(shown, [estimate, estimate]);
  });
});
