import type { ControlResponse } from "@varde/protocol";
import { formatCount } from "../shown/format-count.ts";
import { groupDigits } from "../shown/group-digits.ts";

type Payment = ControlResponse<"listPayments">["payments"][number];

/** Describes who is paid; a bulk has several payees. */
export const describePayee = ({ creditor, payments = 0 }: Payment): string =>
  creditor ?? formatCount(payments, "payment");

/** Describes the amount; a bulk may have several currencies and then no sum. */
export const describeSum = ({ amount, currency, payments }: Payment): string =>
  payments !== undefined && amount === ""
    ? "several currencies"
    : `${groupDigits(amount)} ${currency}`;
