/** A unit, a call of a port, a message or a person that waits to be picked. */
export interface Turn {
  readonly who: string;
  readonly what: string;
  /** The life of the bank process that it belongs to; undefined for clients and messages. */
  readonly life: number | undefined;
  readonly take: () => void;
}

/**
 * Holds everything that waits. Code of the simulation and of the bank continues only when the
 * simulation takes its turn, so that the seed decides the order of all units and messages.
 */
export class Turns {
  /** The number of the current bank process; earlier ones are dead. */
  life = 0;
  #waiting: Turn[] = [];

  get waiting(): readonly Turn[] {
    return this.#waiting;
  }

  /** Waits for a turn. The promise never settles if the process it belongs to has died. */
  wait(who: string, what: string, life?: number): Promise<void> {
    return new Promise((take) => {
      if (life === undefined || life === this.life) this.#waiting.push({ who, what, life, take });
    });
  }

  take(turn: Turn): void {
    this.#waiting.splice(this.#waiting.indexOf(turn), 1);
    turn.take();
  }

  /** Drops the turns of the current process, which has died, and begins the next life. */
  endLife(): void {
    this.#waiting = this.#waiting.filter(({ life }) => life === undefined);
    this.life += 1;
  }
}
