import type { AccountId } from "@varde/storage";

/**
 * The bank's own accounts, one of each per currency:
 * - clearing: balance owed to or by other Norwegian banks
 * - nostro: balance with correspondent banks abroad
 * - position: both sides of a currency exchange, so that each currency sums to zero by itself
 * - fees: income
 * - equity: the other side of opening balances and of loaded history
 */
export const internalAccountKinds = ["clearing", "nostro", "position", "fees", "equity"] as const;
export type InternalAccountKind = (typeof internalAccountKinds)[number];

/**
 * Returns the id of one of the bank's own accounts. Statements that book a batch build the same ids
 * in SQL.
 */
export function internalAccountId(kind: InternalAccountKind, currency: string): AccountId {
  return `internal:${kind}:${currency}`;
}
