import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, type TestContext, test } from "node:test";
import { setTimeout as passing } from "node:timers/promises";
import {
  type PatroniCluster,
  patroniLeaseMs,
  patroniObstacle,
  runOnServer,
  startPatroniCluster,
} from "@varde/testkit/postgres";
import { type SandboxProcess, spawnSandbox, unhinderedMs } from "@varde/testkit/processes";
import { atScale } from "@varde/testkit/rounds";
import { checkPromisesAt } from "./check-promises.ts";
import { PayingCrowd } from "./paying-crowd.ts";

const clientsAtOnce = 4;
/** The time that the bank may need beyond that in which the cluster itself cannot be written. */
const recoveryMsMax = 20_000;
/** It takes four minutes. */
const skip = atScale<string | false>({
  slice: "only part of npm run test:long",
  long: patroniObstacle(),
});

/** A bank whose clients pay all the time, and what they noticed. */
class PaidBank {
  readonly url: string;
  readonly sandbox: SandboxProcess;
  readonly crowd: PayingCrowd;
  #isEnding = false;
  #paying: Promise<unknown> = Promise.resolve();

  private constructor(url: string, sandbox: SandboxProcess, crowd: PayingCrowd) {
    this.url = url;
    this.sandbox = sandbox;
    this.crowd = crowd;
  }

  static async start(url: string, folder: string): Promise<PaidBank> {
    const sandbox = spawnSandbox({ VARDE_DATA: folder, DATABASE_URL: url });
    const bank = new PaidBank(
      url,
      sandbox,
      await PayingCrowd.gather(await sandbox.ready, clientsAtOnce),
    );
    bank.#paying = Promise.all(bank.crowd.clients.map((client) => bank.#pay(client)));
    // A failure is reported where the clients are waited for.
    bank.#paying.catch(() => {});
    return bank;
  }

  /** Resolves when this many more payments were approved. */
  approved(count: number): Promise<unknown> {
    return Promise.race([this.crowd.when("approved", count), this.#paying]);
  }

  /** Returns the longest time without an approved payment, from now until the work has ended. */
  async measureGap(work: () => Promise<unknown>): Promise<number> {
    let [last, longest, isDone] = [unhinderedMs(), 0, false];
    const watch = async () => {
      while (!isDone) {
        await this.approved(1);
        longest = Math.max(longest, unhinderedMs() - last);
        last = unhinderedMs();
      }
    };
    const watching = watch();
    await work();
    isDone = true;
    await watching;
    return longest;
  }

  async checkPromises(): Promise<void> {
    this.#isEnding = true;
    await this.#paying;
    while (this.crowd.ordersInDoubt.length > 0) await this.crowd.work(() => true);
    await this.crowd.untilBooked();
    assert.equal(await this.sandbox.stop(), 0);
    await checkPromisesAt({ engine: "postgres", url: this.url }, this.crowd.orders);
  }

  /** Pays until the test ends. Whenever a payment is in doubt, it is repeated after a moment. */
  async #pay(client: PayingCrowd["clients"][number]): Promise<void> {
    while (!this.#isEnding) {
      await client.work(() => this.#isEnding);
      await passing(100);
    }
  }
}

describe("F22: two banks on a Patroni cluster, under load", { skip }, () => {
  let folder = "";
  let cluster: PatroniCluster;
  let twoHosts: PaidBank;
  let behindProxy: PaidBank;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "varde-patroni-banks-"));
    cluster = await startPatroniCluster();
    await cluster.untilReplicated();
    for (const name of ["two_hosts", "behind_proxy"]) {
      await runOnServer(cluster.urlOfProxy("postgres"), `create database ${name}`);
    }
    twoHosts = await PaidBank.start(cluster.urlOfBoth("two_hosts"), join(folder, "1"));
    behindProxy = await PaidBank.start(cluster.urlOfProxy("behind_proxy"), join(folder, "2"));
  });
  after(async () => {
    for (const bank of [twoHosts, behindProxy]) await bank?.sandbox.kill();
    await cluster?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  /** Does something to the cluster, and asserts how long each bank was not paid. */
  const disturb = async (t: TestContext, msMax: number, work: () => Promise<unknown>) => {
    const banks = { "two hosts": twoHosts, haproxy: behindProxy };
    await Promise.all(Object.values(banks).map((bank) => bank.approved(20)));
    const done = work();
    const gaps = Object.entries(banks).map(async ([name, bank]) => {
      const gapMs = await bank.measureGap(async () => {
        await done;
        await bank.approved(20);
      });
      t.diagnostic(`${name}: ${(gapMs / 1_000).toFixed(1)} s without an approved payment`);
      assert.ok(gapMs <= msMax, `${name}: ${gapMs} ms`);
    });
    await Promise.all(gaps);
  };

  test("are served again within the lease and 20 s after the leader is killed", async (t) => {
    const leader = await cluster.untilReplicated();
    await disturb(t, patroniLeaseMs + recoveryMsMax, async () => {
      await cluster.kill(leader);
      await cluster.untilLeaderIsNot(leader);
    });
    await cluster.restart(leader);
    assert.notEqual(await cluster.untilReplicated(), leader, "it has joined as a replica");
  });

  test("are served again within 20 s after a planned switchover", async (t) => {
    const leader = await cluster.untilReplicated();
    await disturb(t, recoveryMsMax, async () => {
      await cluster.switchOver(leader);
      await cluster.untilLeaderIsNot(leader);
    });
    assert.notEqual(await cluster.untilReplicated(), leader);
  });

  test("continue while the replica is away, and after it has joined again", async (t) => {
    const leader = await cluster.untilReplicated();
    const replica = leader === "one" ? "two" : "one";
    await disturb(t, patroniLeaseMs + recoveryMsMax, () => cluster.kill(replica));
    await disturb(t, recoveryMsMax, async () => {
      await cluster.restart(replica);
      await cluster.untilReplicated();
    });
  });

  test("have lost no acknowledged payment and executed none twice", async (t) => {
    for (const bank of [twoHosts, behindProxy]) {
      await bank.checkPromises();
      t.diagnostic(`${bank.crowd.orders.length} payments`);
    }
  });
});
