import type { WorldId } from "@varde/bank";
import { inList, one, sql, type Unit, type Value } from "@varde/storage";
import type { SavedTable } from "./parse-snapshot.ts";

/**
 * Decides whether rows to restore are about nothing in another world: they name no TPP of one, and
 * only payments that are restored with them. Whoever imports a file has written what is in it.
 */
export function* belongsToWorld(
  worldId: WorldId,
  tables: ReadonlyMap<string, SavedTable>,
  rename: (columns: readonly string[], values: readonly Value[]) => readonly Value[],
): Unit<boolean> {
  const payments = new Set(listValues(tables.get("payment"), "payment_id"));
  const duplicates = listValues(tables.get("payment_duplicate"), "payment_id");
  if (!duplicates.every((paymentId) => payments.has(paymentId))) return false;
  const tpps = new Set<string>();
  for (const { columns, rows } of tables.values()) {
    const at = columns.indexOf("tpp_id");
    if (at === -1) continue;
    for (const values of rows) tpps.add(String(rename(columns, values)[at]));
  }
  const foreign = yield* one<{ tpp_id: string }>(
    sql`select tpp_id from tpp where world_id <> ${worldId} and tpp_id ${inList([...tpps])} limit 1`,
  );
  return foreign === undefined;
}

const listValues = (table: SavedTable | undefined, column: string): readonly unknown[] => {
  const at = table?.columns.indexOf(column) ?? -1;
  return at === -1 ? [] : (table?.rows.map((values) => values[at]) ?? []);
};
