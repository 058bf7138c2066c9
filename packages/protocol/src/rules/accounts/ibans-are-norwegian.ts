import type { Violation } from "../../violation.ts";
import { formatError } from "../rule.ts";

interface Account {
  readonly iban?: string;
}

/** Requires Norwegian IBANs in a domestic payment. */
export function ibansAreNorwegian(body: {
  readonly creditorAccount: Account;
  readonly debtorAccount: Account;
}): Violation[] {
  const violations: Violation[] = [];
  for (const field of ["creditorAccount", "debtorAccount"] as const) {
    const { iban } = body[field];
    if (iban !== undefined && !iban.startsWith("NO")) {
      violations.push(
        formatError(`/${field}/iban`, "is not a Norwegian IBAN; use a cross-border product"),
      );
    }
  }
  return violations;
}
