import type { Violation } from "../../violation.ts";
import { formatError } from "../rule.ts";

/** Requires the debtor to be either an account or a card account. */
export function debtorIsAccountOrCard({
  debtorAccount: { bban, other },
}: {
  readonly debtorAccount: { readonly bban?: string; readonly other?: object };
}): Violation | undefined {
  if (bban !== undefined && other !== undefined) {
    return formatError("/debtorAccount", "has both bban and other; send only one of them");
  }
  return bban === undefined && other === undefined
    ? formatError("/debtorAccount", "has neither bban nor other; give one of them")
    : undefined;
}
