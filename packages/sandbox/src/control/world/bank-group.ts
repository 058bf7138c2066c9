import type { RunningBank, WorldId } from "@varde/bank";
import type { DataSet } from "../../data-set/index.ts";
import type { WorldClock } from "../../worlds/index.ts";
import type { ClockReading } from "../../worlds/world-clock.ts";

/** A bank of a group, as the others see it. */
export interface GroupedBank extends Pick<RunningBank, "bank" | "runDueBatches" | "deliverOutbox"> {
  readonly clock: WorldClock;
  readonly dataSet: DataSet;
}

/**
 * The sandbox banks of one process. The id of a world follows from its TPP, so that a TPP has a
 * world with the same id at each bank. These worlds have one clock: moving it at one bank moves it
 * at all, and a world that is opened later starts with it.
 */
export class BankGroup {
  #members: readonly GroupedBank[] = [];

  get members(): readonly GroupedBank[] {
    return this.#members;
  }

  join(member: GroupedBank): void {
    this.#members = [...this.#members, member];
  }

  leave(member: GroupedBank): void {
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

  /** Lists the other banks at which a world is open. */
  async listOthers(own: GroupedBank, worldId: WorldId): Promise<readonly GroupedBank[]> {
    const others = this.#members.filter((member) => member !== own);
    const clocks = await Promise.all(others.map(({ clock }) => clock.findClock(worldId)));
    return others.filter((_, at) => clocks[at] !== undefined);
  }
}
