import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const orderedId = "printf('0191%04x-%04x-7%03x-8000-%012x', n >> 16, n & 65535, n & 4095, n)";
/** Changed columns. The amount becomes 0.01 NOK, so that the debtor has funds for all payments. */
const changes: Readonly<Record<string, string>> = {
  payment_id: orderedId,
  duplicate_key: "null",
  amount_minor: "1",
  body: `replace(one.body, '"0.50"', '"0.01"')`,
  execution_date: "'2026-01-02'",
  status: "'ACTC'",
};

/**
 * Copies the caller's signed payment `count` times, numbered from `from`, with a due date in the
 * past. The bank must not be running.
 */
export const fillDuePayments = (folder: string, from: number, count: number): void => {
  const database = new DatabaseSync(join(folder, "varde.sqlite"));
  database.exec("pragma synchronous = off");
  const columns = database
    .prepare("select name from pragma_table_info('payment')")
    .all()
    .map(({ name }) => name as string);
  const values = columns.map((column) => changes[column] ?? `one.${column}`);
  database
    .prepare(
      `with recursive c(n) as (select ? union all select n + 1 from c where n < ?)
        insert into payment (${columns.join(", ")}) select ${values.join(", ")}
        from c, (select * from payment where signed_at is not null order by rowid limit 1) as one`,
    )
    .run(from, from + count - 1);
  database.exec("pragma wal_checkpoint(truncate)");
  database.close();
};
