import type { ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";

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
