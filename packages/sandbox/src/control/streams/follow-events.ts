import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { endOfEvents, type LoggedEvent, listEventsAfter, type WorldId } from "@varde/bank";
import type { ControlledSandbox } from "../world/controlled-sandbox.ts";
import { createEventWriter, formatEvent } from "./event-writer.ts";
import type { OpenStream } from "./open-streams.ts";

const pollMs = 200;

/**
 * Streams the event log and the requests of a world. Waits while the client is behind, so that it
 * receives every event.
 */
export const followEvents = async (
  stream: OpenStream,
  worldId: WorldId,
  sandbox: ControlledSandbox,
): Promise<void> => {
  const { raw, signal, announce } = stream;
  followRequests(stream, worldId, sandbox);
  for await (const events of readNewEvents(sandbox, pollMs, { signal, onStart: announce })) {
    for (const { place: _place, worldId: of, ...event } of events) {
      const shown = { ...event, at: new Date(event.at).toISOString() };
      if (of === worldId) raw.write(formatEvent("event", JSON.stringify(shown)));
    }
    if (raw.writableNeedDrain) await once(raw, "drain", { signal });
  }
};

/** Streams the requests of a world, or of all worlds. */
export const followRequests = (
  { raw, signal }: OpenStream,
  worldId: WorldId | undefined,
  { requestLog }: Pick<ControlledSandbox, "requestLog">,
): void => {
  const write = createEventWriter(raw);
  const stop = requestLog.follow(worldId, (request) =>
    write(() => formatEvent("request", request.exchangeJson())),
  );
  signal.addEventListener("abort", stop);
};

const eventsPerTurn = 500;
/** Events read again on each poll, because units may commit in another order than their ids. */
const overlapEvents = 200;

/** Yields the events of all worlds that are logged after `onStart` is called. */
async function* readNewEvents(
  { storage, bank }: Pick<ControlledSandbox, "storage" | "bank">,
  pollMs: number,
  { signal, onStart }: { readonly signal: AbortSignal; onStart(): void },
): AsyncGenerator<readonly LoggedEvent[]> {
  const cursor = createEventCursor(await endOfEvents(storage, bank.ids));
  onStart();
  while (!signal.aborted) {
    const found = await listEventsAfter(storage, cursor.from(), eventsPerTurn);
    const unseen = cursor.unseen(found);
    if (unseen.length > 0) yield unseen;
    if (found.length < eventsPerTurn) await setTimeout(pollMs, undefined, { signal, ref: false });
  }
}

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
