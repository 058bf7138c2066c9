import { run, type Unit } from "@varde/storage";
import type { Account } from "../accounts/account.ts";
import { accountById } from "../accounts/read-account.ts";
import { moveBalance, postingStatements, type TransactionToPost } from "./post-transactions.ts";

/** One thing that moves money, as each of the bank's own accounts in it sees it. */
export interface MovementToBook {
  readonly legs: readonly {
    readonly accountId: string;
    readonly transaction: TransactionToPost & { readonly id: string };
  }[];
}

/**
 * Books movements in their order, each whole or not at all: one whose payer lacks the money, or
 * whose account is closed, does not take place. A unit, for the caller to make more of.
 */
export function* bookMovements(
  worldId: string,
  movements: readonly MovementToBook[],
  at: bigint,
): Unit<void> {
  for (const { legs } of movements) {
    const found: { readonly account: Account; readonly leg: (typeof legs)[number] }[] = [];
    for (const leg of legs) {
      const account = yield* accountById(worldId, leg.accountId);
      if (account !== undefined && account.closedAt === null) found.push({ account, leg });
    }
    if (found.length < legs.length) continue;
    // Whoever pays comes first: money that is not there reaches nobody.
    const inOrder = found.toSorted((one, other) =>
      one.leg.transaction.amountMinor < other.leg.transaction.amountMinor ? -1 : 1,
    );
    for (const { account, leg } of inOrder) {
      const { transaction } = leg;
      const [moved] = yield* run(moveBalance(account, transaction.amountMinor, at));
      if (moved !== 1n) break;
      yield* run(...postingStatements(account, transaction.id, transaction, at));
    }
  }
}
