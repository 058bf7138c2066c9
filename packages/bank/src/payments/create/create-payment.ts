import { type Awaitable, andThen, type Statement } from "@varde/storage";
import { acceptedFixes } from "../../accounts/accepted-fixes.ts";
import type { Bank, UseCase } from "../../bank.ts";
import { recordEvent } from "../../records/event.ts";
import { type Payment, paymentTable } from "../../records/payment.ts";
import type { ShownQuote } from "../../records/sca.ts";
import { respondWith } from "../../request/api-response.ts";
import { psuLocale } from "../../request/locale.ts";
import { isRefusal, type Refusal, refuse } from "../../request/refusal.ts";
import type { RequestContext } from "../../request/request-context.ts";
import type { RequestOf } from "../../request/request-of.ts";
import { claimAndConclude, respondOnce } from "../../respond-once.ts";
import { startSca } from "../../sca/start/start-sca.ts";
import { paymentHash } from "../payment-hash.ts";
import { guardDuplicate } from "../payment-store.ts";
import { quoteExchanges } from "../quote-payment.ts";
import { presentCreatedPayment } from "../view/present-payment.ts";
import { describeExchange } from "../view/view-costs.ts";
import type { PlannedPayment } from "./draft-payment.ts";
import { planBulk } from "./plan-bulk.ts";
import { planPeriodic } from "./plan-periodic.ts";
import { planSingle } from "./plan-single.ts";

const plan = (
  context: RequestOf<"createPayment">,
  bank: Bank,
): Awaitable<PlannedPayment | Refusal> => {
  switch (context.service) {
    case "payments":
      return planSingle(context, bank);
    case "bulk-payments":
      return planBulk(context, bank);
    case "periodic-payments":
      return planPeriodic(context, bank);
  }
};

/**
 * Creates a payment that waits for the PSU. With a valid session the TPP starts the authorisation
 * itself; without one the response contains the link of the single SCA.
 */
export const createPayment: UseCase<"createPayment"> = (context, bank) =>
  andThen(plan(context, bank), (planned) =>
    isRefusal(planned) ? planned : storePlanned(planned, context, bank),
  );

const storePlanned = async (
  { payment, children }: PlannedPayment,
  context: RequestContext,
  bank: Bank,
) => {
  const parts = children.length === 0 ? [payment] : children;
  const shown = quoteExchanges(parts, context.now, bank);
  if (isRefusal(shown)) return shown;
  const sca =
    context.session === undefined ? startSingleSca(payment, shown, context, bank) : undefined;
  const message =
    shown.length === 0 ? undefined : describeExchange(parts, shown, psuLocale(context));
  const response = respondWith(
    201,
    presentCreatedPayment(payment, sca, message, () => acceptedFixes(context)),
  );
  const isAllowed = context.query.allowLogicalDuplicate === "true";
  const guards =
    payment.duplicateKey === undefined
      ? []
      : [{ statement: guardDuplicate(payment, isAllowed), otherwise: refuseDuplicate }];
  const responded = await respondOnce(context, bank, response, (claim) =>
    claimAndConclude(
      claim,
      ...guards,
      ...storePayment(payment, bank),
      ...children.flatMap((child) => storePayment(child, bank)),
      ...(sca?.statements ?? []),
    ),
  );
  if (responded === response) context.payment = payment;
  return responded;
};

/** SCA-30: starts the single SCA that both identifies the PSU and approves the payment. */
const startSingleSca = (
  payment: Payment,
  shown: readonly ShownQuote[],
  context: RequestContext,
  bank: Bank,
) => {
  const { paymentId: id, brand } = payment;
  const subject = { kind: "payment", id, hash: paymentHash(payment), shown, brand } as const;
  return startSca(subject, context, bank);
};

const storePayment = (payment: Payment, bank: Bank): readonly Statement[] => [
  paymentTable.insert(payment),
  recordEvent(bank.ids, {
    worldId: payment.worldId,
    subjectKind: "payment",
    subjectId: payment.paymentId,
    name: "created",
    actor: payment.tppId,
    at: payment.createdAt,
  }),
];

const refuseDuplicate: Refusal = refuse({
  code: "PAYMENT_FAILED",
  text:
    "A payment with the same debtor, creditor, amount, date and remittance was created in the " +
    "last 24 hours. If this is a different payment, send allowLogicalDuplicate=true.",
});
