import { one, sql, type Unit } from "@varde/storage";

/** Runs two units at once: the first stays open until the second waits for it or has ended. */
export const meet = async <A, B>(
  write: <T>(unit: () => Unit<T>) => Promise<T>,
  first: () => Unit<A>,
  second: () => Promise<B>,
): Promise<readonly [A, B]> => {
  let following: Promise<B> | undefined;
  let isOver = false;
  const done = await write(function* () {
    const value = yield* first();
    following ??= second().finally(() => {
      isOver = true;
    });
    yield* untilWaitedFor(() => isOver);
    return value;
  });
  return [done, await (following ?? second())];
};

/**
 * Keeps a unit on PostgreSQL open until another transaction waits for a row that it locked or for
 * a lock without a row, or until `isOver`. Two units overlap this way without a pause in the test.
 */
export function* untilWaitedFor(isOver: () => boolean): Unit<void> {
  while (!isOver()) {
    const row = yield* one<{ waiting: bigint }>(
      sql`select count(*) as waiting from pg_locks
        where not granted and (transactionid = cast(pg_current_xact_id() as xid)
          or locktype = 'advisory' and database = (
            select oid from pg_database where datname = current_database()))`,
    );
    if (row !== undefined && row.waiting > 0n) return;
  }
}
