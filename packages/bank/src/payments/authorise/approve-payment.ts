import { run, type Unit } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import { osloDay } from "../../calendar/oslo.ts";
import { mayUseAccount } from "../../psus/may-use-account.ts";
import type { Sca } from "../../request/sca.ts";
import type { ScaFault } from "../../request/sca-fault.ts";
import type { ScaSubjectHandler } from "../../sca/sca-subject.ts";
import { deliverPayments } from "../execute/deliver-payments.ts";
import type { Payment } from "../payment.ts";
import { hashOfPayment } from "../payment-hash.ts";
import { listChildren, readPayment } from "../payment-store.ts";
import { firstExecution, scheduleOf } from "../periodic-schedule.ts";
import { insertSchedule } from "../schedule-store.ts";
import { isBulk } from "../show-payment.ts";
import { batchPurpose, viewBatch } from "../view/view-batch.ts";
import { purposeOf, viewPayment } from "../view/view-payment.ts";
import { signPayments } from "./sign-payments.ts";

/** What an SCA means for a payment: what the PSU is shown, and what happens when they approve. */
export const approvePayment = (bank: Bank): ScaSubjectHandler => ({
  purpose: async (sca) => {
    const payment = await readSubject(sca, bank);
    if (payment === undefined || !isBulk(payment)) return purposeOf(payment);
    return batchPurpose("bulk", await childrenOf(payment, bank));
  },
  approval: async (sca) => {
    const payment = await readSubject(sca, bank);
    if (payment === undefined) return undefined;
    if (!isBulk(payment)) return { kind: "payment", details: await viewPayment(payment, bank) };
    const details = await viewBatch("bulk", await childrenOf(payment, bank), bank);
    return { kind: "batch", details };
  },
  check: async (sca) => checkSigner(sca, await readSubject(sca, bank), bank),
  approve: (sca, _form, at) => signOrder(sca, at, bank),
  settle: async (sca) => {
    const payment = await readSubject(sca, bank);
    if (payment === undefined) return undefined;
    const at = await bank.clock.now(sca.worldId);
    if (isBulk(payment)) {
      await deliverPayments(await childrenOf(payment, bank), at, bank);
      return undefined;
    }
    const [delivered] = await deliverPayments([payment], at, bank);
    const outcome = delivered?.[1];
    if (outcome?.kind === "no-funds") return noFundsFault;
    return outcome?.kind === "refused" ? refusedFault(outcome.reason) : undefined;
  },
});

/** Whether the person who authenticated may use the account that pays. */
export const checkSigner = async (
  sca: Sca,
  payment: Payment | undefined,
  bank: Bank,
): Promise<ScaFault | undefined> => {
  if (payment === undefined || sca.personId === undefined) return voidFault;
  const psu = { personId: sca.personId, agreementId: sca.agreementId, context: sca.context };
  const isTheirs = await mayUseAccount(sca.worldId, psu, payment.debtorAccountId, bank);
  return isTheirs ? undefined : notTheirsFault;
};

/** In the unit that completes the SCA: void if anything the PSU was shown has changed. */
function* signOrder(sca: Sca, at: number, bank: Bank): Unit<ScaFault | undefined> {
  const payment = yield* readPayment(sca.subjectId ?? "");
  if (
    payment?.status !== "RCVD" ||
    payment.basketId !== undefined ||
    hashOfPayment(payment) !== sca.subjectHash
  ) {
    return voidFault;
  }
  const signer = {
    personId: sca.personId,
    agreementId: sca.agreementId,
    context: sca.context,
  };
  const children = isBulk(payment) ? yield* listChildren(payment.paymentId) : [];
  const together = [payment, ...children];
  if (together.some(({ status }) => status !== "RCVD")) return voidFault;
  const signed = yield* signPayments(together, signer, at, bank);
  if (signed.length < together.length) return voidFault;
  return payment.service === "periodic-payments" ? yield* startSchedule(payment, at) : undefined;
}

/** Executions that would have been before the signing are not made up for. */
function* startSchedule(payment: Payment, at: number): Unit<ScaFault | undefined> {
  const first = firstExecution(scheduleOf(payment), osloDay(at));
  if (first === undefined) return overFault;
  yield* run(insertSchedule(payment.paymentId, payment.worldId, first));
  return undefined;
}

const readSubject = (sca: Sca, bank: Bank): Promise<Payment | undefined> =>
  bank.storage.read(() => readPayment(sca.subjectId ?? ""));

const childrenOf = (payment: Payment, bank: Bank): Promise<readonly Payment[]> =>
  bank.storage.read(() => listChildren(payment.paymentId));

export const voidFault: ScaFault = {
  system: "sca",
  code: "SCA_INVALID",
  message: "The payment has changed or is no longer waiting for approval.",
  outcome: "changed",
};

const overFault: ScaFault = {
  system: "core-bank",
  code: "EXECUTION_DATE_INVALID",
  message: "The last day of the periodic payment has passed; nothing was approved.",
  outcome: "not-made",
};

const notTheirsFault: ScaFault = {
  system: "sca",
  code: "PSU_CREDENTIALS_INVALID",
  message: "The PSU may not use the account that pays.",
  outcome: "not-yours",
};

const noFundsFault: ScaFault = {
  system: "core-bank",
  code: "PAYMENT_FAILED",
  message: "There are not enough funds on the account.",
};

const refusedFault = (reason: string): ScaFault => ({
  system: "core-bank",
  code: "PAYMENT_FAILED",
  message: reason,
  outcome: "not-made",
});
