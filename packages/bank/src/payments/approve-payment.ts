import { run, type Unit } from "@varde/storage";
import type { Bank } from "../bank.ts";
import { osloDay } from "../calendar/oslo.ts";
import { enqueueInstruction, outboxLeaseMs } from "../outbox/outbox-store.ts";
import { mayUseAccount } from "../psus/may-use-account.ts";
import type { Sca } from "../sca/sca.ts";
import type { ScaFault, ScaSubjectHandler } from "../sca/sca-subject.ts";
import { deliverPayment } from "./deliver-payment.ts";
import { movePayment } from "./move-payment.ts";
import { isBookedAtOnce, type Payment } from "./payment.ts";
import { hashOfPayment } from "./payment-hash.ts";
import { readPayment } from "./payment-store.ts";
import { purposeOf, viewPayment } from "./view-payment.ts";

/** What an SCA means for a payment: what the PSU is shown, and what happens when they approve. */
export const approvePayment = (bank: Bank): ScaSubjectHandler => ({
  purpose: async (sca) => purposeOf(await readSubject(sca, bank)),
  approval: async (sca) => {
    const payment = await readSubject(sca, bank);
    if (payment === undefined) return undefined;
    return { kind: "payment", details: await viewPayment(payment, bank) };
  },
  check: async (sca) => {
    const payment = await readSubject(sca, bank);
    if (payment === undefined || sca.personId === undefined) return voidFault;
    const psu = { personId: sca.personId, agreementId: sca.agreementId, context: sca.context };
    const isTheirs = await mayUseAccount(sca.worldId, psu, payment.debtorAccountId, bank);
    return isTheirs ? undefined : notTheirsFault;
  },
  approve: (sca, _form, at) => signPayment(sca, at, bank),
  settle: async (sca) => {
    const payment = await readSubject(sca, bank);
    if (payment?.status !== "PDNG") return undefined;
    const outcome = await deliverPayment(payment.paymentId, bank);
    if (outcome?.kind === "no-funds") return noFundsFault;
    return outcome?.kind === "refused" ? refusedFault(outcome.reason) : undefined;
  },
});

/** In the unit that completes the SCA: void if anything the PSU was shown has changed. */
function* signPayment(sca: Sca, at: number, bank: Bank): Unit<ScaFault | undefined> {
  const payment = yield* readPayment(sca.subjectId ?? "");
  if (
    payment?.status !== "RCVD" ||
    payment.basketId !== undefined ||
    hashOfPayment(payment) !== sca.subjectHash
  ) {
    return voidFault;
  }
  const isAtOnce = isBookedAtOnce(payment, osloDay(at));
  const isMoved = yield* movePayment(
    payment,
    {
      event: isAtOnce ? "signedToBookAtOnce" : payment.isDateMoved ? "signedWithChange" : "signed",
      actor: sca.personId ?? "",
      at,
      signer: { personId: sca.personId, agreementId: sca.agreementId, context: sca.context },
    },
    bank.ids,
  );
  if (!isMoved) return voidFault;
  if (isAtOnce) {
    yield* run(
      enqueueInstruction({
        outboxId: bank.ids.newId(),
        worldId: payment.worldId,
        paymentId: payment.paymentId,
        claimedUntil: bank.clock.machineNow() + outboxLeaseMs,
        at,
      }),
    );
  }
  return undefined;
}

const readSubject = (sca: Sca, bank: Bank): Promise<Payment | undefined> =>
  bank.storage.read(() => readPayment(sca.subjectId ?? ""));

const voidFault: ScaFault = {
  system: "sca",
  code: "SCA_INVALID",
  message: "The payment has changed or is no longer waiting for approval.",
};

const notTheirsFault: ScaFault = {
  system: "sca",
  code: "PSU_CREDENTIALS_INVALID",
  message: "The PSU may not use the account that pays.",
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
});
