import { isInvalid } from "../../invalid.ts";
import { limits } from "../../limits.ts";
import type { Amount } from "../../schemas/parts/amount.ts";
import { parseAmount } from "../../values/amount.ts";
import type { Violation } from "../../violation.ts";
import { formatError, type RuleFacts } from "../rule.ts";

/** Requires a reporting code and text for cross-border transfers of NOK 100 000 or more. */
export function largeTransferIsReported(
  body: {
    readonly instructedAmount: Amount;
    readonly regulatoryReportingCode?: string;
    readonly regulatoryReportingInformation?: string;
  },
  { fractionDigits, convertToNokMinor }: RuleFacts,
): Violation[] {
  const { amount, currency } = body.instructedAmount;
  const minor = parseAmount(amount, currency, { fractionDigits });
  if (isInvalid(minor)) return [];
  if (convertToNokMinor(minor, currency) < limits.regulatoryReportingNokMinorMin) return [];
  const violations: Violation[] = [];
  if (body.regulatoryReportingCode === undefined) {
    violations.push(missing("regulatoryReportingCode", "a code, like 14 for goods"));
  }
  if (!body.regulatoryReportingInformation?.trim()) {
    violations.push(missing("regulatoryReportingInformation", "a description of the purpose"));
  }
  return violations;
}

function missing(field: string, needed: string): Violation {
  return formatError(`/${field}`, `is missing; transfers of NOK 100 000 or more need ${needed}`);
}
