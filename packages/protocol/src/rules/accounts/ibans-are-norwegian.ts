import type { Violation } from "../../violation.ts";
import { formatError } from "../rule.ts";

interface Account {
  readonly iban?: string;
}

/** A domestic payment names Norwegian accounts only, also by IBAN. */
export function ibansAreNorwegian(body: {
  readonly creditorAccount: Account;
  readonly debtorAccount: Account;
}): Violation[] {
  const violations: Violation[] = [];
  for (const field of ["creditorAccount", "debtorAccount"] as const) {
    const { iban } = body[field];
    if (iban !== undefined && !iban.startsWith("NO")) {
      violations.push(
        formatError(`/${field}/iban`, "is not a Norwegian one; use a cross-border product"),
      );
    }
  }
  return violations;
}
