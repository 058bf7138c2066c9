import assert from "node:assert/strict";
import { test } from "node:test";
import { aPayer, aPayment, ndct, periodicNdct } from "@varde/testkit/payments";
import type { TestPsu } from "@varde/testkit/psu";
import { dataSet, startBank, type TestBank } from "../../src/index.ts";

const { people } = dataSet;
const balances = (accountId: string) => `/v1/accounts/${accountId}/balances`;

test("a month played twice from one seed ends in the same world, byte for byte", async () => {
  const live = async (seed: number): Promise<string> => {
    const deterministic = { seed, now: "2026-05-26T07:00:00Z" };
    const bank = await startBank({ deterministic, history: "continues" });
    try {
      await aMonth(bank);
      assert.deepEqual(await bank.checkBooks(), []);
      return await bank.snapshots.export();
    } finally {
      await bank.close();
    }
  };
  const [one, other] = [await live(7), await live(7)];
  assert.ok(one === other, firstDifference(one, other));
  assert.match(one, /"periodic-payments"/);
  // The generated salary and rent of the month.
  assert.ok(/"kari-current-19-\d\d","history","2026-11-16",.*LØNN/.test(one));
  assert.ok(/"kari-current-19-\d\d","history","2026-11-20",.*FAST BETALING/.test(one));
  assert.ok(/"ola-current-19-\d\d","history","2026-11-12",.*LØNN/.test(one));
});

/**
 * Plays a month. Ola's old consent expires within it. Kari approves an SCA every fifth day, and in
 * between the TPP reads as often as it may. One rent is a periodic payment of the TPP.
 */
const aMonth = async (bank: TestBank): Promise<void> => {
  await bank.clock.read();
  const ola = { customerNumber: people.ola.customerNumber, context: "PRIVATE" } as const;
  const oldFriend = (await aPayer(bank, ola, "session-ola")).psu;
  await bank.clock.advance("P158D");
  assert.equal((await oldFriend.getUnattended(balances("ola-current"))).status, 200);
  let payer = await aPayer(bank, undefined, "session-0");
  await payer.pay(periodicNdct, aRent());
  const ended: string[] = [];
  for (let day = 1; day <= 31; day += 1) {
    await bank.clock.advance("P1D");
    assert.deepEqual(await readsOfADay(payer.psu), [200, 200, 200, 200, 429]);
    const friend = await oldFriend.getUnattended(balances("ola-current"));
    if (friend.status !== 200) ended.push((await bank.clock.read()).now.slice(0, 10));
    if (day % 5 !== 0) continue;
    assert.equal((await payer.get("/v1/accounts")).status, 401);
    payer = await aPayer(bank, undefined, `session-${day}`);
    const amount = `${day}.00`;
    await payer.pay(ndct, aPayment({ instructedAmount: { amount, currency: "NOK" } }));
  }
  // 180 days after 26 May, plus the hour by which summer time ended.
  assert.equal(ended[0], "2026-11-22");
  assert.equal(ended.length, 10);
};

const aRent = () =>
  aPayment({
    instructedAmount: { amount: "900.00", currency: "NOK" },
    startDate: "2026-11-06",
    frequency: "Weekly",
    executionRule: "following",
  });

const readsOfADay = async (visit: TestPsu): Promise<readonly number[]> => {
  const statuses: number[] = [];
  for (let call = 0; call < 5; call += 1) {
    statuses.push((await visit.getUnattended(balances("kari-current"))).status);
  }
  return statuses;
};

const firstDifference = (one: string, other: string): string => {
  const [left, right] = [one.split("\n"), other.split("\n")];
  const at = left.findIndex((line, index) => line !== right[index]);
  return `line ${at + 1}:\n${left[at]}\n${right[at]}`;
};
