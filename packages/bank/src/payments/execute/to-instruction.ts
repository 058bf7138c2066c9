import type { Instruction } from "../../ports/core-bank.ts";
import type { Payment } from "../../records/payment.ts";
import { readOrder } from "../payment-order.ts";
import { readStoredBody } from "../stored-body.ts";

/** The fields of a payment that become the instruction. */
type InstructedPayment = Pick<
  Payment,
  | "paymentId"
  | "version"
  | "worldId"
  | "product"
  | "route"
  | "body"
  | "amountMinor"
  | "currency"
  | "debtorAccountId"
  | "executionDate"
  | "feeMinor"
>;

/**
 * The fields of bodies that an instruction leaves out, by pointer, each with the reason. Every
 * other field of every product reaches the core bank.
 */
export const omittedFields: Readonly<Record<string, string>> = {
  "/debtorAccount/bban": "debtorAccountId is the account that was found by it",
  "/debtorAccount/iban": "debtorAccountId is the account that was found by it",
  "/debtorAccount/currency": "checked against the account when the payment is created",
  "/debtorAccount/other/identification": "debtorAccountId is the account that was found by it",
  "/debtorAccount/other/schemeNameProprietary": "says only that the identification is a card's",
  "/requestedExecutionDate": "executionDate is the bank day that the bank chose from it",
  "/paymentInformationId": "the TPP's own name of a bulk; nobody else sees it",
  "/batchBookingPreferred": "every payment of a bulk is booked by itself",
  "/startDate": "each execution of a periodic payment is an instruction of its own",
  "/endDate": "each execution of a periodic payment is an instruction of its own",
  "/frequency": "each execution of a periodic payment is an instruction of its own",
  "/dayOfExecution": "each execution of a periodic payment is an instruction of its own",
  "/monthsOfExecution/*": "each execution of a periodic payment is an instruction of its own",
  "/executionRule": "each execution of a periodic payment is an instruction of its own",
};

/** The fields of an instruction that come from the SCA and the TPP of the payment. */
export type InstructionOrigin = Pick<Instruction, "initiation" | "shownExchange">;

/** Builds what the core bank is asked to do from a signed payment. */
export const toInstruction = (
  payment: InstructedPayment,
  debtorName: string | undefined,
  origin: InstructionOrigin,
): Instruction => {
  const { debtor, debtorCurrency, requestedDate, ...order } = readOrder(readStoredBody(payment));
  return {
    ...order,
    instructionId: payment.paymentId,
    attempt: payment.version,
    worldId: payment.worldId,
    product: payment.product,
    route: payment.route,
    debtorAccountId: payment.debtorAccountId,
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    executionDate: payment.executionDate,
    debtorName,
    agreedFeeMinor: payment.feeMinor,
    ...origin,
  };
};
