import { run, type Unit } from "@varde/storage";
import type { Bank } from "../bank.ts";
import type { Sca } from "../sca/sca.ts";
import type { ScaFault, ScaSubjectHandler } from "../sca/sca-subject.ts";
import { checkSigner, voidFault } from "./approve-payment.ts";
import { movePayment, movePayments } from "./move-payments.ts";
import type { Payment } from "./payment.ts";
import { hashOfPayment } from "./payment-hash.ts";
import { listChildren, readPayment } from "./payment-store.ts";
import { nextPaymentStatus } from "./payment-transitions.ts";
import { removeSchedule } from "./schedule-store.ts";
import { isBulk } from "./show-payment.ts";
import { batchPurpose, viewBatch } from "./view-batch.ts";
import { purposeOf, viewPayment } from "./view-payment.ts";

/** What an SCA means for a signed payment that is to be stopped. */
export const approveCancellation = (bank: Bank): ScaSubjectHandler => ({
  purpose: async (sca) => {
    const payment = await readSubject(sca, bank);
    if (payment !== undefined && isBulk(payment)) {
      return batchPurpose("bulk", await childrenOf(payment, bank));
    }
    const purpose = purposeOf(payment);
    return purpose.kind === "payment" ? { ...purpose, kind: "cancellation" } : purpose;
  },
  approval: async (sca) => {
    const payment = await readSubject(sca, bank);
    if (payment === undefined) return undefined;
    const details = isBulk(payment)
      ? await viewBatch("bulk", await childrenOf(payment, bank), bank)
      : await viewPayment(payment, bank);
    return { kind: "cancellation", details };
  },
  check: async (sca) => checkSigner(sca, await readSubject(sca, bank), bank),
  approve: (sca, _form, at) => cancelPayment(sca, at, bank),
  settle: async () => undefined,
});

function* cancelPayment(sca: Sca, at: number, bank: Bank): Unit<ScaFault | undefined> {
  const payment = yield* readPayment(sca.subjectId ?? "");
  if (payment === undefined || hashOfPayment(payment) !== sca.subjectHash) return voidFault;
  if (!isCancellable(payment)) return tooLateFault;
  return (yield* cancelSigned(payment, sca.personId ?? "", at, bank)) ? undefined : tooLateFault;
}

/** Stops a signed payment with all that belongs to it; false when it is being processed. */
export function* cancelSigned(
  payment: Payment,
  actor: string,
  at: number,
  bank: Pick<Bank, "ids">,
): Unit<boolean> {
  const move = { event: "cancelled", actor, at } as const;
  if (isBulk(payment)) {
    const children = yield* listChildren(payment.paymentId);
    if (children.some((child) => child.status === "PDNG")) return false;
    const open = children.filter(isCancellable);
    const moved = yield* movePayments(
      open.map((child) => [child, move]),
      bank.ids,
    );
    if (moved.length < open.length || open.length === 0) throw new Error("a bulk has just moved");
  }
  if (payment.service === "periodic-payments") yield* run(removeSchedule(payment.paymentId));
  const cancelled = yield* movePayment(payment, move, bank.ids);
  return cancelled !== undefined;
}

export const isCancellable = (payment: Payment): boolean =>
  nextPaymentStatus(payment.status, "cancelled") !== undefined;

const readSubject = (sca: Sca, bank: Bank): Promise<Payment | undefined> =>
  bank.storage.read(() => readPayment(sca.subjectId ?? ""));

const childrenOf = (payment: Payment, bank: Bank): Promise<readonly Payment[]> =>
  bank.storage.read(() => listChildren(payment.paymentId));

const tooLateFault: ScaFault = {
  system: "core-bank",
  code: "CONFLICT",
  message: "The payment is being processed and can no longer be cancelled.",
  outcome: "changed",
};
