import { bbanAccount } from "../parts/account-reference.ts";
import { address } from "../parts/address.ts";
import { executionDay, urgency } from "../parts/refused-fields.ts";
import { object, optional, type Static } from "../schema.ts";
import { ndctFields } from "./ndct-body.ts";

/** An instant Norwegian domestic credit transfer: between two account numbers, at once. */
export const indctsBody = object(
  {
    ...ndctFields,
    creditorAddress: optional(address),
    debtorAccount: bbanAccount,
  },
  { refuses: { ...urgency, ...executionDay } },
);
export type IndctsBody = Static<typeof indctsBody>;
