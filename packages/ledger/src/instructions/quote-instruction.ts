import type { AccountTerms } from "../accounts/account.ts";
import { accountByBban } from "../accounts/find-account.ts";
import { readAccount } from "../accounts/read-account.ts";
import type { LedgerParts } from "../ledger-parts.ts";
import type { LedgerInstruction } from "./instruction.ts";
import { type LedgerQuote, pricePayment } from "./price-payment.ts";

export type InstructionToQuote = Pick<
  LedgerInstruction,
  "worldId" | "kind" | "debtor" | "creditor" | "amountMinor" | "currency" | "isUrgent"
>;

/** Quotes an instruction. Returns undefined for an unknown account or currency. */
export async function quoteInstruction(
  parts: LedgerParts,
  instruction: InstructionToQuote,
): Promise<LedgerQuote | undefined> {
  const debtor = await readDebtor(parts, instruction);
  if (debtor === undefined) return undefined;
  const { country } = instruction.creditor;
  return pricePayment(parts.fees, parts.rates, {
    kind: instruction.kind,
    amountMinor: instruction.amountMinor,
    currency: instruction.currency,
    debtorCurrency: debtor.currency,
    ...(country !== undefined && { creditorCountry: country }),
    isUrgent: instruction.isUrgent ?? false,
  });
}

function readDebtor(
  { storage }: LedgerParts,
  { worldId, debtor }: InstructionToQuote,
): Promise<AccountTerms | undefined> {
  return "accountId" in debtor
    ? readAccount(storage, worldId, debtor.accountId)
    : storage.read(() => accountByBban(worldId, debtor.bban));
}
