import { parseForeignBban } from "../../values/bban-and-iban.ts";
import type { Violation } from "../../violation.ts";
import { refusal } from "../rule.ts";

/** Requires a foreign account number of the creditor to consist of letters and digits. */
export function creditorBbanIsWellFormed({
  creditorAccount: { bban },
}: {
  readonly creditorAccount: { readonly bban?: string };
}): Violation | undefined {
  return bban === undefined ? undefined : refusal("/creditorAccount/bban", parseForeignBban(bban));
}
