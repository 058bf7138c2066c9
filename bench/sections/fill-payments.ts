import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Counts up from the given number; its value is called `n`. */
const counter = "with recursive c(n) as (select ? union all select n + 1 from c where n < ?)";

/** Named by time, as the bank's own ids are, and long before any of them. */
const orderedId = "printf('0190%04x-%04x-7%03x-8000-%012x', n >> 16, n & 65535, n & 4095, n)";

/** What has to differ from row to row; every other column is that of the row that is copied. */
const changes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  payment: { payment_id: orderedId, duplicate_key: "hex(randomblob(22))" },
  payment_duplicate: { duplicate_key: "hex(randomblob(22))", payment_id: orderedId },
  request: { request_id: "hex(randomblob(18))", fingerprint: "hex(randomblob(22))" },
  event: { event_id: orderedId, subject_id: orderedId },
};

const perTransaction = 50_000;

/**
 * Copies the rows of one payment until there are that many. The bank must not be running, and one
 * payment must have been created with it.
 */
export const fillPayments = (folder: string, count: number): void => {
  const database = new DatabaseSync(join(folder, "varde.sqlite"));
  database.exec("pragma synchronous = off");
  database.exec("pragma cache_size = -262144");
  const copies = Object.entries(changes).map(([table, changed]) => {
    const columns = database
      .prepare(`select name from pragma_table_info('${table}')`)
      .all()
      .map(({ name }) => name as string);
    const values = columns.map((column) => changed[column] ?? `one.${column}`);
    return database.prepare(
      `${counter} insert into ${table} (${columns.join(", ")}) select ${values.join(", ")}
        from c, (select * from ${table} order by rowid desc limit 1) as one`,
    );
  });
  for (let from = 1; from <= count; from += perTransaction) {
    const to = Math.min(count, from + perTransaction - 1);
    database.exec("begin");
    for (const copy of copies) copy.run(from, to);
    database.exec("commit");
  }
  database.exec("pragma wal_checkpoint(truncate)");
  database.close();
};
