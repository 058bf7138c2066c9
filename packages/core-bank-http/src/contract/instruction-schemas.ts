import type {
  CoreCreditor,
  Initiation,
  Instruction,
  InstructionOutcome,
  Outcome,
  PsuDevice,
} from "@varde/bank";
import { type PaymentProduct, paymentProducts, psuContexts, schemaType } from "@varde/protocol";
import { referenceSchema } from "./transaction-schemas.ts";
import { valueSchemas } from "./value-schemas.ts";
import { schemaOf } from "./wire.ts";

const { currency, day, id, instant, line, minor } = valueSchemas;
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
      device: optional(deviceSchema),
    },
    { description: "how the payment came about, for fraud monitoring; personal data" },
  ),
);

export const instructionSchema = schemaOf<Instruction>()(
  object(
    {
      instructionId: id,
      attempt: string({
        pattern: "^[0-9]{1,18}$",
        description: "the attempt; with instructionId it is the idempotency key",
      }),
      worldId: id,
      product: oneOf(Object.keys(paymentProducts) as PaymentProduct[]),
      route: oneOf(routes),
      debtorAccountId: id,
      creditor: creditorSchema,
      amountMinor: minor,
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
      agreedFeeMinor: minor,
      initiation: initiationSchema,
    },
    { description: "a signed payment to execute once" },
  ),
);

export const outcomeSchema = schemaOf<Outcome>()(
  object(
    {
      kind: oneOf(["pending", "settled", "sent", "no-funds", "refused", "returned"]),
      reason: optional(line),
    },
    { description: "the outcome of an instruction; refused and returned have a reason" },
  ),
);

export const instructionOutcomeSchema = schemaOf<InstructionOutcome>()(
  object(
    { instructionId: id, outcome: outcomeSchema, receipt: id },
    { description: "a later outcome of an instruction, with the receipt to acknowledge it by" },
  ),
);
