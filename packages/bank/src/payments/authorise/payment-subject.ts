import { run, type Unit, undo } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import { mayUseAccount } from "../../parties/may-use-account.ts";
import type { IdentifiedPsu } from "../../records/identified-psu.ts";
import type { Payment } from "../../records/payment.ts";
import { isAsShown, type Sca } from "../../records/sca.ts";
import type { ScaFault } from "../../records/sca-fault.ts";
import { type AuthenticatedSca, assertAuthenticated } from "../../sca/authenticated-sca.ts";
import { checkAgain, requireSubjectId, type ScaSubject } from "../../sca/sca-subject.ts";
import { deliverPayments } from "../execute/deliver-payments.ts";
import { movePayments } from "../move-payments.ts";
import { paymentHash } from "../payment-hash.ts";
import { listChildren, readPayment } from "../payment-store.ts";
import { firstExecutionAt, readPeriodicBody } from "../periodic-schedule.ts";
import { insertSchedule } from "../schedule-store.ts";
import { isBulk } from "../show-payment.ts";
import { batchPurpose, viewBatch } from "../view/view-batch.ts";
import { paymentPurpose, viewPayment } from "../view/view-payment.ts";
import {
  decideSignings,
  findMandates,
  type SigningVerdict,
  storeSignatures,
} from "./decide-signings.ts";
import { listWaitingPayments } from "./list-waiting-payments.ts";
import { signerFault } from "./refuse-signer.ts";
import { signPayments } from "./sign-payments.ts";
import { viewSigners } from "./view-signers.ts";

/** The subject of SCAs about a payment: what the PSU is shown, and what an approval does. */
export const paymentSubject = (bank: Bank): ScaSubject => ({
  purpose: async (sca) => {
    const payment = await readSubject(sca, bank);
    if (payment === undefined || !isBulk(payment)) return paymentPurpose(payment);
    return batchPurpose("bulk", await readChildren(payment, bank));
  },
  approval: async (sca) => {
    const payment = await readSubject(sca, bank);
    if (payment === undefined) return undefined;
    const { personId, context, agreementId } = sca;
    const verdict =
      personId && (await askMandates({ personId, context, agreementId }, payment, bank));
    const joint = verdict ? await viewSigners(sca.worldId, [verdict], bank) : undefined;
    const others = joint && { joint };
    if (!isBulk(payment)) {
      return { kind: "payment", details: await viewPayment(payment, bank, sca.shown), ...others };
    }
    const details = await viewBatch("bulk", await readChildren(payment, bank), bank, sca.shown);
    return { kind: "batch", details, ...others };
  },
  listWaiting: (user) => listWaitingPayments(user, bank),
  settleAgain: (sca) => settleOrder(sca, bank),
  check: async (sca) => {
    assertAuthenticated(sca);
    const payment = await readSubject(sca, bank);
    const fault = await checkSigner(sca, payment, bank);
    if (fault !== undefined || payment === undefined) return fault ?? voidFault;
    const verdict = await askMandates(sca, payment, bank);
    if (verdict?.decision.kind === "may-not-sign") return signerFault(verdict.decision.because);
    const isPartial = verdict?.decision.kind === "more";
    return {
      approve: (at) => signOrder(sca, verdict, at, bank),
      ...(isPartial ? { outcome: "waits-for-others" } : { settle: () => settleOrder(sca, bank) }),
    };
  },
});

/** Executes what the core bank books at once, so that the PSU sees the outcome. */
const settleOrder = async (sca: Sca, bank: Bank): Promise<ScaFault | undefined> => {
  const payment = await readSubject(sca, bank);
  if (payment === undefined) return undefined;
  const at = await bank.clock.now(sca.worldId);
  if (isBulk(payment)) {
    await deliverPayments(await readChildren(payment, bank), at, bank);
    return undefined;
  }
  // An earlier attempt may have succeeded although its response was lost.
  if (payment.status === "ACCP") return noFundsFault;
  if (payment.status === "RJCT") return refusedFault(payment.failure ?? "");
  const [delivered] = await deliverPayments([payment], at, bank);
  const outcome = delivered?.[1];
  if (outcome?.kind === "no-funds") return noFundsFault;
  return outcome?.kind === "refused" ? refusedFault(outcome.reason) : undefined;
};

/** Returns what the bank's mandates say about this person's signature, if they decide on it. */
const askMandates = async (
  { context, agreementId, personId }: Pick<IdentifiedPsu, "personId" | "agreementId" | "context">,
  payment: Payment,
  bank: Bank,
): Promise<SigningVerdict | undefined> => {
  const mandates = findMandates({ context, agreementId }, bank);
  // A payment that no longer waits is void, whoever signs it.
  if (mandates === undefined || agreementId === undefined || payment.status !== "RCVD") {
    return undefined;
  }
  const children = isBulk(payment) ? await readChildren(payment, bank) : [];
  const signer = { personId, agreementId };
  const [verdict] = await decideSignings([{ payment, children }], signer, mandates, bank);
  return verdict;
};

/** Checks that the authenticated person may use the debtor account, under its agreement. */
export const checkSigner = async (
  sca: AuthenticatedSca,
  payment: Payment | undefined,
  bank: Bank,
): Promise<ScaFault | undefined> => {
  if (payment === undefined) return voidFault;
  const isOther = payment.agreementId !== undefined && payment.agreementId !== sca.agreementId;
  if (isOther && bank.signingMandates !== undefined) return notTheirsFault;
  const psu = { personId: sca.personId, agreementId: sca.agreementId, context: sca.context };
  const isTheirs = await mayUseAccount(sca.worldId, psu, payment.debtorAccountId, bank);
  return isTheirs ? undefined : notTheirsFault;
};

/** Signs the payment, unless anything the PSU was shown has changed since. */
function* signOrder(
  sca: AuthenticatedSca,
  verdict: SigningVerdict | undefined,
  at: number,
  bank: Bank,
): Unit<void, ScaFault | typeof checkAgain> {
  const payment = yield* readPayment(requireSubjectId(sca, "payment"));
  if (
    payment?.status !== "RCVD" ||
    payment.basketId !== undefined ||
    !isAsShown(sca, paymentHash(payment))
  ) {
    return yield* undo(voidFault);
  }
  // The mandates decided on the payment as it was then: another person may have signed since.
  if (verdict !== undefined && payment.version !== verdict.order.payment.version) {
    yield* undo(checkAgain);
  }
  const missed = verdict === undefined ? voidFault : checkAgain;
  const { personId, agreementId, context, scaId } = sca;
  const children = isBulk(payment) ? yield* listChildren(payment.paymentId) : [];
  const together = [payment, ...children];
  if (verdict?.decision.kind === "more") {
    const partial = { personId, agreementId, context, signaturesMissing: verdict.decision.missing };
    const move = { event: "signedPartly", actor: personId, at, partial } as const;
    // MAN-15: the payments of a bulk are signed with it, so they show the same.
    const moved = yield* movePayments(
      together.map((one) => [one, move]),
      bank.ids,
    );
    if (moved.length < together.length) yield* undo(missed);
    return yield* storeSignatures([verdict], sca, at);
  }
  const signaturesMissing = verdict === undefined ? undefined : 0;
  const signer = { personId, agreementId, context, scaId, signaturesMissing };
  if (together.some(({ status }) => status !== "RCVD")) yield* undo(voidFault);
  const signed = yield* signPayments(together, signer, at, bank);
  if (signed.length < together.length) yield* undo(missed);
  if (verdict !== undefined) yield* storeSignatures([verdict], sca, at);
  if (payment.service === "periodic-payments") yield* startSchedule(payment, at, bank);
}

/** Starts the schedule. Executions due before the signing are skipped. */
function* startSchedule(payment: Payment, at: number, bank: Bank): Unit<void, ScaFault> {
  const first = firstExecutionAt(readPeriodicBody(payment), at, bank);
  if (first === undefined) return yield* undo(overFault);
  yield* run(insertSchedule(payment.paymentId, payment.worldId, first));
}

const readSubject = (sca: Sca, bank: Bank): Promise<Payment | undefined> =>
  bank.storage.read(() => readPayment(requireSubjectId(sca, "payment")));

const readChildren = (payment: Payment, bank: Bank): Promise<readonly Payment[]> =>
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
  message: "The PSU may not use the debtor account.",
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
