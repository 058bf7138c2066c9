import type { Violation } from "../../violation.ts";
import { formatError } from "../rule.ts";

/** The debtor is either an account or a card account, never both and never neither. */
export function debtorIsAccountOrCard({
  debtorAccount: { bban, other },
}: {
  readonly debtorAccount: { readonly bban?: string; readonly other?: object };
}): Violation | undefined {
  if (bban !== undefined && other !== undefined) {
    return formatError("/debtorAccount", "has both bban and other; keep one of them");
  }
  return bban === undefined && other === undefined
    ? formatError("/debtorAccount", "has neither bban nor other; give one of them")
    : undefined;
}
