import { accountReference, bic, ibanAccount } from "../parts/account-reference.ts";
import { address } from "../parts/address.ts";
import { amount } from "../parts/amount.ts";
import { isoDate } from "../parts/execution-date.ts";
import { creditorName, endToEndIdentification, ultimateDebtor } from "../parts/names.ts";
import { purposeCode } from "../parts/purpose-code.ts";
import { refusedFields } from "../parts/refused-fields.ts";
import { remittanceReference, remittanceReferences, remittanceText } from "../parts/remittance.ts";
import { object, optional, type Static } from "../schema.ts";

/** A SEPA credit transfer. */
export const sctBody = object(
  {
    instructedAmount: amount,
    creditorName,
    creditorAgent: optional(bic),
    creditorAccount: ibanAccount,
    creditorAddress: optional(address),
    debtorAccount: accountReference,
    ultimateDebtor: optional(ultimateDebtor),
    remittanceInformationUnstructured: optional(remittanceText),
    remittanceInformationStructured: optional(remittanceReference),
    remittanceInformationStructuredArray: optional(remittanceReferences),
    purposeCode: optional(purposeCode),
    requestedExecutionDate: optional(isoDate),
    endToEndIdentification: optional(endToEndIdentification),
  },
  { refuses: refusedFields.urgency },
);
export type SctBody = Static<typeof sctBody>;
