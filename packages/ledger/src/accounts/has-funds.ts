import { convertMinor } from "@varde/protocol/money";
import type { AccountId, WorldId } from "@varde/storage";
import type { LedgerParts } from "../ledger-parts.ts";
import { accountById } from "./account.ts";
import { computeBalances } from "./balances.ts";

/** Returns whether the account could pay what it would be debited now, without fees. */
export async function hasFunds(
  { storage, rates }: LedgerParts,
  worldId: WorldId,
  accountId: AccountId,
  amountMinor: bigint,
  currency: string,
): Promise<boolean> {
  const account = await storage.read(() => accountById(worldId, accountId));
  if (account === undefined || account.closedAt !== null) return false;
  const neededMinor = convertMinor(rates, amountMinor, currency, account.currency, "up");
  return neededMinor !== undefined && computeBalances(account).availableMinor >= neededMinor;
}
