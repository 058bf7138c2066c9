import assert from "node:assert/strict";
import { type Currency, creditorCountry, parseAmount } from "@varde/protocol";
import type { CoreAccountReference, CoreReference } from "../ports/core-bank.ts";

/** The parts that the bodies of all payment products have in common, once they are validated. */
export interface StoredPaymentBody {
  readonly instructedAmount: { readonly amount: string; readonly currency: Currency };
  readonly creditorName: string;
  readonly creditorAgent?: string;
  readonly creditorAccount: AccountBody;
  readonly creditorAddress?: { readonly country: string };
  readonly debtorAccount: AccountBody;
  readonly remittanceInformationUnstructured?: string;
  readonly remittanceInformationStructured?: CoreReference;
  readonly remittanceInformationStructuredArray?: readonly CoreReference[];
  readonly ultimateDebtor?: string;
  readonly requestedExecutionDate?: string;
  readonly endToEndIdentification?: string;
  readonly purposeCode?: string;
  readonly serviceLevel?: string;
}

interface AccountBody {
  readonly bban?: string;
  readonly iban?: string;
  readonly other?: { readonly identification: string };
  readonly currency?: string;
}

/** What a TPP asks for, out of its wire form. */
export interface PaymentOrder {
  readonly amountMinor: bigint;
  readonly currency: Currency;
  readonly debtor: CoreAccountReference;
  readonly debtorCurrency: string | undefined;
  readonly creditor: {
    readonly name: string;
    /** Either this or the IBAN. */
    readonly bban?: string;
    readonly iban?: string;
    readonly bic?: string;
    readonly country?: string;
  };
  readonly ultimateDebtor: string | undefined;
  /** Free text for the payee. */
  readonly remittance: readonly string[];
  /** References for the payee; the old single one first. */
  readonly references: readonly CoreReference[];
  readonly requestedDate: string | undefined;
  readonly endToEndId: string | undefined;
  readonly purposeCode: string | undefined;
  readonly isUrgent: boolean;
}

/**
 * Reads a body that has passed its schema and rules: nothing in it can be wrong any more, and it
 * has only what its product knows.
 */
export const readOrder = (body: StoredPaymentBody): PaymentOrder => {
  const { amount, currency } = body.instructedAmount;
  const amountMinor = parseAmount(amount, currency, { fractionDigits: "at-most" });
  assert(amountMinor.ok, "the rules let no malformed amount through");
  const country = creditorCountry(body);
  return {
    amountMinor: amountMinor.value,
    currency,
    debtor: referenceOf(body.debtorAccount),
    debtorCurrency: body.debtorAccount.currency,
    creditor: {
      name: body.creditorName,
      ...creditorNumberOf(body.creditorAccount),
      ...(body.creditorAgent === undefined ? {} : { bic: body.creditorAgent }),
      ...(country === undefined ? {} : { country }),
    },
    ultimateDebtor: body.ultimateDebtor,
    remittance:
      body.remittanceInformationUnstructured === undefined
        ? []
        : [body.remittanceInformationUnstructured],
    references: referencesOf(body),
    requestedDate: body.requestedExecutionDate,
    endToEndId: body.endToEndIdentification,
    purposeCode: body.purposeCode,
    isUrgent: body.serviceLevel === "URGP",
  };
};

/** One number, the one the PSU is shown: two that agree say no more, and others must not matter. */
const creditorNumberOf = ({ bban, iban }: AccountBody) => {
  if (bban !== undefined) return { bban };
  return iban === undefined ? {} : { iban };
};

const referenceOf = (account: AccountBody): CoreAccountReference => {
  if (account.other !== undefined) return { cardReference: account.other.identification };
  if (account.bban !== undefined) return { bban: account.bban };
  assert(account.iban !== undefined, "the rules let no account without a reference through");
  return { iban: account.iban };
};

const referencesOf = (body: StoredPaymentBody): readonly CoreReference[] => [
  ...(body.remittanceInformationStructured === undefined
    ? []
    : [body.remittanceInformationStructured]),
  ...(body.remittanceInformationStructuredArray ?? []),
];
