import type { DatabaseSync, StatementSync } from "node:sqlite";

/**
 * Shares one transaction between the reads of a turn of the event loop: to take and release
 * SQLite's locks costs as much as most reads. It ends with the turn, or before a batch writes.
 */
export class SharedReading {
  readonly #database: DatabaseSync;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  #isOpen = false;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#begin = database.prepare("begin");
    this.#commit = database.prepare("commit");
  }

  readonly begin = (): void => {
    if (this.#isOpen) return;
    this.#begin.run();
    this.#isOpen = true;
    setImmediate(this.end);
  };

  /** A read that failed may have ended the transaction already. */
  readonly end = (): void => {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    if (this.#database.isOpen && this.#database.isTransaction) this.#commit.run();
  };
}
