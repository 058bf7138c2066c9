import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { hashEntry } from "@varde/bank";

/** A chain of a process that does not exist otherwise. */
const chainId = 1_000_000;
const start = "filled";
const perTransaction = 50_000;
const minutesOfQuarter = 92 * 24 * 60;

/** Appends a chain of entries with correct hashes. The bank must not be running. */
export const fillAudit = (dataFolder: string, count: number): void => {
  const database = openDatabase(dataFolder);
  const insert = database.prepare(
    `insert into audit_entry (chain_id, number, at, operation, status, request_id, hash)
      values (?, ?, ?, ?, ?, ?, ?)`,
  );
  const at = Date.now();
  let hash = start;
  database.exec("begin");
  for (let number = 1; number <= count; number += 1) {
    const entry = {
      chainId,
      number,
      at,
      actorId: undefined,
      subjectId: undefined,
      operation: "getAccountList",
      status: 200,
      code: undefined,
      requestId: `filled-${number}`,
      consentId: undefined,
      resourceId: undefined,
    };
    hash = hashEntry(hash, entry);
    insert.run(chainId, number, at, entry.operation, entry.status, entry.requestId, hash);
    if (number % perTransaction === 0) database.exec("commit; begin");
  }
  database
    .prepare(
      `insert into audit_chain (chain_id, started_at, head_number, head_hash, sealed_number,
        cut_number, cut_hash) values (?, ?, ?, ?, 0, 0, ?)`,
    )
    .run(chainId, at, count, hash, start);
  database.exec("commit; pragma wal_checkpoint(truncate)");
  database.close();
};

/** Inserts figures of minutes of a quarter, of as many processes as the number needs. */
export const fillKpi = (dataFolder: string, count: number, quarterFrom: number): void => {
  const database = openDatabase(dataFolder);
  const first = Math.floor(quarterFrom / 60_000);
  database.exec(`
    with recursive c(n) as (select 0 union all select n + 1 from c where n < ${count - 1})
    insert into kpi_minute (minute, process_id, part, requests, errors, account_information_count,
      account_information_us, payment_initiation_count, payment_initiation_us,
      funds_confirmation_count, funds_confirmation_us, answered_seconds, slow)
    select ${first} + n % ${minutesOfQuarter}, 'filled-' || (n / ${minutesOfQuarter}), 1,
      60, 0, 30, 30000, 20, 40000, 0, 0, 1152921504606846975, '[]' from c;
    with recursive c(n) as (
      select 0 union all select n + 1 from c where n < ${Math.floor(count / minutesOfQuarter)})
    insert into kpi_process (process_id, started_at, seen_until)
    select 'filled-' || n, ${quarterFrom}, ${quarterFrom + minutesOfQuarter * 60_000} from c;
    pragma wal_checkpoint(truncate)`);
  database.close();
};

/** Makes all payments of a bank so old that their retention period is over. */
export const agePayments = (dataFolder: string): void => {
  const database = openDatabase(dataFolder);
  database.exec(`update payment set status = 'ACSC', status_at = 1, created_at = 1;
    pragma wal_checkpoint(truncate)`);
  database.close();
};

const openDatabase = (dataFolder: string): DatabaseSync => {
  const database = new DatabaseSync(join(dataFolder, "varde.sqlite"));
  database.exec("pragma synchronous = off");
  return database;
};
