import type { WorldId } from "@varde/bank";
import type { ClockReading } from "../../worlds/world-clock.ts";
import { advanceWorld } from "./advance-world.ts";
import type { ControlledSandbox } from "./controlled-sandbox.ts";

/**
 * The sandbox banks of one process. The id of a world follows from its TPP, so that a TPP has a
 * world with the same id at each bank. These worlds have one clock: moving it at one bank moves it
 * at all, and a world that is opened later starts with it.
 */
export class BankGroup {
  #members: readonly ControlledSandbox[] = [];

  get members(): readonly ControlledSandbox[] {
    return this.#members;
  }

  join(member: ControlledSandbox): void {
    this.#members = [...this.#members, member];
  }

  leave(member: ControlledSandbox): void {
    this.#members = this.#members.filter((one) => one !== member);
  }

  /** Returns the clock that a world has at any bank, or undefined if it is open at none. */
  async findClock(worldId: WorldId): Promise<ClockReading | undefined> {
    for (const { clock } of this.#members) {
      const found = await clock.findClock(worldId);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Sets the clock of a world at the other banks to what it is at this one. */
  async copyClock(from: ControlledSandbox, worldId: WorldId): Promise<void> {
    for (const other of await this.#others(from, worldId)) {
      await other.clock.copyClock(worldId, await from.clock.readClock(worldId));
    }
  }

  /**
   * Advances the clock of a world at the other banks to what it is at this one, and runs their
   * batches on the way. Returns the number of batches.
   */
  async followClock(from: ControlledSandbox, worldId: WorldId): Promise<number> {
    let batches = 0;
    for (const other of await this.#others(from, worldId)) {
      const ahead = (await from.clock.now(worldId)) - (await other.clock.now(worldId));
      batches += (await advanceWorld(other, worldId, Math.max(0, ahead))).batches;
      // A clock that runs has run on during the batches, though it was advanced by less.
      await other.clock.copyClock(worldId, await from.clock.readClock(worldId));
      batches += (await other.runDueBatches(worldId)).batches;
    }
    return batches;
  }

  async #others(from: ControlledSandbox, worldId: WorldId): Promise<readonly ControlledSandbox[]> {
    const others = this.#members.filter((member) => member !== from);
    const clocks = await Promise.all(others.map(({ clock }) => clock.findClock(worldId)));
    return others.filter((_, at) => clocks[at] !== undefined);
  }
}
