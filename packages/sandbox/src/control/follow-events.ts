import { endOfEvents, listEventsAfter } from "@varde/bank";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ControlledSandbox } from "./controlled-sandbox.ts";

const pollMs = 200;
const eventsPerTurn = 500;
/** Two units may commit in another order than their ids; so far back is looked again. */
const overlapEvents = 200;

/** Server-sent events: each line of the event log, and each request as it is answered. */
export const followEvents = async (
  worldId: string,
  request: FastifyRequest,
  reply: FastifyReply,
  { storage, requestLog }: ControlledSandbox,
): Promise<FastifyReply> => {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    "content-type": "text/event-stream",
    "cache-control": "no-store",
    connection: "keep-alive",
  });
  const send = (event: string, data: object) => {
    raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  const walk = eventWalk(await endOfEvents(storage));
  raw.write(": following\n\n");
  const stopRequests = requestLog.follow(worldId, (exchange) => send("request", exchange));
  let isLooking = false;
  const timer = setInterval(async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      const found = await listEventsAfter(storage, worldId, walk.from(), eventsPerTurn);
      for (const { place: _place, ...event } of walk.unseen(found)) {
        send("event", { ...event, at: new Date(event.at).toISOString() });
      }
    } catch {
      raw.end();
    } finally {
      isLooking = false;
    }
  }, pollMs);
  timer.unref();
  request.raw.socket.once("close", () => {
    clearInterval(timer);
    stopRequests();
  });
  return reply;
};

/** Where a walk along the log has come to; the last stretch is walked twice and told once. */
const eventWalk = (start: string) => {
  let walked: { readonly place: string; readonly eventId: string }[] = [];
  return {
    from: () => walked.at(-overlapEvents)?.place ?? start,
    unseen: <E extends { readonly place: string; readonly eventId: string }>(
      found: readonly E[],
    ): readonly E[] => {
      const known = new Set(walked.map(({ eventId }) => eventId));
      const unseen = found.filter(({ eventId }) => !known.has(eventId));
      const more = unseen.map(({ place, eventId }) => ({ place, eventId }));
      walked = [...walked, ...more].slice(-2 * overlapEvents);
      return unseen;
    },
  };
};
