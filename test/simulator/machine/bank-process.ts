import { sign } from "node:crypto";
import type { RequestListener } from "node:http";
import {
  anchorTrust,
  type CoreBank,
  createBank,
  type Ids,
  LogWriter,
  type ResponseSigner,
  type RunningBank,
  sandboxConfiguration,
} from "@varde/bank";
import { createHttpCoreBank } from "@varde/core-bank-http";
import { createSandboxParts } from "@varde/sandbox";
import type { Storage } from "@varde/storage";
import { exchange, readResponse, type WireRequest, type WireResponse } from "./exchange.ts";
import { faultyPorts } from "./faulty-ports.ts";
import { FaultyStorage } from "./faulty-storage.ts";
import { type Host, Life } from "./life.ts";
import type { Machine } from "./machine.ts";
import { bankOwner, type PreparedBank } from "./prepared-bank.ts";

/** A process of the bank, from its start on a database until it dies. */
export class BankProcess {
  readonly life: Life;
  /** Its database without faults. */
  readonly storage: Storage;
  /** The core bank that it would be in a sandbox. */
  readonly coreBank: CoreBank;
  readonly #running: RunningBank;
  readonly #machine: Machine;
  readonly #log: HostLog;
  readonly #death = Promise.withResolvers<undefined>();

  constructor(
    life: Life,
    machine: Machine,
    parts: {
      readonly storage: Storage;
      readonly coreBank: CoreBank;
      readonly running: RunningBank;
      readonly log: HostLog;
    },
  ) {
    this.life = life;
    this.#machine = machine;
    this.storage = parts.storage;
    this.coreBank = parts.coreBank;
    this.#running = parts.running;
    this.#log = parts.log;
  }

  get host(): Host {
    return this.life.host;
  }

  /** Serves a request. Resolves to undefined if the process dies before it has responded. */
  async serve(request: WireRequest): Promise<WireResponse | undefined> {
    const serve: RequestListener = (...given) =>
      void this.#running.app.server.emit("request", ...given);
    const content = await this.run(() => exchange(serve, request));
    return content && readResponse(content);
  }

  /** Resolves to what the process does, or to undefined if it fails or the process dies first. */
  run<T>(act: (running: RunningBank) => Promise<T>): Promise<T | undefined> {
    const { time } = this.#machine;
    const result = time.runAs(this.life, () => act(this.#running).catch(() => undefined));
    return Promise.race([result, this.#death.promise]);
  }

  /** The lines that were logged and are still not written. */
  get unwrittenLines(): number {
    return this.#log.unwritten;
  }

  /** Ends the process, as kill -9 does. */
  async die(): Promise<void> {
    this.#machine.turns.endLife(this.life);
    this.#machine.time.dropTimers(this.life);
    this.#death.resolve(undefined);
    this.#log.end();
    await this.storage.close();
  }
}

/** The log of a process on a disk that may be full. */
class HostLog {
  readonly #writer: LogWriter;
  #isOver = false;
  unwritten = 0;

  constructor({ host }: Life, machine: Machine) {
    this.#writer = new LogWriter({
      pieceBytesMax: 65_536,
      write: (piece) => {
        if (this.#isOver) return piece.length;
        if (host.faults.has("has no space for its log")) {
          throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
        }
        for (const line of piece.toString("utf8").trimEnd().split("\n")) {
          this.unwritten -= 1;
          machine.log(line);
        }
        return piece.length;
      },
    });
  }

  write(line: string): void {
    this.unwritten += 1;
    this.#writer.write(line);
  }

  /** Drops what the process has not written. */
  end(): void {
    this.#isOver = true;
    this.#writer.flush();
  }
}

/** Starts a process of the bank on a database. */
export const startProcess = async (
  host: Host,
  storage: Storage,
  ids: Ids,
  { authority }: PreparedBank,
  machine: Machine,
  current: () => CoreBank,
): Promise<BankProcess> => {
  const life = new Life(host);
  const faultyStorage = new FaultyStorage(storage, machine, life);
  const parts = createSandboxParts(faultyStorage, authority, { ids, isolation: "shared" });
  const certificateTrust = anchorTrust([authority.certificate]);
  const { key, certificate } = await authority.readResponseIdentity();
  // Signs at once: no seed decides when a thread of this machine is done.
  const responseSigner: ResponseSigner = {
    sign: (bytes) => ({ signature: sign("sha256", bytes, key), certificate }),
  };
  const log = new HostLog(life, machine);
  const running = machine.time.runAs(life, () => {
    const { coreBank } = parts.ports;
    const ports = { ...parts.ports, certificateTrust, responseSigner };
    const remote = machine.clearsOnItsOwn ? connect(coreBank) : coreBank;
    return createBank({
      configuration: { ...sandboxConfiguration, ...bankOwner, trust: "anchors" },
      storage: faultyStorage,
      ports: faultyPorts({ ...ports, coreBank: remote }, machine, life, current),
      logTo: log,
    });
  });
  return new BankProcess(life, machine, {
    storage,
    coreBank: parts.ports.coreBank,
    running,
    log,
  });
};

/** Returns the core bank behind the simulated network. Prices are known without asking. */
const connect = ({ quote, convertToNokMinor }: CoreBank): CoreBank => ({
  ...createHttpCoreBank({ url: "http://127.0.0.1:1" }).coreBank,
  quote,
  convertToNokMinor,
});
