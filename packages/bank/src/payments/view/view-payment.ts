import type { Bank } from "../../bank.ts";
import { osloDay } from "../../calendar/oslo.ts";
import type { Purpose } from "../../pages/parts/page-models.ts";
import type { PaymentView, RemittanceView } from "../../pages/parts/payment-view.ts";
import { isBookedAtOnce, type Payment } from "../../records/payment.ts";
import type { Sca } from "../../records/sca.ts";
import { type PaymentOrder, readOrder } from "../payment-order.ts";
import { countsInMonths, type Schedule } from "../periodic-schedule.ts";
import { readStoredBody, type StoredPaymentBody } from "../stored-body.ts";
import { byPayment, toMoney, totalDebitMinor, viewRate } from "./view-costs.ts";

/** The purpose of an SCA, shown before the PSU is identified. */
export const paymentPurpose = (payment: Payment | undefined): Purpose => {
  if (payment === undefined) return { kind: "login" };
  const { creditor } = readOrder(readStoredBody(payment));
  const amount = toMoney(payment.amountMinor, payment.currency);
  return { kind: "payment", amount, payeeName: creditor.name };
};

/**
 * Shows exactly the amount and payee, as the PSU must see them before approving, and what the SCA
 * shows of an exchange.
 */
export const viewPayment = async (
  payment: Payment,
  bank: Bank,
  shown?: Sca["shown"],
): Promise<PaymentView> => {
  const body = readStoredBody(payment);
  const order = readOrder(body);
  const debtor = await bank.coreBank.findAccount(payment.worldId, order.debtor);
  const { bic, country } = order.creditor;
  const today = osloDay(await bank.clock.now(payment.worldId));
  return {
    amount: toMoney(payment.amountMinor, payment.currency),
    payee: {
      name: order.creditor.name,
      account: order.creditor.bban ?? order.creditor.iban ?? "",
      ...(country === undefined || country === "NO" ? {} : { country }),
      ...(bic === undefined ? {} : { bic }),
    },
    fromAccount: {
      number: debtor?.bban ?? debtor?.iban ?? "",
      ...(debtor === undefined ? {} : { name: debtor.name }),
    },
    ...viewTiming(payment, body, today),
    remittance: viewRemittance(order),
    ...viewCosts(payment, shown),
  };
};

const viewCosts = (payment: Payment, quotes: Sca["shown"]): Partial<PaymentView> => {
  const { feeMinor, feeCurrency: currency } = payment;
  const shown = byPayment(quotes);
  const quote = shown.get(payment.paymentId);
  const totalMinor = totalDebitMinor([payment], shown);
  return {
    ...(quote !== undefined && {
      exchange: viewRate(payment.currency, quote),
      debited: toMoney(BigInt(quote.debitedMinor), currency),
    }),
    ...(feeMinor > 0n && { fee: toMoney(feeMinor, currency) }),
    ...(feeMinor > 0n && totalMinor !== undefined && { total: toMoney(totalMinor, currency) }),
  };
};

const viewTiming = (
  payment: Payment,
  body: StoredPaymentBody & Partial<Schedule>,
  today: string,
) => {
  const { startDate, endDate, frequency, dayOfExecution, monthsOfExecution } = body;
  const isPeriodic = payment.service === "periodic-payments";
  if (!isPeriodic || startDate === undefined || frequency === undefined) {
    const isAtOnce = isBookedAtOnce(payment, today);
    return isAtOnce ? {} : { executionDate: payment.executionDate };
  }
  return {
    schedule: {
      startDate,
      frequency,
      ...(endDate === undefined ? {} : { endDate }),
      ...(dayOfExecution !== undefined && countsInMonths({ frequency })
        ? { dayOfExecution: Number(dayOfExecution) }
        : {}),
      ...(monthsOfExecution === undefined
        ? {}
        : { monthsOfExecution: monthsOfExecution.map(Number) }),
    },
  };
};

const viewRemittance = ({ remittance, references }: PaymentOrder): readonly RemittanceView[] => [
  ...remittance.map((text) => ({ kind: "message" as const, text })),
  ...references.map(({ reference }) => ({
    kind: /^[0-9]{2,25}$|^[0-9]{1,24}-$/.test(reference)
      ? ("kid" as const)
      : ("reference" as const),
    text: reference,
  })),
];
