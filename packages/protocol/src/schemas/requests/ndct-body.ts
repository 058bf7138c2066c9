import { bbanAccount, bbanOrCardAccount, bic } from "../parts/account-reference.ts";
import { address } from "../parts/address.ts";
import { amount } from "../parts/amount.ts";
import { isoDate } from "../parts/execution-date.ts";
import { creditorName, endToEndIdentification, ultimateDebtor } from "../parts/names.ts";
import { purposeCode } from "../parts/purpose-code.ts";
import { refusedFields } from "../parts/refused-fields.ts";
import { remittanceReference, remittanceReferences, remittanceText } from "../parts/remittance.ts";
import { object, optional, type Static } from "../schema.ts";

/** The fields of every Norwegian domestic credit transfer, under any service. */
export const ndctFields = {
  instructedAmount: amount,
  creditorName,
  creditorAgent: optional(bic),
  creditorAccount: bbanAccount,
  creditorAddress: address,
  ultimateDebtor: optional(ultimateDebtor),
  remittanceInformationUnstructured: optional(remittanceText),
  remittanceInformationStructured: optional(remittanceReference),
  remittanceInformationStructuredArray: optional(remittanceReferences),
  purposeCode: optional(purposeCode),
  endToEndIdentification: optional(endToEndIdentification),
};

/** A Norwegian domestic credit transfer. */
export const ndctBody = object(
  {
    ...ndctFields,
    debtorAccount: bbanOrCardAccount,
    requestedExecutionDate: optional(isoDate),
  },
  { refuses: refusedFields.urgency },
);
export type NdctBody = Static<typeof ndctBody>;
