import assert from "node:assert/strict";
import { creditorCountry, isInvalid, listEntries, parseAmount } from "@varde/protocol";
import type {
  CoreAccountReference,
  CoreCreditor,
  CoreReference,
  Instruction,
} from "../ports/core-bank.ts";
import { sentRemittance, sentText } from "./re-encoded-texts.ts";
import type { AccountBody, StoredPaymentBody } from "./stored-body.ts";

/** The order of a TPP, independent of its wire format. */
export interface PaymentOrder extends Pick<Instruction, OrderedField> {
  readonly debtor: CoreAccountReference;
  readonly debtorCurrency: string | undefined;
  readonly requestedDate: string | undefined;
}

/** The fields of an instruction that the TPP decides. */
type OrderedField =
  | "amountMinor"
  | "currency"
  | "creditor"
  | "ultimateDebtor"
  | "remittance"
  | "references"
  | "endToEndId"
  | "purposeCode"
  | "serviceLevel"
  | "isUrgent"
  | "regulatoryReporting";

/**
 * Reads a body that has passed its schema and rules, with only the fields of its product. Texts are
 * those that are sent to clearing.
 */
export const readOrder = (body: StoredPaymentBody): PaymentOrder => {
  const { amount, currency } = body.instructedAmount;
  const amountMinor = parseAmount(amount, currency, { fractionDigits: "at-most" });
  assert(!isInvalid(amountMinor), "the request checks accept only well-formed amounts");
  return {
    amountMinor,
    currency,
    debtor: debtorReference(body.debtorAccount),
    debtorCurrency: body.debtorAccount.currency,
    creditor: readCreditor(body),
    ultimateDebtor: body.ultimateDebtor && sentText(body.ultimateDebtor),
    remittance:
      body.remittanceInformationUnstructured === undefined
        ? []
        : [sentRemittance(body.remittanceInformationUnstructured)],
    references: readReferences(body),
    requestedDate: body.requestedExecutionDate,
    endToEndId: body.endToEndIdentification,
    purposeCode: body.purposeCode,
    serviceLevel: body.serviceLevel,
    isUrgent: body.serviceLevel === "URGP",
    regulatoryReporting: {
      code: body.regulatoryReportingCode,
      information: body.regulatoryReportingInformation,
    },
  };
};

const readCreditor = (body: StoredPaymentBody): CoreCreditor => {
  const { creditorAccount, creditorAgent, creditorAddress } = body;
  const country = creditorCountry(body);
  return {
    name: sentText(body.creditorName),
    ...creditorNumber(creditorAccount),
    ...(creditorAgent === undefined ? {} : { bic: creditorAgent }),
    ...(creditorAccount.currency === undefined
      ? {}
      : { accountCurrency: creditorAccount.currency }),
    ...(country === undefined ? {} : { country }),
    ...(creditorAddress === undefined ? {} : { address: readAddress(creditorAddress) }),
  };
};

/** Returns the address as it is sent; every part of it is checked like a name. */
const readAddress = (
  address: NonNullable<StoredPaymentBody["creditorAddress"]>,
): NonNullable<CoreCreditor["address"]> => {
  const sent = { ...address };
  for (const [part, text] of listEntries(address)) {
    if (part !== "country") sent[part] = sentText(text);
  }
  return sent;
};

/** The number that the PSU is shown. If both are sent they agree, so the other is not needed. */
const creditorNumber = ({ bban, iban }: AccountBody) => {
  if (bban !== undefined) return { bban };
  return iban === undefined ? {} : { iban };
};

const debtorReference = (account: AccountBody): CoreAccountReference => {
  if (account.other !== undefined) return { cardReference: account.other.identification };
  if (account.bban !== undefined) return { bban: account.bban };
  assert(account.iban !== undefined, "the request checks accept no account without a reference");
  return { iban: account.iban };
};

const readReferences = (body: StoredPaymentBody): readonly CoreReference[] => [
  ...(body.remittanceInformationStructured === undefined
    ? []
    : [body.remittanceInformationStructured]),
  ...(body.remittanceInformationStructuredArray ?? []),
];
