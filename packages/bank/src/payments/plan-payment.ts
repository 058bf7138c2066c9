import { hash } from "node:crypto";
import type { PaymentProduct } from "@varde/protocol";
import type { Bank } from "../bank.ts";
import { bankDayFrom } from "../calendar/bank-days.ts";
import { type Refusal, refuse } from "../http/refusal.ts";
import type { CoreAccount, Instruction, Quote } from "../ports/core-bank.ts";
import type { PaymentOrder } from "./payment-order.ts";

type Route = Instruction["route"];

/** Which way the money goes: inside the bank, at once, through clearing, or abroad. */
export const routeOf = async (
  product: PaymentProduct,
  order: PaymentOrder,
  worldId: string,
  bank: Pick<Bank, "coreBank">,
): Promise<Route> => {
  const { bban, iban } = order.creditor;
  const reference = bban === undefined ? { iban: iban ?? "" } : { bban };
  const ours = await bank.coreBank.findAccount(worldId, reference);
  if (ours !== undefined) return "own-bank";
  if (product === "INDCTS") return "instant";
  return product === "NDCT" ? "clearing" : "cross-border";
};

export interface ExecutionDate {
  readonly date: string;
  readonly isMoved: boolean;
}

/**
 * The day the payment is made. What is booked at once needs no bank day; what leaves the bank, or
 * waits for a later day, does.
 */
export const executionDateOf = (
  requested: string | undefined,
  route: Route,
  today: string,
): ExecutionDate => {
  const wanted = requested ?? today;
  const isAtOnce = (route === "own-bank" || route === "instant") && wanted === today;
  const date = isAtOnce ? wanted : bankDayFrom(wanted);
  return { date, isMoved: requested !== undefined && date !== requested };
};

/** A bank may rather refuse a day that is no bank day than move it. */
export const refuseMovedDate = (
  requested: string | undefined,
  execution: ExecutionDate,
  bank: Pick<Bank, "configuration">,
): Refusal | undefined =>
  execution.isMoved && bank.configuration.nonBankDay === "reject"
    ? refuse({
        code: "EXECUTION_DATE_INVALID",
        path: "/requestedExecutionDate",
        text: `${requested} is not a bank day; the next one is ${execution.date}.`,
      })
    : undefined;

/** What the order costs, or why the bank cannot make it; `at` is where the order stands. */
export const quoteOf = (
  order: PaymentOrder,
  route: Route,
  debtor: CoreAccount,
  at: string,
  bank: Pick<Bank, "coreBank">,
): Quote | Refusal =>
  bank.coreBank.quote({
    route,
    amountMinor: order.amountMinor,
    currency: order.currency,
    debtorCurrency: debtor.currency,
    creditorCountry: order.creditor.country,
    isUrgent: order.isUrgent,
  }) ??
  refuse({
    code: "PAYMENT_FAILED",
    path: `${at}/instructedAmount/currency`,
    text: `The bank does not deal in ${order.currency}.`,
  });

/** Two payments, or two bulks, with the same key within a day are taken for one sent twice. */
export const duplicateKeyOf = (
  tppId: string,
  debtorAccountId: string,
  orders: readonly PaymentOrder[],
  executionDate: string,
): string =>
  hash(
    "sha256",
    JSON.stringify([
      tppId,
      debtorAccountId,
      ...orders.flatMap(({ creditor, amountMinor, currency, ...order }) => [
        creditor.bban ?? creditor.iban,
        `${amountMinor}${currency}`,
        executionDate,
        order.remittance,
        order.references,
      ]),
    ]),
    "base64url",
  );
