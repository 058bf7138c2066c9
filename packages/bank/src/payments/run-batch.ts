import { all, run, sql, type Unit } from "@varde/storage";
import type { Bank } from "../bank.ts";
import { bankDaysBefore } from "../calendar/bank-days.ts";
import { osloDay } from "../calendar/oslo.ts";
import { deliverOutbox } from "../outbox/deliver-outbox.ts";
import { enqueueInstruction } from "../outbox/outbox-store.ts";
import { deliverPayment } from "./deliver-payment.ts";
import { movePayment } from "./move-payment.ts";
import { readPayment } from "./payment-store.ts";

const paymentsPerUnit = 200;
/** For how many bank days after its date a payment without funds is tried again. */
const retryBankDays = 3;

/** Takes every payment whose day has come and hands it to the core bank. */
export const runBatch = async (worldId: string, bank: Bank): Promise<number> => {
  const at = await bank.clock.now(worldId);
  const today = osloDay(at);
  let taken = 0;
  for (;;) {
    const due = await bank.storage.read(() => listDue(worldId, today, at));
    if (due.length === 0) break;
    taken += await takePayments(due, at, bank);
  }
  await deliverOutbox(bank, (paymentId) => deliverPayment(paymentId, bank));
  return taken;
};

/** One that lacked funds is tried once in each batch, so the one that just moved is left out. */
function* listDue(worldId: string, today: string, at: number): Unit<readonly string[]> {
  const retriedFrom = bankDaysBefore(today, retryBankDays);
  const rows = yield* all<{ payment_id: string }>(
    sql`select payment_id from payment
      where world_id = ${worldId} and execution_date <= ${today}
        and status in ('ACTC', 'ACWC', 'ACCP')
        and (status <> 'ACCP' or (status_at < ${at} and execution_date >= ${retriedFrom}))
      order by execution_date, payment_id limit ${paymentsPerUnit}`,
  );
  return rows.map((row) => row.payment_id);
}

const takePayments = (paymentIds: readonly string[], at: number, bank: Bank): Promise<number> =>
  bank.storage.write(function* () {
    let taken = 0;
    for (const paymentId of paymentIds) {
      const payment = yield* readPayment(paymentId);
      if (payment === undefined || !["ACTC", "ACWC", "ACCP"].includes(payment.status)) continue;
      const move = { event: "takenByBatch", actor: "bank", at } as const;
      if (!(yield* movePayment(payment, move, bank.ids))) continue;
      yield* run(
        enqueueInstruction({
          outboxId: bank.ids.newId(),
          worldId: payment.worldId,
          paymentId,
          claimedUntil: 0,
          at,
        }),
      );
      taken += 1;
    }
    return taken;
  });
