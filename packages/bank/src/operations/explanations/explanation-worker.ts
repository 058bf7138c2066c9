import { once } from "node:events";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { RequestExplanation, SentRequest } from "@varde/protocol";

/** A request to explain. */
export interface ExplanationTask {
  /** Only a sandbox explains. */
  readonly mode: "sandbox";
  readonly request: SentRequest;
  readonly arrivedMs: number;
}

const explainMsMax = 30_000;
const waitingPerRequesterMax = 20;
const waitingMax = 100;

/** Says that too many explanations are waiting. */
export const explanationsBusy =
  `Too many explanations are waiting: at most ${waitingMax}, and ${waitingPerRequesterMax} of ` +
  "one address. Open it again shortly.";

interface Waiting extends ExplanationTask {
  readonly resolve: (explanation: Promise<RequestExplanation>) => void;
}

/**
 * Explains requests one after the other on a thread, which starts with the first one. Requesters
 * take turns, and of each the smallest request is explained first, so that nobody waits for the
 * large ones that somebody else has asked for.
 */
export class ExplanationWorker {
  #worker: Promise<Worker> | undefined;
  /** By requester, in the order of their turns. */
  readonly #waiting = new Map<string, Waiting[]>();
  #isRunning = false;

  /** Returns "busy" if too many are waiting. */
  explain(task: ExplanationTask, requester: string): Promise<RequestExplanation> | "busy" {
    const own = this.#waiting.get(requester) ?? [];
    const count = [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0);
    if (own.length >= waitingPerRequesterMax || count >= waitingMax) return "busy";
    const { promise, resolve } = Promise.withResolvers<RequestExplanation>();
    this.#waiting.set(requester, [...own, { ...task, resolve }]);
    if (!this.#isRunning) this.#runAll();
    return promise;
  }

  /** Ends the thread. The next request starts another one. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.then(
      (started) => started.terminate(),
      () => undefined,
    );
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    for (let next = this.#takeNext(); next !== undefined; next = this.#takeNext()) {
      const { resolve, ...task } = next;
      const explained = this.#run(task);
      resolve(explained);
      await explained.catch(() => undefined);
    }
    this.#isRunning = false;
  }

  /** Takes the smallest request of the next requester, who then goes to the end of the line. */
  #takeNext(): Waiting | undefined {
    const [turn] = this.#waiting;
    if (turn === undefined) return undefined;
    const [requester, waiting] = turn;
    const [next, ...rest] = waiting.toSorted(
      (one, other) => one.request.body.length - other.request.body.length,
    );
    this.#waiting.delete(requester);
    if (rest.length > 0) this.#waiting.set(requester, rest);
    return next;
  }

  async #run(task: ExplanationTask): Promise<RequestExplanation> {
    this.#worker ??= startWorker();
    try {
      const worker = await this.#worker;
      worker.postMessage(task);
      const [explanation] = await once(worker, "message", {
        signal: AbortSignal.timeout(explainMsMax),
      });
      return explanation;
    } catch (error) {
      await this.close();
      throw error;
    }
  }
}

/**
 * Starts the thread from TypeScript or, in an installed package, from JavaScript. Resolves when it
 * is ready, so that its start, which may be slow on a busy machine, does not count as explaining.
 */
const startWorker = async (): Promise<Worker> => {
  const worker = new Worker(
    new URL(`./explanation-thread${extname(import.meta.url)}`, import.meta.url),
  );
  worker.unref();
  await once(worker, "message");
  return worker;
};
