import type { Violation } from "../../violation.ts";
import { formatError } from "../rule.ts";

interface Account {
  readonly bban?: string;
  readonly iban?: string;
}

/** Where BBAN and IBAN are both given, they name the same account. */
export function accountReferencesAgree(body: {
  readonly creditorAccount: Account;
  readonly debtorAccount: Account;
}): Violation[] {
  const violations: Violation[] = [];
  for (const field of ["creditorAccount", "debtorAccount"] as const) {
    const { bban, iban } = body[field];
    if (bban !== undefined && iban !== undefined && iban.slice(4) !== bban) {
      violations.push(formatError(`/${field}`, "names two accounts by bban and iban; keep one"));
    }
  }
  return violations;
}
