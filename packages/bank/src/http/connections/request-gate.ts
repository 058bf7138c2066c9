import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { findRawHeader } from "../../request/request-headers.ts";
import { ChunkedBody, CountedBody } from "./chunked-body.ts";
import { HeadSearch } from "./head-search.ts";

/** The state of a connection that its gate depends on. */
interface GatedConnection {
  /** The last request that was parsed. */
  readonly lastRequest: IncomingMessage | undefined;
  /** Whether a request has arrived whole and its response has not been taken. */
  readonly isServing: boolean;
  /** Whether it is closed after the response that is due. */
  readonly isEnding: boolean;
}

interface GateParts {
  readonly connection: GatedConnection;
  /** Called when the number of bytes changes that wait behind a request. */
  onHeld(bytes: number): void;
  /** Called when a body comes in too many chunks. */
  onTooManyChunks(): void;
}

type Parse = (piece: Buffer) => void;

/**
 * LIM-33: lets a connection have one request at a time. The parser receives the next one when the
 * response before it has been taken. `node:http` parses every request of a piece at once, so the
 * gate stands before the parser: it takes the listener of `data` from the socket, and calls it with
 * the bytes up to the end of a head or of a body. Where the parser finds another end, it decides.
 */
export class RequestGate {
  readonly #socket: Socket;
  readonly #connection: GatedConnection;
  readonly #onHeld: GateParts["onHeld"];
  readonly #onTooManyChunks: GateParts["onTooManyChunks"];
  readonly #parse: Parse;
  readonly #head = new HeadSearch();
  #body: CountedBody | ChunkedBody | undefined;
  #held: readonly Buffer[] = [];
  #isStopped = false;
  #isContinuing = false;

  constructor(socket: Socket, { connection, onHeld, onTooManyChunks }: GateParts) {
    this.#socket = socket;
    this.#connection = connection;
    this.#onHeld = onHeld;
    this.#onTooManyChunks = onTooManyChunks;
    const [parse] = socket.listeners("data");
    this.#parse = parse as Parse;
    socket.removeAllListeners("data");
    // This also stops the parser from reading the handle by itself.
    socket.on("data", (piece: Buffer) => this.#take(piece));
  }

  /**
   * Continues when a response has been taken, or became the last one, after connections that have
   * waited longer.
   */
  continueSoon(): void {
    if (this.#held.length === 0 || this.#isContinuing) return;
    this.#isContinuing = true;
    setImmediate(() => {
      this.#isContinuing = false;
      this.#continue();
    });
  }

  /** Drops what is held and everything that arrives from now on. */
  stop(): void {
    this.#isStopped = true;
    this.#hold([]);
    this.#socket.resume();
  }

  #take(piece: Buffer): void {
    const rest = this.#held.length > 0 ? piece : this.#pass(piece);
    if (rest === undefined) return;
    this.#socket.pause();
    this.#hold([...this.#held, rest]);
  }

  #continue(): void {
    for (const [at, piece] of this.#held.entries()) {
      const rest = this.#pass(piece);
      if (rest === undefined) continue;
      this.#hold([rest, ...this.#held.slice(at + 1)]);
      return;
    }
    this.#hold([]);
    this.#socket.resume();
  }

  #hold(pieces: readonly Buffer[]): void {
    this.#held = this.#isStopped ? [] : pieces;
    this.#onHeld(this.#held.reduce((sum, { length }) => sum + length, 0));
  }

  /** Parses as much of a piece as may be parsed now. Returns the rest. */
  #pass(piece: Buffer): Buffer | undefined {
    let at = 0;
    while (at < piece.length && !this.#isStopped && this.#socket.writable) {
      const body = this.#body;
      if (body === undefined && this.#connection.isServing) {
        // Unread bytes would reset the connection when it is closed, and cut off the response.
        return this.#connection.isEnding ? undefined : piece.subarray(at);
      }
      const end = (body ?? this.#head).find(piece, at);
      if (end === undefined) {
        this.#onTooManyChunks();
        return undefined;
      }
      const { lastRequest } = this.#connection;
      this.#parse(at === 0 && end === piece.length ? piece : piece.subarray(at, end));
      at = end;
      if (body?.isOver) this.#body = undefined;
      else if (lastRequest !== this.#connection.lastRequest) this.#body = this.#expectBody();
    }
    return undefined;
  }

  /** Returns how to find the end of the body of the request whose head was parsed. */
  #expectBody(): CountedBody | ChunkedBody | undefined {
    const { lastRequest } = this.#connection;
    if (lastRequest === undefined || lastRequest.complete) return undefined;
    const length = findRawHeader(lastRequest.rawHeaders, "content-length");
    return length === "" ? new ChunkedBody() : new CountedBody(Number(length));
  }
}
