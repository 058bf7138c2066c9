import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { sendBytes } from "@varde/testkit/tpp";
import type { Attacker } from "./attacker.ts";
import type { StallCase } from "./stall-case.ts";

/** A29: the CPU time that the main thread may spend on one request. */
const cpuMsMax = 50;
const attemptsMax = 3;
/** Requests that are measured together; if they stay below the limit, so does each of them. */
const batchSize = 16;
/** A request that takes longer is not waited for: the process is ended and started again. */
const waitMsMax = 8_000;
/** After this many faults nothing more is sent: the next ones are likely of the same kind. */
const faultsMax = 25;

interface Measured {
  readonly title: string;
  readonly cpuMs: number;
  /** 0 if the connection was closed without a response. */
  readonly status: number;
}

/** Sends requests to the attacker's bank and measures what each costs its main thread. */
export class StallMeter {
  readonly #attacker: Attacker;
  readonly #measured: Measured[] = [];
  readonly #byStatus: Record<number, number> = {};
  readonly #faults: string[] = [];
  #count = 0;

  constructor(attacker: Attacker) {
    this.#attacker = attacker;
  }

  /** Fails if a request was too expensive or got a 5xx. */
  assertNoFaults(): void {
    assert.deepEqual(this.#faults, []);
  }

  /** Reports how many requests there were, and the most expensive one that was measured alone. */
  report(t: Pick<TestContext, "diagnostic">): void {
    const [first] = this.#measured.toSorted((a, b) => b.cpuMs - a.cpuMs);
    const most = first === undefined ? "" : `; ${first.cpuMs.toFixed(1)} ms: ${first.title}`;
    t.diagnostic(`${this.#count} requests, by status ${JSON.stringify(this.#byStatus)}${most}`);
  }

  async measure(cases: Iterable<StallCase>): Promise<void> {
    let batch: StallCase[] = [];
    for (const each of cases) {
      if (this.#faults.length >= faultsMax) return;
      batch.push(each);
      if (batch.length < batchSize) continue;
      await this.#measureBatch(batch);
      batch = [];
    }
    await this.#measureBatch(batch);
  }

  async #measureBatch(batch: readonly StallCase[]): Promise<void> {
    if (batch.length === 0) return;
    const together = await this.#send(batch);
    if (together !== undefined && together.cpuMs <= cpuMsMax) {
      batch.forEach((each, at) => {
        this.#record({
          title: each.title,
          cpuMs: together.cpuMs,
          status: together.statuses[at] ?? 0,
        });
      });
    } else for (const each of batch) await this.#measureAlone(each);
  }

  async #measureAlone(each: StallCase): Promise<void> {
    const best = await this.measureBest(each);
    this.#measured.push(best);
    this.#record(best);
    if (best.cpuMs > cpuMsMax) this.#faults.push(`${best.cpuMs.toFixed(0)} ms: ${each.title}`);
  }

  /** Takes the best of three, because collections and compilations are nobody's fault. */
  async measureBest(each: StallCase, enoughMs = cpuMsMax): Promise<Measured> {
    let best = await this.#measureOnce(each);
    for (let attempt = 1; attempt < attemptsMax && best.cpuMs > enoughMs; attempt += 1) {
      const next = await this.#measureOnce(each);
      if (next.cpuMs < best.cpuMs) best = next;
    }
    return best;
  }

  async #measureOnce(each: StallCase): Promise<Measured> {
    const sent = await this.#send([each]);
    const { cpuMs, statuses } = sent ?? { cpuMs: waitMsMax, statuses: [0] };
    return { title: each.title, cpuMs, status: statuses[0] ?? 0 };
  }

  #record({ title, status }: Measured): void {
    this.#count += 1;
    this.#byStatus[status] = (this.#byStatus[status] ?? 0) + 1;
    if (status >= 500) this.#faults.push(`status ${status}: ${title}`);
  }

  /** Returns undefined if the bank did not respond in time, and then uses a new one. */
  async #send(batch: readonly StallCase[]) {
    const requests = await Promise.all(batch.map(({ format }) => format()));
    const { bank } = this.#attacker;
    const { http } = bank.addresses;
    const before = await bank.cpuMs();
    const sent = Promise.all([
      Promise.all(requests.map((bytes) => send(http, bytes))),
      send(http, Buffer.from("GET /health/live HTTP/1.1\r\nHost: bank\r\n\r\n")),
    ]);
    const ended = await Promise.race([sent, waitAtMost(waitMsMax)]);
    if (ended === undefined) {
      await bank[Symbol.asyncDispose]();
      await sent;
      await this.#attacker.startOver();
      return undefined;
    }
    const [statuses, health] = ended;
    if (health !== 200) this.#faults.push(`/health/live: ${health} during ${batch[0]?.title}`);
    return { statuses, cpuMs: (await bank.cpuMs()) - before };
  }
}

const send = (http: string, bytes: Buffer): Promise<number> =>
  sendBytes(http, bytes).then(
    ({ status }) => status,
    () => 0,
  );

const waitAtMost = (ms: number): Promise<undefined> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms).unref();
  });
