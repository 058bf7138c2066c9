import { schemaType } from "@varde/protocol";
import { findSchemaFault, type SchemaFault } from "../contract/find-schema-fault.ts";
import { describeField, valueSchemas } from "../contract/value-schemas.ts";

const { list, object, optional } = schemaType;
const { id } = valueSchemas;
const minor = describeField({ ...valueSchemas.minor, pattern: "^[1-9][0-9]{0,17}$" }, "øre");

/** Accounts and customers of a test system that nothing else uses. */
export interface CheckedAccounts {
  readonly worldId: string;
  /** The BBAN of an open account in NOK that may pay and has 100 kroner or more. */
  readonly debtorBban: string;
  /** The BBAN of another open account in NOK that may pay. */
  readonly creditorBban: string;
  /** A BBAN at another bank; without it, rules about later outcomes are skipped. */
  readonly otherBankBban?: string;
  /** A BBAN at another bank, which rejects every payment. */
  readonly rejectingBban?: string;
  readonly customerNumber: string;
  /** The number of a customer who may use an account that the first may not. */
  readonly otherCustomerNumber: string;
  /** A company whose payments two people sign; without it, rules about mandates are skipped. */
  readonly mandates?: CheckedMandates;
}

/** A company with mandates. Nothing is paid or signed. */
export interface CheckedMandates {
  /** The BBAN of its account. */
  readonly bban: string;
  /** An amount in øre that both of the signers must sign. */
  readonly amountMinor: string;
  /** Customer numbers of two people who sign together. */
  readonly signers: readonly [string, string];
  /** The customer number of a person who may prepare payments, and not sign them. */
  readonly preparer?: string;
  /** The customer number of a person who may only see the account. */
  readonly viewer?: string;
  /** Amounts in øre up to which the first of the signers signs alone: of a payment, of a day. */
  readonly alone?: { readonly paymentMinor: string; readonly dayMinor: string };
}

const mandatesSchema = object({
  bban: id,
  amountMinor: minor,
  signers: list(id, { minItems: 2, maxItems: 2 }),
  preparer: optional(id),
  viewer: optional(id),
  alone: optional(object({ paymentMinor: minor, dayMinor: minor })),
});

/** Returns the first fault of a value that should be a company with mandates, or undefined. */
export const findMandatesFault = (value: unknown): SchemaFault | undefined =>
  findSchemaFault(mandatesSchema, value);
