import type { Violation } from "../../violation.ts";
import { formatError } from "../rule.ts";

interface Account {
  readonly bban?: string;
  readonly iban?: string;
}

/** Requires BBAN and IBAN to identify the same account if both are present. */
export function accountReferencesAgree(body: {
  readonly creditorAccount: Account;
  readonly debtorAccount: Account;
}): Violation[] {
  const violations: Violation[] = [];
  for (const field of ["creditorAccount", "debtorAccount"] as const) {
    const { bban, iban } = body[field];
    if (bban !== undefined && iban !== undefined && iban.slice(4) !== bban) {
      violations.push(
        formatError(`/${field}`, "has a bban and an iban of different accounts; send only one"),
      );
    }
  }
  return violations;
}
