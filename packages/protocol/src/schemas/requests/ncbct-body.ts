import { regulatoryReportingCodes } from "../../data/regulatory-reporting-codes.ts";
import { limits } from "../../limits.ts";
import { bbanOrIbanAccount, bic } from "../parts/account-reference.ts";
import { address } from "../parts/address.ts";
import { amount } from "../parts/amount.ts";
import { isoDate } from "../parts/execution-date.ts";
import { creditorName, endToEndIdentification } from "../parts/names.ts";
import { purposeCode } from "../parts/purpose-code.ts";
import { remittanceText } from "../parts/remittance.ts";
import { object, oneOf, optional, type Static, text } from "../schema.ts";

const reportingCodes = Object.keys(
  regulatoryReportingCodes,
) as (keyof typeof regulatoryReportingCodes)[];

/** A Norwegian cross-border credit transfer, for large amounts. */
export const ncbctBody = object({
  instructedAmount: amount,
  creditorName,
  creditorAgent: optional(bic),
  creditorAccount: bbanOrIbanAccount,
  creditorAddress: optional(address),
  debtorAccount: bbanOrIbanAccount,
  remittanceInformationUnstructured: optional(remittanceText),
  purposeCode: optional(purposeCode),
  requestedExecutionDate: optional(isoDate),
  regulatoryReportingCode: optional(oneOf(reportingCodes)),
  regulatoryReportingInformation: optional(
    text({ maxLength: limits.regulatoryReportingInformationCharactersMax }),
  ),
  serviceLevel: optional(oneOf(["URGP"])),
  endToEndIdentification: optional(endToEndIdentification),
});
export type NcbctBody = Static<typeof ncbctBody>;
