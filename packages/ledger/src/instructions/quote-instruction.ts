import type { AccountTerms } from "../accounts/account.ts";
import { accountByBban } from "../accounts/find-account.ts";
import { readAccount } from "../accounts/read-account.ts";
import type { LedgerParts } from "../ledger-parts.ts";
import type { Instruction } from "./instruction.ts";
import { pricePayment, type Quote } from "./price-payment.ts";

export type InstructionToQuote = Pick<
  Instruction,
  "worldId" | "kind" | "debtor" | "creditor" | "amountMinor" | "currency" | "isUrgent"
>;

/** Quotes an instruction. Returns undefined for an unknown account or currency. */
export async function quoteInstruction(
  parts: LedgerParts,
  instruction: InstructionToQuote,
): Promise<Quote | undefined> {
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
