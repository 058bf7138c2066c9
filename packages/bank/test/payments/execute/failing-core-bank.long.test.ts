import assert from "node:assert/strict";
import { after, mock, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { all, run, sql } from "@varde/storage";
import { atScale, runRounds } from "@varde/testkit/rounds";
import type { Bank } from "../../../src/bank.ts";
import { productionDefaults } from "../../../src/configuration/bank-configuration.ts";
import { paymentSubject } from "../../../src/payments/authorise/payment-subject.ts";
import { deliverOutbox } from "../../../src/payments/execute/deliver-outbox.ts";
import { deliverQueued } from "../../../src/payments/execute/deliver-payments.ts";
import { leaseMs } from "../../../src/payments/execute/hold-lease.ts";
import { paymentHash } from "../../../src/payments/payment-hash.ts";
import type { CoreBank } from "../../../src/ports/core-bank.ts";
import { guardPorts } from "../../../src/ports/guard/guard-ports.ts";
import { type Payment, paymentTable } from "../../../src/records/payment.ts";
import { scaTable } from "../../../src/records/sca.ts";
import { authenticatedInApp } from "../../../src/sca/authenticated-sca.ts";
import { readSca } from "../../../src/sca/sca-store.ts";
import { isScaFault } from "../../../src/sca/sca-subject.ts";
import { settleApproval } from "../../../src/sca/settle-approval.ts";
import { accountsOfWorld, aLedgerBank, type LedgerBank } from "../../a-ledger-bank.ts";
import { aStoredPayment } from "../../a-stored-payment.ts";
import { aStoredSca } from "../../a-stored-sca.ts";

const paymentCount = atScale({ slice: 40, long: 1_000 });
const atOnce = 20;
const lostShare = 0.15;
const stalledShare = 0.04;
const amountMinor = 7n;

mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
after(() => mock.timers.reset());

/** Number of database units in progress. Simulated time stops while there are any. */
let busy = 0;

const track = async <T>(work: Promise<T>): Promise<T> => {
  busy += 1;
  try {
    return await work;
  } finally {
    busy -= 1;
  }
};

/** Advances the mocked timers while everything waits, so that long waits take no time. */
const simulate = async <T>(work: Promise<T>): Promise<T> => {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await setImmediate();
    if (busy === 0) mock.timers.tick(10);
  }
  return done;
};

test("F14: PSUs learn the outcome from a core bank that loses responses and stalls", async (t) => {
  await runRounds("failing core bank", 1, async ({ seed }) => {
    const ledgerBank = await aLedgerBank(() => Date.now() + laterMs);
    // The share of faults is a statement about many payments; few of them have one fixed draw.
    const draw = atScale({ slice: 1, long: seed });
    const bank = aBankWith(ledgerBank, failingCoreBank(ledgerBank.bank.coreBank, draw));
    try {
      for (const account of accountsOfWorld("w")) {
        await ledgerBank.ledger.openAccount(account, ledgerBank.at);
      }
      const payments = Array.from({ length: paymentCount }, anOwnBankPayment);
      const faults: unknown[] = [];
      for (let from = 0; from < payments.length; from += atOnce) {
        const some = payments.slice(from, from + atOnce);
        const codes = await simulate(Promise.all(some.map((payment) => approve(payment, bank))));
        faults.push(...codes.filter((code) => code !== undefined));
      }
      t.diagnostic(`${faults.length} of ${paymentCount} PSUs returned with a fault`);
      assert.ok(faults.length < paymentCount / 100, `${faults.length} PSUs returned with a fault`);
      await simulate(deliverRest(bank));
      await everyPaymentIsBookedOnce(ledgerBank, payments);
    } finally {
      await ledgerBank.close();
    }
  });
});

/** Does all the work, but loses or never sends some of its responses. */
const failingCoreBank = (coreBank: CoreBank, seed: number): CoreBank => {
  const random = seededRandom(seed);
  return {
    ...coreBank,
    submitAll: async (instructions, at) => {
      const luck = random();
      if (luck < stalledShare / 2) return new Promise(() => {});
      const outcomes = await track(coreBank.submitAll(instructions, at));
      if (luck < stalledShare) return new Promise(() => {});
      if (luck < stalledShare + lostShare) throw new Error("ECONNRESET");
      return outcomes;
    },
  };
};

const seededRandom = (seed: number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >>> 8) / 2 ** 23;
  };
};

/** The bank in production, with the limits and waits that are its defaults. */
const aBankWith = ({ bank, at }: LedgerBank, coreBank: CoreBank): Bank => {
  const now = () => Number(at);
  const clock = { machineNow: now, now };
  const storage: Pick<Bank["storage"], "read" | "write"> = {
    read: (unit) => track(bank.storage.read(unit)),
    write: (unit) => track(bank.storage.write(unit)),
  };
  const unused = new Proxy({}, { get: () => () => undefined });
  const ports = { ...bank, coreBank: new Proxy(coreBank, withEveryMethod), clock } as Bank;
  const configuration = { ...productionDefaults, bankName: "", publicUrl: "", anchors: [] };
  const limits = {
    timeoutMs: configuration.portTimeoutMs,
    callsMax: configuration.portCallsMax,
    failuresMax: configuration.portFailuresMax,
    pauseMs: configuration.portPauseMs,
  };
  const guarded = guardPorts(
    {
      ...ports,
      scaMethod: unused,
      tppRegister: unused,
      kidRegister: unused,
      worlds: unused,
      responseSigner: undefined,
    } as never,
    limits,
    { onFailed: () => {}, onBreaker: () => assert.fail("the breaker must stay closed") },
  );
  const log = { warn: () => {}, error: () => {} };
  return { ...ports, ...guarded.ports, storage, configuration, log } as unknown as Bank;
};

/** Completes the ledger's core bank with the methods that this test does not call. */
const withEveryMethod: ProxyHandler<CoreBank> = {
  get: (target, name) => Reflect.get(target, name) ?? (() => undefined),
};

const anOwnBankPayment = (): Payment => ({
  ...aStoredPayment("w", 3),
  amountMinor,
  personId: "person",
  context: "PRIVATE",
  sessionId: "session",
});

/** Signs and settles as the end of an SCA does, and returns the code that the TPP gets. */
const approve = async (payment: Payment, bank: Bank): Promise<string | undefined> => {
  await bank.storage.write(() => run(paymentTable.insert(payment)));
  const about = { subjectId: payment.paymentId, subjectHash: paymentHash(payment) };
  const record = aStoredSca({ subjectKind: "payment", ...about });
  await bank.storage.write(() => run(scaTable.insert(record)));
  const read = await bank.storage.read(() => readSca(record.scaId));
  assert(read !== undefined);
  const agreement = { context: "PRIVATE", agreementId: "agreement" } as const;
  const sca = authenticatedInApp(read, "person", agreement);
  const approvable = await paymentSubject(bank).check(sca, { accountIds: [] });
  assert.ok(!isScaFault(approvable), JSON.stringify(approvable));
  const at = await bank.clock.now("w");
  const fault = await bank.storage.write(() => approvable.approve(at));
  assert.equal(fault, undefined);
  return (await settleApproval(sca, async () => approvable.settle?.(), bank))?.code;
};

/** How far the database's clock is ahead, so that leases have expired. */
let laterMs = 0;

/** Delivers what is left in the outbox, as the background job does when leases expire. */
const deliverRest = async (bank: Bank): Promise<void> => {
  const deliver = (ids: readonly string[]) => deliverQueued(ids, bank.clock.now, bank);
  do laterMs += leaseMs;
  while ((await deliverOutbox(bank, deliver)) > 0);
};

const everyPaymentIsBookedOnce = async (
  { bank, ledger }: LedgerBank,
  payments: readonly Payment[],
): Promise<void> => {
  const statuses = await bank.storage.read(() =>
    all<{ status: string }>(sql`select distinct status from payment where world_id = 'w'`),
  );
  assert.deepEqual(statuses, [{ status: "ACSC" }]);
  const booked = await bank.storage.read(() =>
    all<{ times: bigint }>(
      sql`select count(*) as times from ledger_transaction
        where world_id = 'w' and instruction_id is not null group by instruction_id`,
    ),
  );
  assert.deepEqual(
    booked.map(({ times }) => Number(times)),
    payments.map(() => 1),
  );
  const payee = await ledger.readBalances("w", "payee");
  assert.equal(payee?.bookedMinor, BigInt(payments.length) * amountMinor);
  assert.deepEqual(await ledger.checkBooks(), []);
};
