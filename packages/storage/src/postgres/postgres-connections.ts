import type { Pool } from "pg";
import { storageLimits } from "../storage-limits.ts";
import { findWritable } from "./find-writable.ts";

/**
 * The connections of a storage: to the host that accepts writes or, while none does, to one that
 * can be read.
 */
export class PostgresConnections {
  readonly #addresses: readonly string[];
  readonly #openPool: (address: string) => Pool;
  readonly #log: (line: string) => void;
  readonly #pools = new Set<Pool>();
  #address: string;
  #pool: Pool;
  #search: Promise<void> | undefined;

  constructor(parts: {
    readonly addresses: readonly string[];
    readonly address: string;
    readonly openPool: (address: string) => Pool;
    readonly log: (line: string) => void;
  }) {
    this.#addresses = parts.addresses;
    this.#openPool = parts.openPool;
    this.#log = parts.log;
    this.#address = parts.address;
    this.#pool = this.#use(parts.address);
  }

  /** The address that is in use. */
  get address(): string {
    return this.#address;
  }

  /** The connections in use, all to this address. */
  get pool(): Pool {
    return this.#pool;
  }

  /**
   * Looks for a better host after a failure at this address, and returns whether another one is in
   * use now. Callers that fail at the same time share the search.
   */
  async leave(address: string): Promise<boolean> {
    if (this.#addresses.length > 1 && this.#address === address) {
      this.#search ??= this.#find().finally(() => {
        this.#search = undefined;
      });
      await this.#search;
    }
    return this.#address !== address;
  }

  /** Replaces connections that were opened before a migration, unless that has happened already. */
  renew(pool: Pool): void {
    if (this.#pool === pool) this.#pool = this.#use(this.#address);
  }

  async end(): Promise<void> {
    await Promise.all([...this.#pools].map((pool) => pool.end()));
  }

  async #find(): Promise<void> {
    // If no host responds, the present one is tried again.
    const found = await findWritable(this.#addresses, storageLimits.postgresConnectMs).catch(
      () => this.#address,
    );
    if (found === this.#address) return;
    this.#log(`Changed to the PostgreSQL server at ${new URL(found).host}.`);
    this.#pool = this.#use(found);
  }

  /** Units that wait in the pool of another host fail there, and are then run in this one. */
  #use(address: string): Pool {
    const pool = this.#openPool(address);
    this.#pools.add(pool);
    this.#address = address;
    return pool;
  }
}
