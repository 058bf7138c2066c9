import { addMinor } from "@varde/protocol/money";
import { type AccountId, run, type Unit, type WorldId } from "@varde/storage";
import { type Account, accountById } from "../accounts/account.ts";
import { hasRoomFor } from "../accounts/balances.ts";
import { moveBalance, postingStatements, type TransactionToPost } from "./post-transactions.ts";

/** A movement of money, with an entry for each of this bank's accounts in it. */
export interface MovementToBook {
  readonly legs: readonly {
    readonly accountId: AccountId;
    readonly transaction: TransactionToPost & { readonly id: string };
  }[];
}

/**
 * Books movements in order, each completely or not at all: a movement is skipped if its payer lacks
 * funds, or an account is closed or cannot receive so much. Returns the number of booked ones. It
 * is a unit, so that callers can compose it.
 */
export function* bookMovements(
  worldId: WorldId,
  movements: readonly MovementToBook[],
  at: bigint,
): Unit<number> {
  let bookedCount = 0;
  for (const { legs } of movements) {
    const found: { readonly account: Account; readonly leg: (typeof legs)[number] }[] = [];
    for (const leg of legs) {
      const account = yield* accountById(worldId, leg.accountId);
      if (account !== undefined && account.closedAt === null) found.push({ account, leg });
    }
    if (found.length < legs.length) continue;
    const isReceivable = found.every(
      ({ account, leg: { transaction } }) =>
        transaction.amountMinor <= 0n || hasRoomFor(transaction.amountMinor, account),
    );
    if (!isReceivable) continue;
    // Payers come first, so that nobody is credited with missing money.
    const inOrder = found.toSorted((one, other) =>
      one.leg.transaction.amountMinor < other.leg.transaction.amountMinor ? -1 : 1,
    );
    let isBooked = true;
    for (const { account, leg } of inOrder) {
      const { transaction } = leg;
      const amountMinor = addMinor(transaction.amountMinor);
      const [moved] =
        typeof amountMinor === "string" ? [] : yield* run(moveBalance(account, amountMinor, at));
      isBooked = moved === 1n;
      if (!isBooked) break;
      yield* run(...postingStatements(account, transaction.id, transaction, at));
    }
    if (isBooked) bookedCount += 1;
  }
  return bookedCount;
}
