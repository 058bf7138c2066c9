import { boolean, integer, list, object, oneOf, optional, string } from "../schemas/schema.ts";

/** Kinds of entries of a timeline. */
const timelineKinds = ["request", "sca", "signature", "status", "booking"] as const;

/** An entry: something that happened to a payment, basket or consent. */
const timelineEntry = object({
  at: string({ description: "time of the world; of a request, time of the machine" }),
  kind: oneOf(timelineKinds),
  name: string({ description: "operation, step of the SCA, event, or kind of the booking" }),
  actor: optional(string({ description: "name of the TPP or person, bank, or own-channel" })),
  detail: optional(string()),
  id: optional(string({ description: "id of the request, the authorisation or the transaction" })),
  httpStatus: optional(integer({ description: "status of the response to a request" })),
  status: optional(string({ description: "status of the payment afterwards" })),
  account: optional(string({ description: "number of the account that was booked on" })),
  amount: optional(string()),
  currency: optional(string()),
});

export const timeline = list(timelineEntry, {
  description: "everything that happened, oldest first, in the order in which it happened",
});

export const scaSummary = object({
  authorisationId: string(),
  subject: string(),
  status: string(),
  isOpen: boolean({ description: "whether it waits for the PSU" }),
  failure: optional(string({ description: "why it failed, in a sentence" })),
  startedAt: string(),
  psu: optional(string({ description: "name of the person who must approve or has approved" })),
});

/** People who may approve next. */
export const signers = list(
  object({
    name: string(),
    customerNumber: string(),
    authorisationId: string({
      description: "what the person decides on: an open SCA, or else the payment or basket itself",
    }),
    via: oneOf(["sca", "app"], { description: "the TPP's SCA, or the bank's own app" }),
    missing: integer({ description: "number of people who must sign after this one" }),
  }),
  { description: "the people who may approve next" },
);
