import type {
  CoreCreditor,
  Initiation,
  Instruction,
  InstructionOutcome,
  Outcome,
  PsuDevice,
  ShownExchange,
} from "@varde/bank";
import { type PaymentProduct, paymentProducts, psuContexts, schemaType } from "@varde/protocol";
import { referenceSchema } from "./transaction-schemas.ts";
import { describeField, valueSchemas } from "./value-schemas.ts";
import { schemaOf } from "./wire.ts";

const { currency, day, id, instant, line, minor, partsPerMillion } = valueSchemas;
const { boolean, list, object, oneOf, optional, string } = schemaType;

export const routes = ["own-bank", "instant", "clearing", "cross-border"] as const;

export const creditorSchema = schemaOf<CoreCreditor>()(
  object(
    {
      name: line,
      bban: optional(id),
      iban: optional(id),
      bic: optional(id),
      accountCurrency: optional(line),
      country: optional(line),
      address: optional(
        object({
          street: optional(line),
          buildingNumber: optional(line),
          postalCode: optional(line),
          city: optional(line),
          country: line,
        }),
      ),
    },
    { description: "the payee, with characters that clearing can carry" },
  ),
);

export const deviceSchema = schemaOf<PsuDevice>()(
  object({
    ipAddress: optional(line),
    ipPort: optional(line),
    userAgent: optional(line),
    deviceId: optional(line),
    geoLocation: optional(line),
  }),
);

export const initiationSchema = schemaOf<Initiation>()(
  object(
    {
      tpp: object({
        tppId: id,
        identifier: optional(line),
        name: optional(line),
        brand: optional(line),
      }),
      psu: object({
        personId: optional(id),
        agreementId: optional(id),
        context: optional(oneOf(psuContexts)),
      }),
      sca: optional(object({ scaId: id, method: optional(line), at: instant })),
      signers: optional(
        list(object({ personId: id, scaId: id, method: optional(line), at: instant })),
      ),
      device: optional(deviceSchema),
    },
    { description: "how the payment came about, for fraud monitoring; personal data" },
  ),
);

export const shownExchangeSchema = schemaOf<ShownExchange>()(
  object(
    { ratePpm: partsPerMillion, debitedMinor: minor, at: instant },
    {
      description:
        "the estimate that the PSU was shown when approving: units of the account's currency for " +
        "one unit of the ordered one, and the ordered amount in the account's currency",
    },
  ),
);

export const instructionSchema = schemaOf<Instruction>()(
  object(
    {
      instructionId: describeField(id, "the permanent id of the payment: the idempotency key"),
      attempt: string({
        pattern: "^[0-9]{1,18}$",
        description:
          "the attempt, a whole number as a string of digits; a higher one tries a payment " +
          "without funds again",
      }),
      worldId: id,
      product: oneOf(Object.keys(paymentProducts) as PaymentProduct[]),
      route: oneOf(routes, {
        description:
          "how the money leaves: to an account of your own bank, by instant payment, by " +
          "clearing, or abroad",
      }),
      debtorAccountId: describeField(id, "the accountId of the account that pays"),
      creditor: creditorSchema,
      amountMinor: describeField(minor, "minor units of currency that the payee receives"),
      currency,
      executionDate: day,
      debtorName: optional(line),
      ultimateDebtor: optional(line),
      remittance: list(line),
      references: list(referenceSchema),
      endToEndId: optional(line),
      purposeCode: optional(line),
      serviceLevel: optional(line),
      isUrgent: boolean(),
      regulatoryReporting: object({ code: optional(line), information: optional(line) }),
      agreedFeeMinor: describeField(
        minor,
        "the fee to debit in addition to the amount, in the currency of the debtor's account",
      ),
      shownExchange: optional(shownExchangeSchema),
      initiation: initiationSchema,
    },
    { description: "a signed payment to execute once" },
  ),
);

export const outcomeSchema = schemaOf<Outcome>()(
  object(
    {
      kind: oneOf(["pending", "settled", "sent", "no-funds", "refused", "returned"], {
        description:
          "pending: accepted, and neither executed nor refused yet; sent: reserved, and on its " +
          "way to another bank; settled: booked; no-funds: not covered, nothing moved; refused: " +
          "nothing moved, or it was given back; returned: settled, and then sent back",
      }),
      reason: optional(describeField(line, "why it was refused or returned; PSU and TPP see it")),
    },
    {
      description:
        "the outcome of an instruction; refused and returned have a reason. The end of a pending " +
        "or sent one is listed later",
    },
  ),
);

export const instructionOutcomeSchema = schemaOf<InstructionOutcome>()(
  object(
    {
      instructionId: id,
      outcome: outcomeSchema,
      receipt: describeField(id, "your id of this outcome; each outcome has another one"),
    },
    { description: "a later outcome of an instruction, with the receipt to acknowledge it by" },
  ),
);
