import { type AccountId, one, type Storage, sql, type WorldId } from "@varde/storage";
import { openingDate } from "../constants.ts";
import {
  type BookedTransaction,
  bookedColumns,
  type TransactionRow,
  transactionFromRow,
} from "./transaction.ts";

/** Reads one booked transaction from the account's point of view. */
export function readTransaction(
  storage: Storage,
  worldId: WorldId,
  accountId: AccountId,
  transactionId: string,
): Promise<BookedTransaction | undefined> {
  return storage.read(function* () {
    const row = yield* one<TransactionRow>(
      sql`select ${bookedColumns}
        from ledger_transaction t
        join ledger_posting p on p.world_id = t.world_id and p.account_id = ${accountId}
          and p.booking_date = t.booking_date and p.transaction_id = t.id
        where t.world_id = ${worldId} and t.id = ${transactionId}
          and t.booking_date > ${openingDate}`,
    );
    return row && transactionFromRow(row);
  });
}
