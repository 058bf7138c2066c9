import type { Currency } from "@varde/protocol";
import type { CoreReference } from "../ports/core-bank.ts";
import type { Payment } from "../records/payment.ts";

/** The fields that the validated bodies of all payment products share. */
export interface StoredPaymentBody {
  readonly instructedAmount: { readonly amount: string; readonly currency: Currency };
  readonly creditorName: string;
  readonly creditorAgent?: string;
  readonly creditorAccount: AccountBody;
  readonly creditorAddress?: {
    readonly country: string;
    readonly street?: string;
    readonly buildingNumber?: string;
    readonly postalCode?: string;
    readonly city?: string;
  };
  readonly debtorAccount: AccountBody;
  readonly remittanceInformationUnstructured?: string;
  readonly remittanceInformationStructured?: CoreReference;
  readonly remittanceInformationStructuredArray?: readonly CoreReference[];
  readonly ultimateDebtor?: string;
  readonly requestedExecutionDate?: string;
  readonly endToEndIdentification?: string;
  readonly purposeCode?: string;
  readonly serviceLevel?: string;
  readonly regulatoryReportingCode?: string;
  readonly regulatoryReportingInformation?: string;
}

export interface AccountBody {
  readonly bban?: string;
  readonly iban?: string;
  readonly other?: { readonly identification: string };
  readonly currency?: string;
}

/** Reads the body of a stored payment, which has passed its schema and rules. */
export const readStoredBody = ({ body }: Pick<Payment, "body">): StoredPaymentBody =>
  JSON.parse(body) as StoredPaymentBody;
