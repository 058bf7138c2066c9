import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { sendBytes } from "@varde/testkit/tpp";
import { certificateFamilies } from "../growth/certificate-families.ts";
import { listFamilies } from "../growth/growth-families.ts";
import type { Family } from "../growth/growth-meter.ts";
import { connectTo, formatEmpty } from "../pipelines.ts";
import type { Attacker } from "../stall/attacker.ts";

/** Counts of what the crowd did, by kind of connection and by status. */
export type Tally = Readonly<Record<string, number>>;

interface Shot {
  readonly address: string;
  readonly bytes: Buffer;
}

/** How many connections do what; 200 in all. */
const connections = { shapes: 100, unread: 40, slowlyRead: 30, slowlySent: 30 } as const;
const shotsMax = 200;
const pipelined = 600;
const renewalMs = 50;

/** Two hundred connections that send every hostile shape at once, until they are stopped. */
export class Crowd {
  readonly #attacker: Attacker;
  readonly #tally: Record<string, number> = {};
  readonly #shots: Shot[] = [];
  readonly #stop = new AbortController();
  readonly #done: Promise<unknown>[] = [];

  constructor(attacker: Attacker) {
    this.#attacker = attacker;
  }

  /** Starts all connections. Half of the hostile requests are ready before. */
  async start(): Promise<void> {
    const shots = this.#makeShots();
    for (let made = 0; made < shotsMax / 2; made += 1) await this.#addShot(shots);
    this.#done.push(this.#renewShots(shots));
    this.#spread(connections.shapes, () => this.#sendShape());
    this.#spread(connections.unread, (at) => this.#sendAhead(at, false));
    this.#spread(connections.slowlyRead, (at) => this.#sendAhead(at, true));
    this.#spread(connections.slowlySent, () => this.#sendSlowly());
  }

  async stop(): Promise<Tally> {
    this.#stop.abort();
    await Promise.all(this.#done);
    return this.#tally;
  }

  #spread(count: number, attack: (at: number) => Promise<void>): void {
    for (let at = 0; at < count; at += 1) this.#done.push(this.#repeat(() => attack(at)));
  }

  async #repeat(attack: () => Promise<void>): Promise<void> {
    while (!this.#stop.signal.aborted) {
      await attack().catch(() => this.#count("connections refused or reset"));
      await this.#wait(1);
    }
  }

  /** Waits, but not longer than until the end. */
  async #wait(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stop.signal }).catch(() => undefined);
  }

  #count(what: string): void {
    this.#tally[what] = (this.#tally[what] ?? 0) + 1;
  }

  async *#makeShots(): AsyncGenerator<Shot> {
    const counts = { bodies: 4, forms: 4, chunks: 2, queries: 3, headers: 6 };
    const { bank } = this.#attacker;
    const addressOf = (to: Family["to"]) =>
      to === "sandbox" ? bank.addresses.http : bank.production;
    let certificates: Iterator<Family> = certificateFamilies(this.#attacker, 1);
    for (let seed = Date.now() % 100_000; ; seed += 1) {
      const families = [...listFamilies(this.#attacker, { counts, doublings: 1, seed })];
      let next = certificates.next();
      if (next.done === true) {
        certificates = certificateFamilies(this.#attacker, 1);
        next = certificates.next();
      }
      for (const family of [...families, next.value as Family]) {
        const size = family.sizes[seed % family.sizes.length] as number;
        yield { address: addressOf(family.to), bytes: await family.format(size) };
      }
    }
  }

  async #addShot(shots: AsyncGenerator<Shot>): Promise<void> {
    const { value } = await shots.next();
    this.#shots.push(value);
    if (this.#shots.length > shotsMax) this.#shots.shift();
  }

  /** Signatures grow old: new requests replace those that were sent many times. */
  async #renewShots(shots: AsyncGenerator<Shot>): Promise<void> {
    while (!this.#stop.signal.aborted) {
      await this.#addShot(shots);
      await this.#wait(renewalMs);
    }
  }

  #pickShot(): Shot {
    return this.#shots[Math.floor(Math.random() * this.#shots.length)] as Shot;
  }

  async #sendShape(): Promise<void> {
    const { address, bytes } = this.#pickShot();
    const { status } = await sendBytes(address, bytes);
    this.#count(`shapes, status ${status}`);
  }

  #address(at: number): string {
    const { bank } = this.#attacker;
    return at % 2 === 0 ? bank.addresses.http : bank.production;
  }

  /** Sends many requests in one packet, and reads nothing, or a little now and then. */
  async #sendAhead(at: number, reads: boolean): Promise<void> {
    const pages = this.#attacker.bank.routes.filter(({ method }) => method === "GET");
    const { path } = pages[Math.floor(Math.random() * pages.length)] ?? { path: "/" };
    const target = path.replaceAll(/:\w+|\*/g, "x");
    const socket = await connectTo(this.#address(at));
    socket.pause();
    socket.write(formatEmpty({ method: "GET", path: target }).repeat(pipelined));
    const end = reads ? once(socket.resume(), "close") : once(socket, "close");
    if (reads) {
      socket.on("data", () => {
        socket.pause();
        setTimeout(() => socket.resume(), 200).unref();
      });
    }
    await Promise.race([end, this.#wait(30_000)]);
    this.#count(reads ? "pipelines read slowly" : "pipelines not read");
    socket.destroy();
  }

  /** Sends a request byte by byte, one now and then. */
  async #sendSlowly(): Promise<void> {
    const { address, bytes } = this.#pickShot();
    const socket = await connectTo(address);
    socket.resume();
    for (const byte of bytes) {
      if (this.#stop.signal.aborted || socket.destroyed) break;
      socket.write(Buffer.of(byte));
      await this.#wait(250);
    }
    this.#count("requests sent byte by byte");
    socket.destroy();
  }
}
