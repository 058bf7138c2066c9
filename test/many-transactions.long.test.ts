import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { everyMigration } from "@varde/sandbox";
import { openStorage } from "@varde/storage";
import { freshDatabase } from "@varde/testkit/postgres";
import { atScale } from "@varde/testkit/rounds";
import { Client } from "pg";
import { listStatements } from "../tools/sql-statements.ts";

const few = 1_000;
const many = atScale({ slice: 20_000, long: 1_000_000 });

/** Rows that a page of the console reads, and that one step of a search reads. */
const readSizes = [51, 500];

describe("an account with very many transactions", () => {
  test("a page and a step of a search read no more blocks than in a small one", async () => {
    await using database = await freshDatabase();
    const { url } = database;
    const location = { engine: "postgres", url } as const;
    await (await openStorage({ location, migrations: everyMigration })).close();
    const client = new Client({ connectionString: url });
    await using stack = new AsyncDisposableStack();
    stack.defer(() => client.end());
    await client.connect();
    await load(client, "few", few);
    await load(client, "many", many);
    await client.query("vacuum analyze ledger_posting");
    await client.query("vacuum analyze ledger_transaction");
    for (const rows of readSizes) {
      for (const start of ["9999-12-31", "2020-06-01"]) {
        const small = await countBlocks(client, "few", start, rows);
        const large = await countBlocks(client, "many", start, rows);
        const read = `${rows} rows from ${start}: ${large} blocks instead of ${small}`;
        assert.ok(small > 0 && large <= 3 * small, read);
      }
    }
  });
});

/** Books transactions on each day of a thousand days from 2019 on. */
const load = async (client: Client, account: string, count: number): Promise<void> => {
  const ids = `select '${account}-' || lpad(at::text, 8, '0') as id,
    to_char(date '2019-01-01' + (at * 1000 / ${count})::integer, 'YYYY-MM-DD') as day
    from generate_series(1, ${count}) as at`;
  await client.query(`insert into ledger_transaction (world_id, id, kind, booking_date, value_date,
      booked_at, texts)
    select 'world', id, 'history', day, day, 0, '{"remittanceUnstructured":["x"]}'
    from (${ids}) t`);
  await client.query(`insert into ledger_posting (world_id, account_id, booking_date,
      transaction_id, currency, amount_minor)
    select 'world', '${account}', day, id, 'NOK', 1 from (${ids}) t`);
};

/** Returns how many blocks of tables and indexes the ledger's statement for a page reads. */
const countBlocks = async (
  client: Client,
  account: string,
  start: string,
  rows: number,
): Promise<number> => {
  const statement = listStatements().find(
    ({ place, postgres }) =>
      place.startsWith("packages/ledger/src/transactions/list-transactions.ts") &&
      postgres?.includes("order by booking_date desc, transaction_id desc"),
  );
  const text = `explain (analyze, buffers, format json) ${statement?.postgres}`;
  const values = ["world", account, "0001-01-02", start, "~", rows, 0];
  const explained = await client.query(text, values);
  const [{ Plan: plan }] = explained.rows[0]["QUERY PLAN"];
  assert.equal(plan["Actual Rows"], rows);
  return plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
};
