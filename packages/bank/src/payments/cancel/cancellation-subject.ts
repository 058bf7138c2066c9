import type { TransactionStatus } from "@varde/protocol";
import { type Unit, undo } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import type { Payment } from "../../records/payment.ts";
import type { Sca } from "../../records/sca.ts";
import type { ScaFault } from "../../records/sca-fault.ts";
import { type AuthenticatedSca, assertAuthenticated } from "../../sca/authenticated-sca.ts";
import { requireSubjectId, type ScaSubject } from "../../sca/sca-subject.ts";
import { findCancelObstacle } from "../authorise/decide-signings.ts";
import { checkSigner, voidFault } from "../authorise/payment-subject.ts";
import { signerFault } from "../authorise/refuse-signer.ts";
import { cancellableParts } from "../cancellable-parts.ts";
import { paymentHash } from "../payment-hash.ts";
import { listChildren, readPayment } from "../payment-store.ts";
import { isBulk } from "../show-payment.ts";
import { batchPurpose, viewBatch } from "../view/view-batch.ts";
import { paymentPurpose, viewPayment } from "../view/view-payment.ts";
import { cancelSigned } from "./cancel-payment.ts";

/** The subject of SCAs that cancel a signed payment. */
export const cancellationSubject = (bank: Bank): ScaSubject => ({
  purpose: async (sca) => {
    const payment = await readSubject(sca, bank);
    if (payment !== undefined && isBulk(payment)) {
      return batchPurpose("bulk", await readCancellableParts(payment, bank));
    }
    const purpose = paymentPurpose(payment);
    return purpose.kind === "payment" ? { ...purpose, kind: "cancellation" } : purpose;
  },
  approval: async (sca) => {
    const payment = await readSubject(sca, bank);
    if (payment === undefined) return undefined;
    const details = isBulk(payment)
      ? await viewBatch("bulk", await readCancellableParts(payment, bank), bank)
      : await viewPayment(payment, bank);
    return { kind: "cancellation", details };
  },
  check: async (sca) => {
    assertAuthenticated(sca);
    const payment = await readSubject(sca, bank);
    const fault =
      (await checkSigner(sca, payment, bank)) ?? (await checkMandate(sca, payment, bank));
    return fault ?? { approve: (at) => cancelPayment(sca, at, bank) };
  },
});

/** MAN-12: one person cancels for the company, if the mandates would let them sign. */
const checkMandate = async (
  { personId, agreementId, context }: AuthenticatedSca,
  payment: Payment | undefined,
  bank: Bank,
): Promise<ScaFault | undefined> => {
  const because =
    payment && (await findCancelObstacle(payment, { personId, agreementId, context }, bank));
  return because === undefined ? undefined : signerFault(because);
};

function* cancelPayment(sca: AuthenticatedSca, at: number, bank: Bank): Unit<void, ScaFault> {
  const payment = yield* readPayment(requireSubjectId(sca, "cancellation"));
  if (payment === undefined || paymentHash(payment) !== sca.subjectHash) {
    return yield* undo(voidFault);
  }
  const blocking = yield* cancelSigned(payment, { actor: sca.personId, at }, bank.ids);
  if (blocking !== undefined) yield* undo(tooLateFault(blocking));
}

const readSubject = (sca: Sca, bank: Bank): Promise<Payment | undefined> =>
  bank.storage.read(() => readPayment(requireSubjectId(sca, "cancellation")));

/**
 * Lists the payments of a bulk that would be cancelled, without those already executed or rejected.
 */
const readCancellableParts = async (payment: Payment, bank: Bank): Promise<readonly Payment[]> => {
  const children = await bank.storage.read(() => listChildren(payment.paymentId));
  const open = cancellableParts(payment, children);
  return open.length === 0 ? children : open;
};

const tooLateFault = (status: TransactionStatus): ScaFault => ({
  system: "core-bank",
  code: "CONFLICT",
  message: tooLateMessages[status] ?? "The payment can no longer be cancelled.",
  outcome: "changed",
});

const tooLateMessages: Readonly<Partial<Record<TransactionStatus, string>>> = {
  PDNG: "The payment is being processed and can no longer be cancelled.",
  ACSP: "The payment is on its way to the payee's bank and can no longer be cancelled.",
  ACWP: "The payment is on its way to the payee's bank and can no longer be cancelled.",
  ACSC: "The payment has been executed and can no longer be cancelled.",
  RJCT: "The payment was rejected; there is nothing left to cancel.",
  CANC: "The payment is cancelled already.",
};
