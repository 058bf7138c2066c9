import type { ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ControlRefused } from "../../control-refused.ts";

/** A response of server-sent events; the signal aborts when the client is gone. */
export interface OpenStream {
  readonly raw: ServerResponse;
  readonly signal: AbortSignal;
  /** Tells the client that it receives everything from now on. */
  announce(): void;
}

/** Takes over the response to a request, to send server-sent events. */
export const openStream = (request: FastifyRequest, reply: FastifyReply): OpenStream => {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    "content-type": "text/event-stream",
    "cache-control": "no-store",
    connection: "keep-alive",
  });
  const gone = new AbortController();
  request.raw.socket.once("close", () => gone.abort());
  return { raw, signal: gone.signal, announce: () => void raw.write(": following\n\n") };
};

/** The open event streams. Every request is sent on each of them, so their number has a limit. */
export class OpenStreams {
  readonly #addressByStream = new Map<ServerResponse, string>();
  readonly #max: number;
  readonly #addressMax: number;

  /** Allows one address half of the streams, so that there is always room for others. */
  constructor(max: number) {
    this.#max = max;
    this.#addressMax = Math.ceil(max / 2);
  }

  /** Counts a stream until it is closed; refuses one too many. */
  add(address: string, stream: ServerResponse): void {
    const addresses = [...this.#addressByStream.values()];
    const ofAddress = addresses.filter((one) => one === address).length;
    if (addresses.length >= this.#max || ofAddress >= this.#addressMax) {
      throw new ControlRefused(
        `${addresses.length} event streams are open, ${ofAddress} of them from your address; ` +
          `there may be ${this.#max}, and ${this.#addressMax} from one address. Close some, or ` +
          "raise eventStreams of the setting sandboxLimits",
        503,
      );
    }
    this.#addressByStream.set(stream, address);
    stream.once("close", () => this.#addressByStream.delete(stream));
  }

  /** Ends every stream and its connection. */
  end(): void {
    for (const stream of this.#addressByStream.keys()) stream.end(() => stream.socket?.destroy());
  }
}
