import type { SandboxPlace } from "../servers/start-sandbox.ts";
import { openFiller } from "./open-filler.ts";

/** Returns an id in the order of the bank's own ids, but earlier than any of them. */
export const filledId = (n: number): string =>
  `01900000-0000-7000-8000-${String(n).padStart(12, "0")}`;

/** SQL for the same id. */
const orderedId =
  "'01900000-0000-7000-8000-' || substr(cast(cast(1000000000000 as bigint) + n as text), 2)";
/** SQL for a unique, unordered value of about the length of a request id or a hash. */
const scattered =
  "cast((n * cast(2654435761 as bigint)) % 4294967296 as text) || '-filled-filled-filled-filled'";

/** Columns that differ from row to row. All others are copied from the original row. */
const changes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  payment: { payment_id: orderedId, duplicate_key: scattered },
  payment_duplicate: { duplicate_key: scattered, payment_id: orderedId },
  request: { request_id: scattered, fingerprint: scattered },
  event: { event_id: orderedId, subject_id: orderedId },
};

/** Columns that give the age of a row: the newest row is copied. */
const ages: Readonly<Record<string, string>> = { event: "happened_at" };

const perTransaction = 50_000;

/**
 * Copies the rows of one payment `count` times. The bank must not be running, and must already
 * contain a payment.
 */
export const fillPayments = async (
  place: SandboxPlace,
  count: number,
  progress: (text: string) => void,
): Promise<void> => {
  const filler = await openFiller(place);
  const columns = new Map<string, readonly string[]>();
  for (const table of Object.keys(changes)) columns.set(table, await filler.listColumns(table));
  for (let from = 1; from <= count; from += perTransaction) {
    const to = Math.min(count, from + perTransaction - 1);
    await filler.run([...columns].map(([table, names]) => copyRow(table, names, from, to)));
    progress(`${to} of ${count} payments inserted`);
  }
  await filler.close();
};

const copyRow = (table: string, columns: readonly string[], from: number, to: number): string => {
  const values = columns.map((column) => changes[table]?.[column] ?? `one.${column}`);
  return `with recursive c(n) as (
      select cast(${from} as bigint) union all select n + 1 from c where n < ${to})
    insert into ${table} (${columns.join(", ")}) select ${values.join(", ")}
    from c, (select * from ${table} order by ${ages[table] ?? "created_at"} desc limit 1) as one`;
};
