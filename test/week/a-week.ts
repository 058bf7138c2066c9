import assert from "node:assert/strict";
import { dataSet, type TestBank } from "@varde/sandbox";
import { type Row, sql } from "@varde/storage";
import { onlyWorld } from "@varde/testkit/bank";
import {
  aBulkItem,
  aPayment,
  bulkNdct,
  goTo,
  idOf,
  ncbct,
  ndct,
  type Payer,
  payerAt,
  periodicNdct,
} from "@varde/testkit/payments";
import { jonas, kari, sunniva, trym } from "@varde/testkit/psu";

const { people, companies, magicAccounts } = dataSet;
const account = ({ bban }: { readonly bban: string }) => ({ bban, currency: "NOK" });
const nok = (amount: string) => ({ instructedAmount: { amount, currency: "NOK" } });

/** The payments of the week by expected status, and the expected balances at the end. */
export interface Week {
  readonly worldId: string;
  readonly expected: ReadonlyMap<string, string>;
  readonly executions: { readonly orderId: string; readonly days: readonly string[] };
  readonly bookedMinor: Readonly<Record<string, bigint>>;
}

/** Payments that settle on the first and on the second bank day after they were sent. */
const inEuro = {
  instructedAmount: { amount: "100.00", currency: "EUR" },
  creditorAccount: { iban: "DE89370400440532013000", currency: "EUR" },
};
const inDollar = {
  instructedAmount: { amount: "100.00", currency: "USD" },
  creditorAccount: { iban: "GB29NWBK60161331926819", currency: "USD" },
};
/** Twice 100 EUR at 11.52 and 100 USD at 10.14, with the fee of each. */
const abroadMinor = 2n * (1_152_00n + 32_88n) + 1_014_00n + 52_54n;

const bulkSize = 250;
const bulks = 2;

/** Orders all payments of the week on Monday morning. */
export const orderWeek = async (bank: TestBank): Promise<Week> => {
  const expected = new Map<string, string>();
  const payer = await payerAt(bank, "2026-11-16T07:00", kari);
  const expect = async (status: string, path: Promise<string>) => {
    expected.set(await path, status);
  };
  await expect("ACSC", payer.pay(ndct, aPayment(nok("100.00"))));
  await expect("ACSC", payer.pay(ndct, aPayment(onDay("2026-11-18", nok("200.00")))));
  const rejecting = { creditorAccount: account(magicAccounts[0] ?? { bban: "" }) };
  await expect("RJCT", payer.pay(ndct, aPayment({ ...nok("300.00"), ...rejecting })));
  const late = { creditorAccount: account(magicAccounts[2] ?? { bban: "" }) };
  await expect("ACSC", payer.pay(ndct, aPayment({ ...nok("400.00"), ...late })));
  await expect("CANC", cancelled(payer));
  await expect("CANC", deleted(payer));
  await expect("RCVD", payer.create(ndct, aPayment(nok("700.00"))));
  const toJonas = { creditorAccount: account(people.jonas.current) };
  await expect(
    "ACSC",
    payer.pay(ndct, aPayment(onDay("2026-11-18", { ...nok("6000.00"), ...toJonas }))),
  );
  for (let count = 0; count < bulks; count += 1) {
    await expect(count === 0 ? "PART" : "ACSC", payer.pay(bulkNdct, aBulk(count === 0)));
  }
  const order = await payer.pay(periodicNdct, {
    ...aPayment(nok("50.00")),
    startDate: "2026-11-17",
    endDate: "2026-11-20",
    frequency: "Daily",
  });
  expected.set(order, "ACSC");
  for (const changes of [inEuro, onDay("2026-11-18", inEuro), inDollar]) {
    await expect("ACSC", payer.pay(ncbct, aPayment(changes)));
  }
  await orderForJonas(bank, expected);
  await expect("ACSC", signTogether(bank));
  return {
    worldId: await onlyWorld(bank),
    expected,
    executions: {
      orderId: idOf(order),
      days: ["2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20"],
    },
    bookedMinor: {
      // 100 + 200 + 400 + 6000, the bulks of one krone per payment except the rejected one, 4 × 50.
      "kari-current":
        48_211_50n - 6_700_00n - BigInt(bulks * bulkSize - 1) * 100n - 200_00n - abroadMinor,
      "lyngrabben-current": 1_268_940_35n - 40_000_00n,
      // 212.40 plus the 6000 received on Wednesday, minus the 5000 that waited for them.
      "jonas-current": 212_40n + 6_000_00n - 5_000_00n,
    },
  };
};

const onDay = (requestedExecutionDate: string, changes: object) => ({
  ...changes,
  requestedExecutionDate,
});

const cancelled = async (payer: Payer): Promise<string> => {
  const path = await payer.pay(ndct, aPayment(onDay("2026-11-19", nok("500.00"))));
  assert.equal((await payer.delete(path)).status, 202);
  await payer.sign(path, "cancellation-authorisations");
  return path;
};

const deleted = async (payer: Payer): Promise<string> => {
  const path = await payer.create(ndct, aPayment(nok("600.00")));
  assert.equal((await payer.delete(path)).status, 204);
  return path;
};

const aBulk = (hasRejected: boolean) => ({
  paymentInformationId: "week",
  debtorAccount: account(people.kari.current),
  payments: Array.from({ length: bulkSize }, (_, index) =>
    aBulkItem({
      ...nok("1.00"),
      remittanceInformationUnstructured: `${hasRejected} ${index} ${Math.random()}`,
      ...(hasRejected && index === 7
        ? { creditorAccount: account(magicAccounts[1] ?? { bban: "" }) }
        : {}),
    }),
  ),
});

/** Orders a payment of a company for Wednesday, which two people sign. */
const signTogether = async (bank: TestBank): Promise<string> => {
  const first = await payerAt(bank, "2026-11-16T07:40", sunniva);
  const from = { debtorAccount: account(companies.lyngrabben.accounts[0]) };
  const path = await first.pay(
    ndct,
    aPayment(onDay("2026-11-18", { ...nok("40000.00"), ...from })),
  );
  assert.equal(await first.status(path), "RCVD");
  await (await payerAt(bank, "2026-11-16T07:50", trym)).sign(path);
  return path;
};

/** Orders a payment that waits for Wednesday's money, and one that never gets funds. */
const orderForJonas = async (bank: TestBank, expected: Map<string, string>): Promise<void> => {
  const payer = await payerAt(bank, "2026-11-16T07:30", jonas);
  const from = { debtorAccount: account(people.jonas.current) };
  expected.set(await payer.pay(ndct, aPayment({ ...nok("5000.00"), ...from })), "ACSC");
  expected.set(await payer.pay(ndct, aPayment({ ...nok("80000.00"), ...from })), "ACCP");
};

/** Asserts the end of the week: statuses, transactions, balances, log and books. */
export const checkWeek = async (bank: TestBank, week: Week): Promise<void> => {
  await goTo(bank, "2026-11-23T04:00");
  const payer = await payerAt(bank, "2026-11-23T04:10", kari);
  for (const [path, status] of week.expected) {
    const response = await payer.tppStatus(path);
    assert.equal(response, status, path);
  }
  const { worldId } = week;
  const executions = await rows(
    bank,
    sql`select execution_date, status from payment
      where parent_id = ${week.executions.orderId} order by execution_date`,
  );
  assert.deepEqual(
    executions.map((row) => [row.execution_date, row.status]),
    week.executions.days.map((day) => [day, "ACSC"]),
  );
  for (const [accountId, bookedMinor] of Object.entries(week.bookedMinor)) {
    const balances = await bank.ledger.readBalances(worldId, accountId);
    assert.equal(balances?.bookedMinor, bookedMinor, accountId);
    assert.equal(balances?.reservedMinor, 0n, accountId);
  }
  await checkOnce(bank, worldId);
  assert.deepEqual(await bank.checkBooks(), []);
};

/**
 * Asserts that each payment was executed once, every batch ran once, and each event follows from
 * the previous one.
 */
const checkOnce = async (bank: TestBank, worldId: string): Promise<void> => {
  const doubled = await rows(
    bank,
    sql`select instruction_id from ledger_transaction
      where world_id = ${worldId} and kind = 'payment' and instruction_id is not null
      group by instruction_id having count(*) > 1`,
  );
  assert.deepEqual(doubled, []);
  const open = await rows(bank, sql`select state from batch where state <> 'done'`);
  assert.deepEqual(open, []);
  // An earlier epoch ended when the clock was set to Monday; its batches ran at the machine's time.
  const batches = await rows(
    bank,
    sql`select due_at from batch where world_id = ${worldId} and kind <> 'start'
      and due_at > ${Date.parse("2026-11-16T06:00:00Z")}
      and epoch = (select max(epoch) from batch where world_id = ${worldId})`,
  );
  assert.equal(
    batches.length,
    4 + 4 * 6,
    "four batches were left on Monday, six run on the other days",
  );
  const steps = await rows(
    bank,
    sql`select subject_id, detail from event
      where world_id = ${worldId} and detail like '% to %' order by event_id`,
  );
  const at = new Map<string, string>();
  for (const { subject_id, detail } of steps) {
    const [from = "", to = ""] = String(detail).split(" to ");
    const before = at.get(String(subject_id));
    assert(before === undefined || before === from, `${subject_id}: ${before}, then ${detail}`);
    at.set(String(subject_id), to);
  }
};

const rows = (bank: TestBank, statement: ReturnType<typeof sql>): Promise<readonly Row[]> =>
  bank.storage.read(function* () {
    const [response] = yield [statement];
    return response?.rows ?? [];
  });
