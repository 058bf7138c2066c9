import type { FastifyReply, FastifyRequest } from "fastify";
import { requestSender } from "./request-sender.ts";
import type { ControlledSandbox } from "./world/controlled-sandbox.ts";

/** Streams the requests of all worlds as server-sent events. */
export const followRequests = (
  request: FastifyRequest,
  reply: FastifyReply,
  { requestLog }: Pick<ControlledSandbox, "requestLog">,
): FastifyReply => {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  raw.write(": following\n\n");
  request.raw.socket.once("close", requestLog.follow(undefined, requestSender(raw)));
  return reply;
};
