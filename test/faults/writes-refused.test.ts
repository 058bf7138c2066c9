import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout as passing } from "node:timers/promises";
import type { TestBank } from "@varde/sandbox";
import { run, type Statement, sql } from "@varde/storage";
import { aBank } from "@varde/testkit/bank";
import { aPayer, aPayment, ndct, type Payer } from "@varde/testkit/payments";
import { freshDatabase, runOnServer } from "@varde/testkit/postgres";
import type { RawResponse } from "@varde/testkit/tpp";

const balances = "/v1/accounts/kari-current/balances";

describe("a database that refuses writes", { concurrency: true }, () => {
  test("F18: read-only on SQLite, serves reads and refuses the rest with 503", async () => {
    await using bank = await aBank({ expectsErrors: true, hasBackgroundJobs: false });
    const payer = await aPayer(bank);
    // It holds at once, so another unit of the same batch may fail, and the whole batch with it.
    await bank.storage.write(() => run(sql`pragma query_only = on`)).catch(() => undefined);
    await servesReadsOnly(bank, payer);
  });

  test("F18: read-only on PostgreSQL, serves reads until writes are accepted again", async () => {
    await using database = await freshDatabase();
    const location = { engine: "postgres", url: database.url } as const;
    await using bank = await aBank({ expectsErrors: true, location, hasBackgroundJobs: false });
    const payer = await aPayer(bank);
    await setReadOnly(database.url, "on");
    await servesReadsOnly(bank, payer);
    await setReadOnly(database.url, "off");
    await servesAgain(bank, payer);
  });

  test("F18: full on PostgreSQL, serves reads until there is space again", async () => {
    await using bank = await aBank({
      expectsErrors: true,
      engine: "postgres",
      hasBackgroundJobs: false,
    });
    const payer = await aPayer(bank);
    await runEach(bank, fill);
    await servesReadsOnly(bank, payer);
    await runEach(bank, [sql`drop function full_disk cascade`]);
    await servesAgain(bank, payer);
  });
});

/** Raises the error of PostgreSQL for a table that cannot grow. */
const fill = [
  sql`create function full_disk() returns trigger language plpgsql as
    $$ begin raise exception 'no space left' using errcode = '53100'; end $$`,
  sql`create trigger full_disk before insert on payment execute function full_disk()`,
  sql`create trigger full_disk before insert on unattended_access execute function full_disk()`,
];

const runEach = async ({ storage }: TestBank, statements: readonly Statement[]): Promise<void> => {
  for (const statement of statements) await storage.write(() => run(statement));
};

/** Changes the default of new connections, and ends the present ones. */
const setReadOnly = async (url: string, value: "on" | "off"): Promise<void> => {
  const name = new URL(url).pathname.slice(1);
  await runOnServer(
    new URL("/postgres", url).href,
    `alter database ${name} set default_transaction_read_only = ${value};
    select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  );
};

const servesReadsOnly = async (bank: TestBank, payer: Payer): Promise<void> => {
  isRefusedForNow(await payer.post(ndct, aPayment()));
  for (const path of ["/v1/accounts", balances]) {
    assert.equal((await payer.get(path)).status, 200, path);
  }
  isRefusedForNow(await payer.psu.getUnattended(balances));
  const ready = await fetch(`${bank.addresses.http}/health/ready`);
  assert.equal(ready.status, 200);
  assert.partialDeepStrictEqual(await ready.json(), { status: "ready", writes: false });
  assert.match(await metrics(bank), /^varde_database_writable 0$/m);
};

const servesAgain = async (bank: TestBank, payer: Payer): Promise<void> => {
  await payer.create(ndct, aPayment());
  assert.equal((await payer.psu.getUnattended(balances)).status, 200);
  while (!(await metrics(bank)).includes("\nvarde_database_writable 1\n")) await passing(250);
  const ready = await fetch(`${bank.addresses.http}/health/ready`);
  assert.partialDeepStrictEqual(await ready.json(), { status: "ready", writes: true });
};

const isRefusedForNow = (response: RawResponse): void => {
  assert.equal(response.status, 503, response.text);
  assert.match(response.headers["retry-after"] ?? "", /^[1-9]/);
};

const metrics = async ({ addresses }: TestBank): Promise<string> =>
  (await fetch(`${addresses.http}/metrics`)).text();
