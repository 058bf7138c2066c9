import { setTimeout } from "node:timers/promises";
import { endOfEvents, type LoggedEvent, listEventsAfter } from "@varde/bank";
import type { ControlledSandbox } from "../world/controlled-sandbox.ts";

const eventsPerTurn = 500;
/** Events read again on each poll, because units may commit in another order than their ids. */
const overlapEvents = 200;

/** Yields the events of all worlds that are logged after `onStart` is called. */
export async function* readNewEvents(
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
