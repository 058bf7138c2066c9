import assert from "node:assert/strict";
import { all, one, run, sql, type Unit } from "@varde/storage";
import type { TppId, WorldId } from "../ports/ids.ts";

export interface TppRow {
  readonly tpp_id: TppId;
  readonly world_id: WorldId;
}

export const readTpp = (identifier: string): Unit<TppRow | undefined> =>
  one<TppRow>(sql`select tpp_id, world_id from tpp where identifier = ${identifier}`);

/** Registers a TPP and returns its row. Concurrent first calls get the same row. */
export function* registerTpp(tpp: {
  readonly tppId: TppId;
  readonly identifier: string;
  readonly name: string;
  readonly worldId: WorldId;
  readonly seenAt: number;
}): Unit<TppRow> {
  yield* run(
    sql`insert into tpp (tpp_id, identifier, name, world_id, first_seen_at)
      values (${tpp.tppId}, ${tpp.identifier}, ${tpp.name}, ${tpp.worldId}, ${tpp.seenAt})
      on conflict do nothing`,
  );
  const row = yield* readTpp(tpp.identifier);
  assert(row !== undefined, "the TPP was just registered");
  return row;
}

/** Lists the identifiers of all TPPs with their worlds. */
export function* listTppIdentifiers(): Unit<
  readonly { readonly worldId: WorldId; readonly identifier: string }[]
> {
  const rows = yield* all<{ world_id: WorldId; identifier: string }>(
    sql`select world_id, identifier from tpp`,
  );
  return rows.map(({ world_id: worldId, identifier }) => ({ worldId, identifier }));
}
