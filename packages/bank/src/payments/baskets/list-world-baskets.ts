import { type Storage, sql } from "@varde/storage";
import type { WorldId } from "../../ports/ids.ts";
import { type Basket, basketTable } from "../../records/basket.ts";
import { afterEveryId } from "../view/list-world-payments.ts";

/** Lists the baskets of a world, newest first, after those already listed. */
export const listWorldBaskets = (
  storage: Storage,
  worldId: WorldId,
  before: string | undefined,
  limit: number,
): Promise<readonly Basket[]> =>
  storage.read(() =>
    basketTable.all(
      sql`select * from basket
        where world_id = ${worldId} and basket_id < ${before ?? afterEveryId}
        order by basket_id desc limit ${limit}`,
    ),
  );
