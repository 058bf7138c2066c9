import type { CoreAccount, CoreAccountReference, CoreBalances, CoreCard } from "@varde/bank";
import { schemaType } from "@varde/protocol";
import { describeField, valueSchemas } from "./value-schemas.ts";
import { schemaOf } from "./wire.ts";

const { currency, id, instant, line, minor } = valueSchemas;
const { boolean, object, oneOf, optional } = schemaType;

/** An account that data name, so that Varde notices those of another account. */
export const ownAccountId = optional(
  describeField(id, "the requested account; a response that names another one is refused"),
);

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
      accountId: describeField(id, "your permanent id of the account; TPPs see it"),
      bban: optional(id),
      iban: optional(id),
      currency,
      name: line,
      isCard: boolean(),
      mayPay: boolean({ description: "whether TPPs may pay from this account" }),
      bic: optional(id),
      product: optional(line),
      cashAccountType: optional(line),
      creditLineMinor: describeField(minor, "how far below zero the account may go; 0 or more"),
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
    {
      accountId: ownAccountId,
      bookedMinor: minor,
      expectedMinor: minor,
      availableMinor: minor,
      changedAt: instant,
    },
    {
      description:
        "balances: booked; expected, which is booked less reserved amounts; available, which is " +
        "expected plus the credit line; and the last change",
    },
  ),
);
