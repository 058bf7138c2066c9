import { type Awaitable, all, andThen, sql, type Unit } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import type { WorldId } from "../../ports/ids.ts";
import { releaseLeases, shortenLeases } from "./batch-store.ts";

/**
 * How often an idle process looks for work. No longer than the lease of an instruction, so that
 * each is seen before its lease expires and is then delivered on time.
 */
export const workLookMs = 10_000;
/** Less than this is the correction of a reading, not a clock that was set. */
const setBackMsMin = 1_000;
/** The same where clocks can be set: in a sandbox, whose new worlds are moved in time at once. */
const sandboxLookMs = 1_000;

/**
 * Finds the work that processes of this database have left: worlds, and instructions that nobody
 * delivers. One question for both, and only as often as the answer can matter, keeps an idle bank
 * quiet.
 */
export class OpenWorkReader {
  readonly #bank: Pick<Bank, "storage" | "clock">;
  readonly #startedAt: number;
  readonly #lookMs: number;
  #hasReleased = false;
  #worlds: readonly WorldId[] = [];
  /** When the next lease of an instruction expires, by the database's clock. */
  #expiresAt: number | undefined;
  /** When the database was last looked at; undefined if it must be looked at now. */
  #lookedAt: number | undefined;
  /** The time of the last look, also after `forget`. */
  #latest: number;
  #looking: Promise<void> | undefined;

  constructor(bank: Pick<Bank, "storage" | "clock">) {
    this.#bank = bank;
    this.#startedAt = bank.storage.now();
    this.#latest = this.#startedAt;
    // Differs by the start of each bank, so that those of one process do not all ask at once.
    const idleMs = workLookMs - (this.#startedAt % 1_000);
    this.#lookMs = bank.clock.epoch === undefined ? idleMs : sandboxLookMs;
  }

  /** Looks at the database at the next question. */
  forget(): void {
    this.#lookedAt = undefined;
  }

  /** Returns the worlds that the last look found, or looks if that is too long ago. */
  listWorlds(): Awaitable<readonly WorldId[]> {
    if (this.#looking === undefined && !this.#isOld()) return this.#worlds;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking.then(() => this.#worlds);
  }

  /** Returns whether instructions may be waiting that no process delivers. */
  hasInstructions(): Awaitable<boolean> {
    return andThen(this.listWorlds(), () => {
      const now = this.#bank.storage.now();
      const isDue = this.#expiresAt !== undefined && this.#expiresAt <= now;
      // Those that cannot be delivered now get another lease, which only a look can find.
      if (isDue) this.forget();
      return isDue;
    });
  }

  /** On SQLite there is one process, so leases from before its start were left by a crash. */
  async releaseLeases(): Promise<void> {
    const { storage } = this.#bank;
    if (!this.#hasReleased && storage.engine === "sqlite") {
      await storage.write(() => releaseLeases(this.#startedAt));
    }
    this.#hasReleased = true;
  }

  #isOld(): boolean {
    if (this.#lookedAt === undefined) return true;
    return this.#wasSetBack() || this.#bank.storage.now() - this.#lookedAt >= this.#lookMs;
  }

  /** Whether the database's clock was set back since the last look. */
  #wasSetBack(): boolean {
    return this.#bank.storage.now() < this.#latest - setBackMsMin;
  }

  async #look(): Promise<void> {
    await this.releaseLeases();
    if (this.#wasSetBack()) await this.#bank.storage.write(shortenLeases);
    this.#lookedAt = this.#bank.storage.now();
    this.#latest = this.#lookedAt;
    try {
      const { worlds, expiresAt } = await this.#bank.storage.read(readOpenWork);
      this.#worlds = worlds;
      this.#expiresAt = expiresAt;
    } catch (error) {
      this.forget();
      throw error;
    }
  }
}

function* readOpenWork(): Unit<{ worlds: readonly WorldId[]; expiresAt: number | undefined }> {
  const rows = yield* all<{ world_id: WorldId | null; expires_at: bigint | null }>(
    sql`select known.world_id, next.expires_at
      from (select min(claimed_until) as expires_at from outbox) as next
      left join (select distinct world_id from tpp) as known on true`,
  );
  const expiresAt = rows[0]?.expires_at ?? undefined;
  return {
    worlds: rows.flatMap(({ world_id: worldId }) => worldId ?? []),
    expiresAt: expiresAt === undefined ? undefined : Number(expiresAt),
  };
}
