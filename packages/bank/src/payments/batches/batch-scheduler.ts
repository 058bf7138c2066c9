import { StorageUnavailable } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import { batchesPerTurnMax, worldsAtOnce } from "../../configuration/constants.ts";
import type { WorldId } from "../../ports/ids.ts";
import { collectOutcomes } from "../execute/collect-outcomes.ts";
import { OpenWorkReader } from "./open-work.ts";
import { runDueBatches } from "./run-due-batches.ts";

/**
 * Runs the due batches of every world. Each process has a scheduler; the database decides which of
 * them runs a batch.
 */
export class BatchScheduler {
  readonly #bank: Bank;
  readonly work: OpenWorkReader;
  #nextByWorld = new Map<string, { readonly epoch: number; readonly at: number }>();
  #hasForgotten = false;

  constructor(bank: Bank) {
    this.#bank = bank;
    this.work = new OpenWorkReader(bank);
  }

  /**
   * Forgets when the next batches are due: restoring a snapshot may have set a world back within
   * its epoch.
   */
  forget(): void {
    this.#nextByWorld = new Map();
    this.work.forget();
    this.#hasForgotten = true;
  }

  /** Whether batches may be due that only this process knows of. */
  get hasForgotten(): boolean {
    return this.#hasForgotten;
  }

  /**
   * Runs batches until every world is up to date. A world that is far behind, because its clock was
   * set years ahead, takes turns with the others. One that fails or whose core bank is slow does
   * not delay them.
   */
  async tick(stopping?: AbortSignal): Promise<void> {
    this.#hasForgotten = false;
    let isBehind = true;
    while (isBehind && !stopping?.aborted) {
      isBehind = await this.#inEachWorld("batch run", stopping, (worldId) =>
        this.#runWorld(worldId, stopping),
      );
    }
  }

  /** Collects the outcomes that the core bank reports outside the batches, in every world. */
  async collect(stopping?: AbortSignal): Promise<void> {
    await this.#inEachWorld("collecting outcomes", stopping, async (worldId) => {
      await collectOutcomes(worldId, await this.#bank.clock.now(worldId), this.#bank);
      return false;
    });
  }

  /** Runs a job in every world, in some of them at once. Returns whether any returned true. */
  async #inEachWorld(
    job: "batch run" | "collecting outcomes",
    stopping: AbortSignal | undefined,
    run: (worldId: WorldId) => Promise<boolean>,
  ): Promise<boolean> {
    const worlds = (await this.work.listWorlds()).values();
    let isAnyTrue = false;
    const runNext = async (): Promise<void> => {
      for (const worldId of worlds) {
        if (stopping?.aborted) return;
        if (await this.#orLog(worldId, stopping, job, () => run(worldId))) isAnyTrue = true;
      }
    };
    const lanes = await Promise.allSettled(Array.from({ length: worldsAtOnce }, runNext));
    for (const lane of lanes) if (lane.status === "rejected") throw lane.reason;
    return isAnyTrue;
  }

  /** Logs a failure and continues with the other worlds, unless the database is unavailable. */
  async #orLog(
    worldId: WorldId,
    stopping: AbortSignal | undefined,
    job: string,
    run: () => Promise<boolean>,
  ): Promise<boolean> {
    try {
      return await run();
    } catch (error) {
      if (error instanceof StorageUnavailable) throw error;
      if (!stopping?.aborted) {
        this.#bank.log.error({ err: error, world: worldId }, `${job} failed`);
      }
      return false;
    }
  }

  /** Returns whether more batches are due now. */
  async #runWorld(worldId: WorldId, stopping: AbortSignal | undefined): Promise<boolean> {
    const { clock, log } = this.#bank;
    // If the worlds are forgotten during this run, its result goes to the discarded map.
    const nextByWorld = this.#nextByWorld;
    const next = nextByWorld.get(worldId);
    const now = await clock.now(worldId);
    const epoch = (await clock.epoch?.(worldId)) ?? 0;
    if (next !== undefined && next.epoch === epoch && next.at > now) return false;
    const pace = { whenTaken: "leave", batchesMax: batchesPerTurnMax, stopping } as const;
    const run = await runDueBatches(worldId, this.#bank, pace);
    nextByWorld.set(worldId, { epoch: run.epoch, at: run.nextAt });
    if (run.batches > 0) log.info({ world: worldId, ...run }, "batches completed");
    return run.batches === batchesPerTurnMax && run.nextAt <= now;
  }
}
