import type { CoreAccount, CoreAccountReference, CoreBalances, CoreCard } from "@varde/bank";
import { schemaType } from "@varde/protocol";
import { valueSchemas } from "./value-schemas.ts";
import { schemaOf } from "./wire.ts";

const { currency, id, instant, line, minor } = valueSchemas;
const { boolean, object, oneOf, optional } = schemaType;

export const cardSchema = schemaOf<CoreCard>()(
  object(
    {
      maskedPan: line,
      cardReference: optional(id),
      status: optional(oneOf(["enabled", "deleted", "blocked"])),
    },
    { description: "a card; the full number of it is never sent" },
  ),
);

export const accountSchema = schemaOf<CoreAccount>()(
  object(
    {
      accountId: id,
      bban: optional(id),
      iban: optional(id),
      currency,
      name: line,
      isCard: boolean(),
      mayPay: boolean({ description: "whether TPPs may pay from this account" }),
      bic: optional(id),
      product: optional(line),
      cashAccountType: optional(line),
      creditLineMinor: minor,
      card: optional(cardSchema),
    },
    { description: "an open account" },
  ),
);

export const accountReferenceSchema = schemaOf<CoreAccountReference>()(
  object(
    { bban: optional(id), iban: optional(id), cardReference: optional(id) },
    { description: "the number of an account: exactly one of the three" },
  ),
);

export const balancesSchema = schemaOf<CoreBalances>()(
  object(
    { bookedMinor: minor, expectedMinor: minor, availableMinor: minor, changedAt: instant },
    {
      description:
        "balances: booked; booked less reserved amounts; what can be paid now; and the last change",
    },
  ),
);
