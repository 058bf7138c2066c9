import type { Client } from "pg";

/** Lists the recorded row groups, each as `recordName` names them. */
export async function listRecords(client: Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ readonly name: string }>(
    `select cast(cast(tgrelid as regclass) as text) || ' ' || cast(tgname as text) as name
      from pg_trigger where not tgisinternal`,
  );
  return new Set(rows.map(({ name }) => name));
}
