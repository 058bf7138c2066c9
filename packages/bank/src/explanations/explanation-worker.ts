import { once } from "node:events";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { RequestExplanation, SentRequest } from "@varde/protocol";

/** A request to explain. */
export interface ExplanationTask {
  readonly request: SentRequest;
  readonly arrivedMs: number;
}

const explainMsMax = 60_000;

/** Explains requests one after the other on a thread, which starts with the first one. */
export class ExplanationWorker {
  #worker: Promise<Worker> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  explain(request: SentRequest, arrivedMs: number): Promise<RequestExplanation> {
    const explained = this.#last.then(() => this.#run({ request, arrivedMs }));
    this.#last = explained.catch(() => undefined);
    return explained;
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
  const worker = new Worker(new URL(`./thread/main${extname(import.meta.url)}`, import.meta.url));
  worker.unref();
  await once(worker, "message");
  return worker;
};
