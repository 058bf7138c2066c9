import type { AccountId, WorldId } from "@varde/storage";
import type { LedgerParts } from "../ledger-parts.ts";
import { convertMinor } from "../money/convert-minor.ts";
import { accountById } from "./account.ts";
import { computeBalances } from "./balances.ts";

/** Returns whether the account could pay the amount now. Fees are not included. */
export async function hasFunds(
  { storage, rates }: LedgerParts,
  worldId: WorldId,
  accountId: AccountId,
  amountMinor: bigint,
  currency: string,
): Promise<boolean> {
  const account = await storage.read(() => accountById(worldId, accountId));
  if (account === undefined || account.closedAt !== null) return false;
  const neededMinor = convertMinor(rates, amountMinor, currency, account.currency);
  return neededMinor !== undefined && computeBalances(account).availableMinor >= neededMinor;
}
