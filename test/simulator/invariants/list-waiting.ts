import { batchTimesDefault, listBatches, type WorldId } from "@varde/bank";
import { all, one, type Storage, sql } from "@varde/storage";

/** More days than ever pass without a batch. */
const batchlessDaysMax = 8;
const batchesMax = 60;
const dayMs = 86_400_000;

/**
 * Lists the work of a bank that is due at an instant and not done: instructions that nobody has
 * delivered, batches that have not run or are not finished, and outcomes that nobody has collected,
 * if the bank need not wait for a batch to do so.
 */
export const listWaiting = async (
  storage: Storage,
  worldId: WorldId,
  at: number,
  collectsOutcomes: boolean,
): Promise<ReadonlySet<string>> => {
  const rows = await storage.read(() =>
    all<{ what: string }>(
      sql`select 'the instruction of ' || payment_id || ' is not delivered' as what from outbox
          where world_id = ${worldId}
        union all select 'the batch of ' || due_at || ' is not finished' as what from batch
          where world_id = ${worldId} and state = 'running'
        union all select 'the outcome of ' || id || ' is not collected' as what
          from ledger_instruction where world_id = ${worldId} and unacknowledged = 1`,
    ),
  );
  const waiting = rows.map(({ what }) => what);
  const times = { now: at - batchlessDaysMax * dayMs, epoch: 0, times: batchTimesDefault };
  const batches = await listBatches(storage, worldId, times, batchesMax);
  const done = batches.filter(({ state }) => state === "done").map(({ dueAt }) => dueAt);
  const due = batches.findLast(({ state, dueAt }) => state === "planned" && dueAt <= at);
  const seen = await storage.read(() =>
    one<{ first_at: bigint | null }>(
      sql`select min(due_at) as first_at from batch where world_id = ${worldId}`,
    ),
  );
  // Before its first look at a world, the bank had none.
  const isKnown = due !== undefined && (seen?.first_at ?? due.dueAt) < due.dueAt;
  if (isKnown && !done.includes(due.dueAt)) {
    waiting.push(`the batch of ${due.dueAt} has not run`);
  }
  return new Set(waiting.filter((each) => collectsOutcomes || !each.startsWith("the outcome")));
};
