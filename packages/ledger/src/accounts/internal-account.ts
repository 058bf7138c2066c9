/**
 * The bank's own accounts, one of each per currency:
 * - clearing: what is owed to or by other Norwegian banks
 * - nostro: what stands with correspondents abroad
 * - position: the two ends of a currency exchange, so that each currency sums to zero by itself
 * - fees: income
 * - equity: the other end of opening balances and of loaded history
 */
export const internalAccountKinds = ["clearing", "nostro", "position", "fees", "equity"] as const;
export type InternalAccountKind = (typeof internalAccountKinds)[number];

/** The statements that book whole batches build the same ids in SQL. */
export function internalAccountId(kind: InternalAccountKind, currency: string): string {
  return `internal:${kind}:${currency}`;
}
