import type { InstructionOutcome, WorldId } from "@varde/bank";

const quietMsDefault = 60_000;

/**
 * Spares the core bank questions about outcomes while it pushes: after an empty list, it is not
 * asked again until a webhook came or a limit has passed. Each process decides for itself.
 */
export class PushedOutcomes {
  readonly #quietMsMax: number;
  readonly #now: () => number;
  readonly #emptyAt = new Map<WorldId, number>();
  #expected = 0;

  constructor(quietMsMax = quietMsDefault, now: () => number = Date.now) {
    this.#quietMsMax = quietMsMax;
    this.#now = now;
  }

  /** Makes the next `list` of a world ask. */
  expect(worldId: WorldId): void {
    this.#expected += 1;
    this.#emptyAt.delete(worldId);
  }

  async list(
    worldId: WorldId,
    ask: () => Promise<readonly InstructionOutcome[]>,
  ): Promise<readonly InstructionOutcome[]> {
    const emptyAt = this.#emptyAt.get(worldId);
    if (emptyAt !== undefined && this.#now() - emptyAt < this.#quietMsMax) return [];
    const expected = this.#expected;
    const listed = await ask();
    // A webhook that came in the meantime may be about outcomes that this list does not have.
    if (listed.length === 0 && expected === this.#expected) this.#emptyAt.set(worldId, this.#now());
    else this.#emptyAt.delete(worldId);
    return listed;
  }
}
