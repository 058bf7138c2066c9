import { all, sql } from "@varde/storage";
import type { Bank } from "../bank.ts";
import { releaseLeases } from "./batch-store.ts";
import { runDueBatches } from "./run-due-batches.ts";

/**
 * Looks at the clock of every world and runs what has come due. Every process has one; which of
 * them runs a batch is settled in the database.
 */
export class BatchScheduler {
  readonly #bank: Bank;
  #nextByWorld = new Map<string, { readonly epoch: number; readonly at: number }>();
  readonly #startedAt: number;
  #hasReleased = false;

  constructor(bank: Bank) {
    this.#bank = bank;
    this.#startedAt = bank.clock.machineNow();
  }

  /** Looks at every world anew: a snapshot may have taken one back within its epoch. */
  forget(): void {
    this.#nextByWorld = new Map();
  }

  async tick(): Promise<void> {
    const { storage } = this.#bank;
    if (!this.#hasReleased && storage.engine === "sqlite") {
      await storage.write(() => releaseLeases(this.#startedAt));
    }
    this.#hasReleased = true;
    const worlds = await storage.read(() =>
      all<{ world_id: string }>(sql`select distinct world_id from tpp`),
    );
    for (const { world_id: worldId } of worlds) await this.#look(worldId);
  }

  async #look(worldId: string): Promise<void> {
    const { clock, log } = this.#bank;
    // What is found out while the world becomes another goes with what was known before.
    const nextByWorld = this.#nextByWorld;
    const next = nextByWorld.get(worldId);
    const now = await clock.now(worldId);
    const epoch = (await clock.epoch?.(worldId)) ?? 0;
    if (next !== undefined && next.epoch === epoch && next.at > now) return;
    const run = await runDueBatches(worldId, this.#bank, "leave");
    nextByWorld.set(worldId, { epoch: run.epoch, at: run.nextAt });
    if (run.batches > 0) log.info({ world: worldId, ...run }, "batches were run");
  }
}
