import { limits } from "../../limits.ts";
import type { Amount } from "../../schemas/parts/amount.ts";
import { parseAmount } from "../../values/amount.ts";
import type { Violation } from "../../violation.ts";
import { formatError } from "../rule.ts";
import type { RuleFacts } from "../rule-facts.ts";

/** A transfer abroad worth NOK 100 000 or more says what it is for, in code and words. */
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
  if (!minor.ok) return [];
  if (convertToNokMinor(minor.value, currency) < limits.regulatoryReportingNokMinorMin) return [];
  const violations: Violation[] = [];
  if (body.regulatoryReportingCode === undefined) {
    violations.push(missing("regulatoryReportingCode", "the code, like 14 for goods"));
  }
  if (!body.regulatoryReportingInformation?.trim()) {
    violations.push(missing("regulatoryReportingInformation", "the purpose in words"));
  }
  return violations;
}

function missing(field: string, wanted: string): Violation {
  return formatError(`/${field}`, `is missing; transfers from NOK 100 000 need ${wanted}`);
}
