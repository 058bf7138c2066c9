import type { WorldId } from "@varde/bank";
import { inList, one, sql, type Unit, type Value } from "@varde/storage";
import type { SavedTable } from "./parse-snapshot.ts";
import type { Snapshot } from "./snapshot-text.ts";

/**
 * Decides whether rows to restore are about nothing in another world: they name no TPP of one, and
 * only payments that are restored with them. Whoever imports a file has written what is in it.
 */
export function* belongsToWorld(
  worldId: WorldId,
  tables: ReadonlyMap<string, SavedTable>,
  rename: ReturnType<typeof renameTpps>,
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
    sql`select tpp_id from tpp
      where world_id <> ${worldId} and tpp_id ${inList([...tpps])} limit 1`,
  );
  return foreign === undefined;
}

const listValues = (table: SavedTable | undefined, column: string): readonly unknown[] => {
  const at = table?.columns.indexOf(column) ?? -1;
  return at === -1 ? [] : (table?.rows.map((values) => values[at]) ?? []);
};

/** Maps the ids of the snapshot's TPPs to those of the same TPPs in this bank. */
export const renameTpps = (saved: Snapshot["tpps"], here: Snapshot["tpps"]) => {
  const ids = new Map<string, string>();
  for (const { tppId, identifier } of saved) {
    const same = here.find((tpp) => tpp.identifier === identifier);
    const only = saved.length === 1 && here.length === 1 ? here[0] : undefined;
    ids.set(tppId, (same ?? only)?.tppId ?? tppId);
  }
  return (columns: readonly string[], values: readonly Value[]): readonly Value[] =>
    values.map((value, at) =>
      typeof value === "string" && tppColumns.has(columns[at] ?? "")
        ? (ids.get(value) ?? value)
        : value,
    );
};

const tppColumns: ReadonlySet<string> = new Set(["tpp_id", "actor"]);
