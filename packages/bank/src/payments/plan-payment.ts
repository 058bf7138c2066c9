import { hash } from "node:crypto";
import type { PaymentProduct } from "@varde/protocol";
import type { Bank } from "../bank.ts";
import { bankDayFrom } from "../calendar/bank-days.ts";
import type { Instruction } from "../ports/core-bank.ts";
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

/** Two payments with the same key within a day are taken for one that was sent twice. */
export const duplicateKeyOf = (
  tppId: string,
  debtorAccountId: string,
  order: PaymentOrder,
  executionDate: string,
): string =>
  hash(
    "sha256",
    JSON.stringify([
      tppId,
      debtorAccountId,
      order.creditor.bban ?? order.creditor.iban,
      `${order.amountMinor}${order.currency}`,
      executionDate,
      order.remittance,
    ]),
    "base64url",
  );
