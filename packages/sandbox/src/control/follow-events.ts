import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setTimeout } from "node:timers/promises";
import { endOfEvents, type LoggedEvent, listEventsAfter, type WorldId } from "@varde/bank";
import type { FastifyReply, FastifyRequest } from "fastify";
import { requestSender, sendEvent } from "./request-sender.ts";
import type { ControlledSandbox } from "./world/controlled-sandbox.ts";

const pollMs = 200;
const eventsPerTurn = 500;
/** Events read again on each poll, because units may commit in another order than their ids. */
const overlapEvents = 200;

/** Streams the event log and the requests of a world as server-sent events. */
export const followEvents = async (
  worldId: WorldId,
  request: FastifyRequest,
  reply: FastifyReply,
  sandbox: ControlledSandbox,
): Promise<FastifyReply> => {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    "content-type": "text/event-stream",
    "cache-control": "no-store",
    connection: "keep-alive",
  });
  const cursor = createEventCursor(await endOfEvents(sandbox.storage, sandbox.bank.ids));
  raw.write(": following\n\n");
  const gone = new AbortController();
  const stopRequests = sandbox.requestLog.follow(worldId, requestSender(raw));
  request.raw.socket.once("close", () => {
    stopRequests();
    gone.abort();
  });
  sendEvents(worldId, raw, cursor, gone.signal, sandbox).catch(() => raw.end());
  return reply;
};

/** Sends new events; waits while the client is behind, so that it receives all of them. */
const sendEvents = async (
  worldId: WorldId,
  raw: ServerResponse,
  cursor: EventCursor,
  signal: AbortSignal,
  { storage }: ControlledSandbox,
): Promise<void> => {
  while (!signal.aborted) {
    const found = await listEventsAfter(storage, cursor.from(), eventsPerTurn);
    for (const { place: _place, worldId: of, ...event } of cursor.unseen(found)) {
      if (of === worldId)
        sendEvent(raw, "event", { ...event, at: new Date(event.at).toISOString() });
    }
    if (raw.writableNeedDrain) await once(raw, "drain", { signal });
    if (found.length < eventsPerTurn) await setTimeout(pollMs, undefined, { signal, ref: false });
  }
};

type EventCursor = ReturnType<typeof createEventCursor>;

/** Position in the event log. The last events are read again but returned only once. */
const createEventCursor = (start: string) => {
  let recent: { readonly place: string; readonly eventId: string }[] = [];
  return {
    from: () => recent.at(-overlapEvents)?.place ?? start,
    unseen: (found: readonly LoggedEvent[]): readonly LoggedEvent[] => {
      const known = new Set(recent.map(({ eventId }) => eventId));
      const unseen = found.filter(({ eventId }) => !known.has(eventId));
      const more = unseen.map(({ place, eventId }) => ({ place, eventId }));
      recent = [...recent, ...more].slice(-2 * overlapEvents);
      return unseen;
    },
  };
};
