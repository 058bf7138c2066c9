import type { LedgerParts } from "../ledger-parts.ts";
import { convertMinor } from "../money/convert-minor.ts";
import { balancesOf } from "./balances.ts";
import { accountById } from "./read-account.ts";

/** Whether the account could pay the amount now, fees left aside. */
export async function hasFunds(
  { storage, rates }: LedgerParts,
  worldId: string,
  accountId: string,
  amountMinor: bigint,
  currency: string,
): Promise<boolean> {
  const account = await storage.read(() => accountById(worldId, accountId));
  if (account === undefined || account.closedAt !== null) return false;
  const neededMinor = convertMinor(rates, amountMinor, currency, account.currency);
  return neededMinor !== undefined && balancesOf(account).availableMinor >= neededMinor;
}
