import { sign } from "node:crypto";
import type { Server } from "node:http";
import {
  anchorTrust,
  type CoreBank,
  createBank,
  type Ids,
  openBankStorage,
  type ResponseSigner,
  type RunningBank,
  sandboxConfiguration,
} from "@varde/bank";
import { createLedger, defaultFeeTable, defaultRateTable, type Ledger } from "@varde/ledger";
import { createSandboxParts, everyMigration } from "@varde/sandbox";
import type { Storage } from "@varde/storage";
import { exchange, type WireRequest, type WireResponse } from "./exchange.ts";
import { faultyPorts } from "./faulty-ports.ts";
import { FaultyStorage } from "./faulty-storage.ts";
import type { Machine } from "./machine.ts";
import { bankOwner, type PreparedBank } from "./prepared-bank.ts";

/** A process of the bank, from its start on a database until it crashes. */
export class BankProcess {
  /** The database and the ledger without faults, for the invariants. */
  readonly storage: Storage;
  readonly books: Ledger;
  /** The core bank without faults in between. */
  readonly coreBank: CoreBank;
  readonly running: RunningBank;
  readonly #death = Promise.withResolvers<undefined>();

  constructor(storage: Storage, ids: Ids, coreBank: CoreBank, running: RunningBank) {
    this.storage = storage;
    this.books = createLedger({ storage, ids, fees: defaultFeeTable, rates: defaultRateTable });
    this.coreBank = coreBank;
    this.running = running;
  }

  /** Serves a request. Resolves to undefined if the process dies before it has responded. */
  serve(request: WireRequest): Promise<WireResponse | undefined> {
    return this.survive(exchange(this.running.app.server as Server, request));
  }

  /** Resolves as the promise does, or to undefined if the process dies first. */
  survive<T>(promise: Promise<T>): Promise<T | undefined> {
    return Promise.race([promise, this.#death.promise]);
  }

  /** Ends the process. Only the database is left, whose image is returned. */
  async die(): Promise<Uint8Array> {
    const image = this.storage.image?.();
    this.#death.resolve(undefined);
    await this.storage.close();
    if (image === undefined) throw new Error("This Node cannot copy a database in memory.");
    return image;
  }
}

/** Starts the bank on a copy of a database. */
export const startProcess = async (
  image: Uint8Array,
  ids: Ids,
  { authority }: PreparedBank,
  machine: Machine,
  current: () => CoreBank,
): Promise<BankProcess> => {
  const location = { engine: "sqlite", memory: true, image } as const;
  const storage = await openBankStorage({ location, migrations: everyMigration }, bankOwner);
  const { life } = machine.turns;
  const faultyStorage = new FaultyStorage(storage, machine, life);
  const parts = createSandboxParts(faultyStorage, authority, { ids, isolation: "shared" });
  const certificateTrust = anchorTrust([authority.certificate]);
  const { key, certificate } = await authority.readResponseIdentity();
  // Signs at once: no seed decides when a thread of this machine is done.
  const responseSigner: ResponseSigner = {
    sign: (bytes) => ({ signature: sign("sha256", bytes, key), certificate }),
  };
  const ports = { ...parts.ports, certificateTrust, responseSigner };
  const running = createBank({
    configuration: {
      ...sandboxConfiguration,
      ...bankOwner,
      trust: "anchors",
    },
    storage: faultyStorage,
    ports: faultyPorts(ports, machine, life, current),
    logTo: { write: (line) => machine.log(line) },
  });
  return new BankProcess(storage, ids, parts.ports.coreBank, running);
};
