import type { Violation } from "../../violation.ts";
import { formatError } from "../rule.ts";

interface Account {
  readonly bban?: string;
  readonly iban?: string;
}

interface Body {
  readonly creditorAccount: Account;
  readonly debtorAccount: Account;
}

/** Requires exactly one of BBAN and IBAN for each account. */
export function accountsHaveOneReference(body: Body): Violation[] {
  const violations: Violation[] = [];
  for (const field of ["creditorAccount", "debtorAccount"] as const) {
    const { bban, iban } = body[field];
    if (bban !== undefined && iban !== undefined) {
      violations.push(formatError(`/${field}`, "has both bban and iban; send only one of them"));
    }
  }
  return [...violations, ...accountsHaveAReference(body)];
}

/** Requires a BBAN, an IBAN or both for each account. */
export function accountsHaveAReference(body: Body): Violation[] {
  const violations: Violation[] = [];
  for (const field of ["creditorAccount", "debtorAccount"] as const) {
    const { bban, iban } = body[field];
    if (bban === undefined && iban === undefined) {
      violations.push(formatError(`/${field}`, "has neither bban nor iban; give one of them"));
    }
  }
  return violations;
}
