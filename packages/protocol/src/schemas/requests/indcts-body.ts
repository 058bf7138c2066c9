import { bbanAccount } from "../parts/account-reference.ts";
import { address } from "../parts/address.ts";
import { refusedFields } from "../parts/refused-fields.ts";
import { object, optional, type Static } from "../schema.ts";
import { ndctFields } from "./ndct-body.ts";

/**
 * An instant Norwegian domestic credit transfer: between two account numbers, executed immediately.
 */
export const indctsBody = object(
  {
    ...ndctFields,
    creditorAddress: optional(address),
    debtorAccount: bbanAccount,
  },
  { refuses: { ...refusedFields.urgency, ...refusedFields.executionDay } },
);
export type IndctsBody = Static<typeof indctsBody>;
