import type { DatabaseSync, StatementSync } from "node:sqlite";

/**
 * The reads of one turn share a transaction: to take and leave SQLite's locks costs as much as most
 * reads do. It ends when the turn has, or before a batch writes.
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

  /** A read that met a fault may have ended the transaction already. */
  readonly end = (): void => {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    if (this.#database.isOpen && this.#database.isTransaction) this.#commit.run();
  };
}
