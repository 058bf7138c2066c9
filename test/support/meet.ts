import { one, sql, type Unit } from "@varde/storage";

/**
 * Runs the first unit and holds it open until the second waits for it, or has ended without: both
 * have then been under way at once.
 */
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
 * Holds a unit on PostgreSQL open until somebody waits for a row it has locked, or until there is
 * nobody left who could. So two units meet where a test wants them to, without a pause.
 */
function* untilWaitedFor(isOver: () => boolean): Unit<void> {
  while (!isOver()) {
    const row = yield* one<{ waiting: bigint }>(
      sql`select count(*) as waiting from pg_locks
        where not granted and transactionid = cast(pg_current_xact_id() as xid)`,
    );
    if (row !== undefined && row.waiting > 0n) return;
  }
}
