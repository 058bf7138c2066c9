import { type SigningDecision, type SigningRequest, signingObstacles } from "@varde/bank";
import { type PaymentProduct, paymentProducts, paymentServices, schemaType } from "@varde/protocol";
import { describeField, valueSchemas } from "./value-schemas.ts";
import { schemaOf } from "./wire.ts";

const { currency, id, line, minor } = valueSchemas;
const { integer, list, object, oneOf, optional } = schemaType;

/** People who sign one payment; no bank asks for so many. */
const signersMax = 100;

/** A payment that waits for a signature, whoever gives it. */
const waitingFields = {
  worldId: id,
  agreementId: describeField(id, "the agreement that the person acts under, for the company"),
  accountId: describeField(id, "the accountId of the account that pays"),
  product: oneOf(Object.keys(paymentProducts) as PaymentProduct[]),
  service: oneOf(paymentServices),
  amountMinor: describeField(
    minor,
    "the ordered amount in minor units of currency; of a bulk, that of its largest payment",
  ),
  currency,
  nokMinor: describeField(minor, "the same amount in øre, by your rates"),
  totalNokMinor: describeField(minor, "nokMinor, or the sum of a bulk in øre"),
  signedBy: list(id, {
    maxItems: signersMax,
    description: "the personIds of those who have signed this payment, in order",
  }),
  signedTodayNokMinor: describeField(
    minor,
    "the sum in øre that the person has signed on this account through Varde on this day in " +
      "Oslo, without this payment; add what they have signed elsewhere",
  ),
};

export const waitingSigningSchema = schemaOf<Omit<SigningRequest, "personId">>()(
  object(waitingFields, { description: "a payment of a company that waits for a signature" }),
);

export const signingRequestSchema = schemaOf<SigningRequest>()(
  object(
    {
      ...waitingFields,
      personId: describeField(id, "the person who would sign now; one person has one personId"),
    },
    { description: "a payment of a company, and the person who would sign it now" },
  ),
);

export const signingDecisionSchema = schemaOf<SigningDecision>()(
  object(
    {
      kind: oneOf(["complete", "more", "may-not-sign"], {
        description:
          "complete: enough people have signed, with this one; more: the signature counts, and " +
          "missing more people must sign; may-not-sign: it would not count",
      }),
      missing: optional(
        integer({
          minimum: 1,
          maximum: signersMax,
          description: "how many more people must sign; with more",
        }),
      ),
      because: optional(
        oneOf(signingObstacles, { description: "why the person may not sign; with may-not-sign" }),
      ),
      rule: optional(
        describeField(line, "your reference of the mandate that decided; for the audit"),
      ),
    },
    { description: "the effect that the signature would have" },
  ),
);
