import type { Life } from "./life.ts";

/** A unit, a call of a port, a message or a person that waits to be picked. */
export interface Turn {
  readonly who: string;
  readonly what: string;
  /** The process that it belongs to; undefined for clients and messages. */
  readonly life: Life | undefined;
  readonly take: () => void;
}

/**
 * Holds everything that waits. Code of the simulation and of the bank continues only when the
 * simulation takes its turn, so that the seed decides the order of all units and messages.
 */
export class Turns {
  #waiting: Turn[] = [];

  /** The turns that can be taken: those of suspended processes cannot. */
  get waiting(): readonly Turn[] {
    return this.#waiting.filter(({ life }) => !life?.isSuspended);
  }

  /** Waits for a turn. The promise never settles if the process it belongs to has died. */
  wait(who: string, what: string, life?: Life): Promise<void> {
    return new Promise((take) => {
      if (!life?.isOver) this.#waiting.push({ who, what, life, take });
    });
  }

  take(turn: Turn): void {
    this.#waiting.splice(this.#waiting.indexOf(turn), 1);
    turn.take();
  }

  /** Drops the turns of a process that has died. */
  endLife(ended: Life): void {
    ended.isOver = true;
    this.#waiting = this.#waiting.filter(({ life }) => life !== ended);
  }
}
