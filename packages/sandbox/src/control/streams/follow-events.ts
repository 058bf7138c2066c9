import { once } from "node:events";
import type { WorldId } from "@varde/bank";
import type { ControlledSandbox } from "../world/controlled-sandbox.ts";
import { formatEvent } from "./event-writer.ts";
import { followRequests } from "./follow-requests.ts";
import type { OpenStream } from "./open-stream.ts";
import { readNewEvents } from "./read-new-events.ts";

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
