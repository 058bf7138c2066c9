import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { sendBytes } from "@varde/testkit/tpp";
import type { Attacker } from "../stall/attacker.ts";
import type { Usage } from "../stall/bank-process.ts";

/** Requests of one kind, which can be made of any size. */
export interface Family {
  readonly title: string;
  /** Sizes of the hostile part in bytes, smallest first. */
  readonly sizes: readonly number[];
  /** Which of the attacker's banks the requests are for. */
  readonly to: "sandbox" | "production";
  /** Returns the CPU time that a request with so many hostile bytes may take. */
  readonly cpuMsMax: (bytes: number) => number;
  readonly format: (bytes: number) => Promise<Buffer> | Buffer;
}

const attemptsMax = 5;
/** Growth counts from here on; below, fixed costs and noise are greater than what grows. */
const smallMs = 2;
const growthMax = 2.2;
const memoryPerByteMax = 4;
/** The heap grows in large steps, and collections come late; what grows with input is far above. */
const memorySlackBytes = 64 * 1024 * 1024;
/** A request that takes longer is not waited for: the process is ended and started again. */
const waitMsMax = 8_000;

interface Cost {
  readonly cpuMs: number;
  readonly memoryBytes: number;
  readonly status: number;
}

/** Doubles the requests of families and measures what they cost the bank's thread. */
export class GrowthMeter {
  readonly #attacker: Attacker;
  readonly #faults: string[] = [];
  readonly #byStatus: Record<number, number> = {};
  #count = 0;
  #most = { cpuMs: 0, title: "" };

  constructor(attacker: Attacker) {
    this.#attacker = attacker;
  }

  assertNoFaults(): void {
    assert.deepEqual(this.#faults, []);
  }

  report(t: Pick<TestContext, "diagnostic">): void {
    const { cpuMs, title } = this.#most;
    t.diagnostic(
      `${this.#count} requests, by status ${JSON.stringify(this.#byStatus)}; ` +
        `${cpuMs.toFixed(1)} ms: ${title}`,
    );
  }

  async measure(families: Iterable<Family>): Promise<void> {
    for (const family of families) await this.#double(family);
  }

  /** Stops at the first fault, because the next size would only take longer. */
  async #double(family: Family): Promise<void> {
    let before: { readonly bytes: number; cpuMs: number } | undefined;
    let isTooLarge = false;
    for (const bytes of family.sizes) {
      // Above the limit of a place, only the largest is of interest.
      if (isTooLarge && bytes !== family.sizes.at(-1)) continue;
      const allowedMs = () =>
        Math.min(family.cpuMsMax(bytes), before === undefined ? Infinity : grown(before, bytes));
      let cost = await this.#send(family, bytes);
      for (let attempt = 1; attempt < attemptsMax && cost.cpuMs > allowedMs(); attempt += 1) {
        if (before !== undefined) {
          // The smaller one again, too: it may have been measured in a better moment.
          const again = await this.#send(family, before.bytes);
          before.cpuMs = Math.max(before.cpuMs, again.cpuMs);
        }
        const next = await this.#send(family, bytes);
        if (next.cpuMs < cost.cpuMs) cost = { ...next, memoryBytes: cost.memoryBytes };
        if (next.status === 0) break;
      }
      const title = `${family.title}, ${bytes} bytes, to ${family.to}`;
      if (cost.cpuMs > this.#most.cpuMs) this.#most = { cpuMs: cost.cpuMs, title };
      const fault = describeFault(cost, bytes, allowedMs());
      if (fault !== undefined) {
        this.#faults.push(`${title}: ${fault}`);
        return;
      }
      before = { bytes, cpuMs: cost.cpuMs };
      isTooLarge = cost.status === 413 || cost.status === 431;
    }
  }

  /** Sends one request. If the bank does not respond in time, the next one uses a new bank. */
  async #send(family: Family, bytes: number): Promise<Cost> {
    const request = await family.format(bytes);
    const { bank } = this.#attacker;
    const address = family.to === "sandbox" ? bank.addresses.http : bank.production;
    const before = await bank.usage();
    const sent = sendBytes(address, request).then(
      ({ status }) => status,
      () => 0,
    );
    const ended = await Promise.race([
      sent.then(async (status) => ({ status, after: await bank.usage() })),
      waitAtMost(waitMsMax),
    ]);
    if (ended === undefined) {
      await bank[Symbol.asyncDispose]();
      await sent;
      await this.#attacker.startOver();
      return { cpuMs: waitMsMax, memoryBytes: 0, status: 0 };
    }
    const { status, after } = ended;
    this.#count += 1;
    this.#byStatus[status] = (this.#byStatus[status] ?? 0) + 1;
    return { status, ...difference(before, after) };
  }
}

const grown = (before: { readonly bytes: number; readonly cpuMs: number }, bytes: number) =>
  growthMax ** Math.log2(bytes / before.bytes) * Math.max(before.cpuMs, smallMs);

const describeFault = (cost: Cost, bytes: number, allowedMs: number): string | undefined => {
  const { cpuMs, memoryBytes, status } = cost;
  if (cpuMs > allowedMs) {
    return `${cpuMs.toFixed(1)} ms of CPU time, ${allowedMs.toFixed(1)} are allowed`;
  }
  if (memoryBytes > memoryPerByteMax * bytes + memorySlackBytes) {
    return `${Math.round(memoryBytes / 1024 / 1024)} MB of memory`;
  }
  return status >= 500 ? `status ${status}` : undefined;
};

const difference = (before: Usage, after: Usage) => ({
  cpuMs: after.cpuMs - before.cpuMs,
  memoryBytes: after.peakBytes - before.peakBytes,
});

const waitAtMost = (ms: number): Promise<undefined> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms).unref();
  });
