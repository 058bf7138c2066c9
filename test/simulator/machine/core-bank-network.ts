import { EventEmitter } from "node:events";
import http, { type RequestListener } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import { Readable } from "node:stream";
import { type ContentToSend, exchange } from "./exchange.ts";
import type { Life } from "./life.ts";
import type { Machine } from "./machine.ts";

/** Operations whose calls and responses wait for their turns; the others are quick. */
const moneyPaths = /submit|outcomes/;

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Replaces Node's client for HTTP by a network between the processes of the bank and the core bank,
 * which loses requests, loses, delays or spoils responses, and is cut for a while. Returns the
 * function that restores it.
 */
export const installNetwork = (machine: Machine, serve: RequestListener): (() => void) => {
  const { request } = http;
  const send = (url: URL, { method = "GET", headers = {} }: http.RequestOptions) =>
    new SimulatedRequest(machine, serve, {
      method,
      path: url.pathname,
      headers: headers as Sent["headers"],
    });
  Object.assign(http, { request: send });
  syncBuiltinESMExports();
  return () => {
    Object.assign(http, { request });
    syncBuiltinESMExports();
  };
};

/** A request of a process, with what its client uses of `ClientRequest`. */
class SimulatedRequest extends EventEmitter {
  readonly reusedSocket = false;
  readonly #machine: Machine;
  readonly #serve: RequestListener;
  readonly #sent: Sent;
  readonly #life: Life | undefined;
  #isOver = false;

  constructor(machine: Machine, serve: RequestListener, sent: Sent) {
    super();
    this.#machine = machine;
    this.#serve = serve;
    this.#sent = sent;
    this.#life = machine.time.actingLife;
  }

  end(body: string): void {
    const { time } = this.#machine;
    this.#transmit(body).then(
      (content) => this.#respond(() => time.runAs(this.#life, () => this.#receive(content))),
      (error: Error) => this.#respond(() => this.emit("error", error)),
    );
  }

  destroy(error: Error): void {
    this.#respond(() => this.emit("error", error));
  }

  #respond(act: () => void): void {
    if (this.#isOver || this.#life?.isOver) return;
    this.#isOver = true;
    act();
  }

  #receive({ status, contentType, body, isCut }: Received): void {
    const parts = function* () {
      yield isCut ? body.subarray(0, body.length / 2) : body;
      if (isCut) throw Object.assign(new Error("aborted"), { code: "ECONNRESET" });
    };
    const response = Object.assign(Readable.from(parts()), {
      statusCode: status,
      headers: { "content-type": contentType },
    });
    this.emit("response", response);
  }

  /** Carries the request to the core bank, and its response back. */
  async #transmit(body: string): Promise<Received> {
    const { turns, chance, trace } = this.#machine;
    const { path } = this.#sent;
    const name = path.slice(1);
    const movesMoney = moneyPaths.test(path);
    const lose = (what: string): Error => {
      trace.note(`${name} ${what}`);
      return Object.assign(new Error("simulated failure"), { code: "ECONNRESET" });
    };
    if (movesMoney) await turns.wait("core bank", name);
    const isOrphan = this.#life?.isOver === true;
    const { faults, isBookingAway } = this.#machine;
    const failure = movesMoney ? faults.portFails : faults.portFails / 4;
    const isAway = this.#isCutOff || (movesMoney && isBookingAway);
    // A request that is on its way when its sender dies may still arrive.
    if (isOrphan && chance.happens(0.5)) throw lose("never arrives");
    if (isAway || chance.happens(failure)) throw lose("does not arrive");
    const response = await exchange(this.#serve, { ...this.#sent, body });
    if (response === undefined) throw lose("is not responded to");
    if (movesMoney) await turns.wait("core bank", `response to ${name}`, this.#life);
    const { resultLost, resultStalls, resultMalformed } = this.#machine.faults;
    if (movesMoney && chance.happens(resultStalls)) {
      trace.note(`the response to ${name} never arrives`);
      return new Promise<never>(() => {});
    }
    if (this.#isCutOff || (movesMoney && chance.happens(resultLost))) throw lose("has no response");
    if (!chance.happens(movesMoney ? resultMalformed : resultMalformed / 4)) {
      return { ...response, isCut: false };
    }
    const spoiled = this.#spoil(response);
    trace.note(`the response to ${name} is ${spoiled.fault}`);
    return spoiled;
  }

  get #isCutOff(): boolean {
    return this.#life?.host.faults.has("is cut off from the core bank") === true;
  }

  /** Returns the response as a broken core bank, or something in front of it, sends it. */
  #spoil({ status, contentType, body }: ContentToSend): Received & { readonly fault: string } {
    const { chance } = this.#machine;
    const fault = chance.pick(["HTML", "other JSON", "cut", "without a field", "empty"] as const);
    const content = { status, contentType, isCut: fault === "cut" };
    const texts = {
      HTML: "<!doctype html><title>Logged out</title>",
      "other JSON": '{"status":"UP"}',
      cut: body,
      "without a field": removeKind(body.toString("utf8")),
      empty: "",
    };
    return { ...content, fault, body: Buffer.from(texts[fault]) };
  }
}

interface Received extends ContentToSend {
  /** Whether the connection breaks within the body. */
  readonly isCut: boolean;
}

/** Renames a field that outcomes must have; without one, the response ends too early. */
const removeKind = (text: string): string =>
  text.includes('"kind"') ? text.replace('"kind"', '"sort"') : text.slice(0, -1);
