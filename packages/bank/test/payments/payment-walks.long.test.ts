import assert from "node:assert/strict";
import { test } from "node:test";
import type { TransactionStatus } from "@varde/protocol";
import { all, run, sql } from "@varde/storage";
import { atScale, runRounds } from "@varde/testkit/rounds";
import fc from "fast-check";
import { collectOutcomes } from "../../src/payments/execute/collect-outcomes.ts";
import { deliverPayments } from "../../src/payments/execute/deliver-payments.ts";
import { type MovingPayment, movePayments } from "../../src/payments/move-payments.ts";
import { listPayments } from "../../src/payments/payment-store.ts";
import {
  nextPaymentStatus,
  type PaymentEvent,
  paymentEvents,
} from "../../src/payments/payment-transitions.ts";
import { type Payment, paymentTable } from "../../src/records/payment.ts";
import { accountsOfWorld, aLedgerBank, type LedgerBank } from "../a-ledger-bank.ts";
import { aStoredPayment } from "../a-stored-payment.ts";

const perWorld = 1_000;
const worlds = atScale({ slice: 5, long: 100 });
const walks = worlds * perWorld;
const days = 9;

/** Events of the core bank. Whichever is drawn, the response of the core bank decides. */
const decidedByCoreBank = new Set<PaymentEvent>([
  "sentToClearing",
  "handedToCorrespondent",
  "settled",
  "lackedFunds",
  "returned",
]);

/** Final statuses. The log shows at the end whether one was left. */
const final = new Set<TransactionStatus>(["RJCT", "CANC"]);

/** Statuses that only an outcome of the core bank can change. */
const withCoreBank = new Set<TransactionStatus>(["PDNG", "ACSP", "ACWP"]);

test(`STA-10: ${walks} random walks take no forbidden step and leave the books balanced`, () => {
  const events = fc.array(fc.constantFrom(...paymentEvents), {
    minLength: perWorld,
    maxLength: perWorld,
  });
  return runRounds("payment walks", worlds, async ({ seed }) => {
    const ledgerBank = await aLedgerBank();
    try {
      const draws = fc.sample(events, { numRuns: days, seed });
      await runWorld(`world-${seed}`, draws, ledgerBank);
    } finally {
      await ledgerBank.close();
    }
  });
});

const runWorld = async (
  worldId: string,
  draws: readonly (readonly PaymentEvent[])[],
  ledgerBank: LedgerBank,
): Promise<void> => {
  const { bank, ledger } = ledgerBank;
  for (const account of accountsOfWorld(worldId)) await ledger.openAccount(account, ledgerBank.at);
  for (const counterparty of ledgerBank.counterparties(worldId)) {
    await ledger.setCounterparty(counterparty);
  }
  const payments = Array.from({ length: perWorld }, (_, index) => aStoredPayment(worldId, index));
  await bank.storage.write(() => run(...payments.map(paymentTable.insert)));
  const known = new Map(payments.map((payment) => [payment.paymentId, payment]));
  for (const [day, drawn] of draws.entries()) {
    await runDay(worldId, known, drawn, Number(ledgerBank.at) + day * 86_400_000, ledgerBank);
    assert.deepEqual(await ledger.checkBooks(worldId), [], `${worldId}, day ${day}`);
  }
  await checkLog(worldId, ledgerBank);
};

const runDay = async (
  worldId: string,
  known: Map<string, Payment>,
  drawn: readonly PaymentEvent[],
  at: number,
  { bank }: LedgerBank,
): Promise<void> => {
  const open = [...known.values()].filter(({ status }) => !final.has(status));
  const openIds = open.map(({ paymentId }) => paymentId);
  const found = await bank.storage.read(() => listPayments(openIds));
  for (const payment of found) known.set(payment.paymentId, payment);
  const moving = [...known.values()].flatMap(
    (payment, index): readonly MovingPayment<Payment>[] => {
      const event = drawn[index] as PaymentEvent;
      if (decidedByCoreBank.has(event)) return [];
      if (withCoreBank.has(payment.status)) return [];
      const move = [payment, moveBy(event, payment, at)] as const;
      if (nextPaymentStatus(payment.status, event) !== undefined) return [move];
      assertRefused(() => movePayments([move], bank.ids).next());
      return [];
    },
  );
  const moved = await bank.storage.write(() => movePayments(moving, bank.ids));
  assert.equal(moved.length, moving.length);
  await deliverPayments(moved, at, bank);
  await bank.coreBank.runClearing?.(worldId, at);
  await collectOutcomes(worldId, at, bank);
};

/** Checks the refusal without its location, because finding that takes longer than refusing. */
const assertRefused = (move: () => unknown): void => {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    assert.throws(move);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
};

const owner = { personId: "person", agreementId: undefined, context: "PRIVATE" } as const;
const signer = {
  ...owner,
  scaId: undefined,
  signaturesMissing: undefined,
} as const;

const moveBy = (event: PaymentEvent, payment: Payment, at: number) => ({
  event,
  actor: "walk",
  at,
  ...(event === "signedPartly" ? { partial: { ...owner, signaturesMissing: 1 } } : {}),
  ...(event.startsWith("signed") && event !== "signedPartly"
    ? { signing: { ...signer, executionDate: payment.executionDate, dateMoved: undefined } }
    : {}),
});

/**
 * Checks that each step in the log starts at the status where the previous one ended, and is in the
 * table.
 */
const checkLog = async (worldId: string, { bank }: LedgerBank): Promise<void> => {
  const [steps, stored] = await bank.storage.read(function* () {
    const rows = yield* all<{ subject_id: string; name: PaymentEvent; detail: string }>(
      sql`select subject_id, name, detail from event where world_id = ${worldId}
        order by event_id`,
    );
    const payments = yield* all<{ payment_id: string; status: TransactionStatus }>(
      sql`select payment_id, status from payment where world_id = ${worldId}`,
    );
    return [rows, payments] as const;
  });
  const at = new Map<string, TransactionStatus>(
    stored.map(({ payment_id }) => [payment_id, "RCVD"]),
  );
  for (const { subject_id, name, detail } of steps) {
    const from = at.get(subject_id) as TransactionStatus;
    const to = nextPaymentStatus(from, name);
    assert.equal(detail, `${from} to ${to}`, subject_id);
    at.set(subject_id, to as TransactionStatus);
  }
  for (const { payment_id, status } of stored) assert.equal(at.get(payment_id), status);
};
