import { type Storage, sql } from "@varde/storage";
import type { WorldId } from "../../ports/ids.ts";
import { type Basket, basketTable } from "../../records/basket.ts";
import { afterEveryId } from "../view/list-world-payments.ts";

/** Lists the baskets of a world, or of all, newest first, after those already listed. */
export const listWorldBaskets = (
  storage: Storage,
  worldId: WorldId | undefined,
  before: string | undefined,
  limit: number,
): Promise<readonly Basket[]> => {
  const start = before ?? afterEveryId;
  return storage.read(() =>
    basketTable.all(
      worldId === undefined
        ? sql`select * from basket where basket_id < ${start}
            order by basket_id desc limit ${limit}`
        : sql`select * from basket where world_id = ${worldId} and basket_id < ${start}
            order by basket_id desc limit ${limit}`,
    ),
  );
};
