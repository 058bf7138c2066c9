import { all, StorageUnavailable, sql } from "@varde/storage";
import type { Bank } from "../bank.ts";
import { batchesPerTurnMax } from "../constants.ts";
import { collectOutcomes } from "../payments/execute/collect-outcomes.ts";
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

  /**
   * Goes on until every world has come to its own time. One that is far behind, because its clock
   * was set years ahead, gives way to the others; one that fails keeps none of them waiting.
   */
  async tick(stopping?: AbortSignal): Promise<void> {
    await this.#release();
    for (let isBehind = true; isBehind; ) {
      isBehind = false;
      for (const worldId of await this.#listWorlds()) {
        if (stopping?.aborted) return;
        const isOneBehind = await this.#lookAlone(worldId, stopping);
        isBehind ||= isOneBehind;
      }
    }
  }

  /** Takes over what the core bank has found out since, outside the batches, in every world. */
  async collect(stopping?: AbortSignal): Promise<void> {
    for (const worldId of await this.#listWorlds()) {
      if (stopping?.aborted) return;
      await collectOutcomes(worldId, await this.#bank.clock.now(worldId), this.#bank);
    }
  }

  async #release(): Promise<void> {
    const { storage } = this.#bank;
    if (!this.#hasReleased && storage.engine === "sqlite") {
      await storage.write(() => releaseLeases(this.#startedAt));
    }
    this.#hasReleased = true;
  }

  async #listWorlds(): Promise<readonly string[]> {
    const worlds = await this.#bank.storage.read(() =>
      all<{ world_id: string }>(sql`select distinct world_id from tpp`),
    );
    return worlds.map(({ world_id: worldId }) => worldId);
  }

  /** Where the database is away there is nothing to be done for the others either. */
  async #lookAlone(worldId: string, stopping: AbortSignal | undefined): Promise<boolean> {
    try {
      return await this.#look(worldId, stopping);
    } catch (error) {
      if (error instanceof StorageUnavailable) throw error;
      if (!stopping?.aborted) {
        this.#bank.log.error({ err: error, world: worldId }, "the batches of a world failed");
      }
      return false;
    }
  }

  /** Answers whether more is due by now. */
  async #look(worldId: string, stopping: AbortSignal | undefined): Promise<boolean> {
    const { clock, log } = this.#bank;
    // What is found out while the world becomes another goes with what was known before.
    const nextByWorld = this.#nextByWorld;
    const next = nextByWorld.get(worldId);
    const now = await clock.now(worldId);
    const epoch = (await clock.epoch?.(worldId)) ?? 0;
    if (next !== undefined && next.epoch === epoch && next.at > now) return false;
    const pace = { whenTaken: "leave", batchesMax: batchesPerTurnMax, stopping } as const;
    const run = await runDueBatches(worldId, this.#bank, pace);
    nextByWorld.set(worldId, { epoch: run.epoch, at: run.nextAt });
    if (run.batches > 0) log.info({ world: worldId, ...run }, "batches were run");
    return run.batches === batchesPerTurnMax && run.nextAt <= now;
  }
}
