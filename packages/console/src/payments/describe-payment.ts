import type { ControlResponse } from "@varde/protocol";
import { formatCount, groupDigits } from "../shown/format-number.ts";

type Payment = ControlResponse<"listPayments">["payments"][number];

/** Describes who is paid; a bulk has several payees. */
export const describePayee = ({
  creditor,
  payments = 0,
}: Pick<Payment, "creditor" | "payments">): string => creditor ?? formatCount(payments, "payment");

/** Describes the amount; a bulk may have several currencies and then no sum. */
export const describeSum = ({
  amount,
  currency,
  payments,
}: Pick<Payment, "amount" | "currency" | "payments">): string =>
  payments !== undefined && amount === ""
    ? "several currencies"
    : `${groupDigits(amount)} ${currency}`;
