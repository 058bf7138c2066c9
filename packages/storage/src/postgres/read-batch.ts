import { StorageUnavailable } from "../storage.ts";
import { storageLimits } from "../storage-limits.ts";
import type { Statement } from "../units/sql.ts";
import type { StatementResult } from "../units/unit.ts";
import { isCancelled } from "./postgres-fault.ts";

type Results = readonly StatementResult[];

interface WaitingList {
  readonly statements: readonly Statement[];
  readonly resolve: (results: Results) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Sends the lists of statements that reading units yield in one turn of the event loop together, so
 * that concurrent requests share a connection and its round trip. A statement that fails does not
 * affect the other lists.
 */
export class ReadBatch {
  readonly #send: (statements: readonly Statement[]) => Promise<Results>;
  #waiting: WaitingList[] = [];

  constructor(send: (statements: readonly Statement[]) => Promise<Results>) {
    this.#send = send;
  }

  run(statements: readonly Statement[]): Promise<Results> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(this.#flush);
      this.#waiting.push({ statements, resolve, reject });
    });
  }

  readonly #flush = (): void => {
    const waiting = this.#waiting;
    this.#waiting = [];
    const size = storageLimits.postgresReadsTogether;
    for (let from = 0; from < waiting.length; from += size) {
      void this.#sendTogether(waiting.slice(from, from + size));
    }
  };

  async #sendTogether(lists: readonly WaitingList[]): Promise<void> {
    try {
      const results = await this.#send(lists.flatMap(({ statements }) => statements));
      let from = 0;
      for (const { statements, resolve } of lists) {
        resolve(results.slice(from, from + statements.length));
        from += statements.length;
      }
    } catch (error) {
      const isOfOne = !(error instanceof StorageUnavailable) || isCancelled(error.cause);
      if (isOfOne && lists.length > 1) for (const list of lists) void this.#sendTogether([list]);
      else for (const { reject } of lists) reject(error);
    }
  }
}
