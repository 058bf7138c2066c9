import { limits } from "../../limits.ts";
import { bounds } from "../bounds.ts";
import { bbanOrCardAccount } from "../parts/account-reference.ts";
import { isoDate } from "../parts/execution-date.ts";
import { refusedFields } from "../parts/refused-fields.ts";
import { boolean, list, object, optional, type Static, text } from "../schema.ts";
import { ndctFields } from "./ndct-body.ts";

/** A payment of a bulk, which has the debtor and execution date of the bulk. */
export const bulkNdctItem = object(ndctFields, {
  description: "an object with the fields of one payment",
  refuses: refusedFields.urgency,
});
export type BulkNdctItem = Static<typeof bulkNdctItem>;

/** Several Norwegian domestic credit transfers from one account on one date. */
export const bulkNdctBody = object({
  paymentInformationId: optional(text({ minLength: 1, maxLength: limits.referenceCharactersMax })),
  debtorAccount: bbanOrCardAccount,
  requestedExecutionDate: optional(isoDate),
  batchBookingPreferred: optional(boolean()),
  payments: list(bulkNdctItem, { minItems: 1, maxItems: bounds.bulkPaymentsMax }),
});
export type BulkNdctBody = Static<typeof bulkNdctBody>;
