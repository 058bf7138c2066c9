import type { WorldId } from "@varde/bank";
import type { ControlledSandbox } from "../world/controlled-sandbox.ts";
import { createEventWriter, formatEvent } from "./event-writer.ts";
import type { OpenStream } from "./open-stream.ts";
import { readNewEvents } from "./read-new-events.ts";

const pollMs = 500;

/**
 * Streams what a screen shows at a glance: a line per request, first those that are stored, and
 * whether something in the world has changed. It costs the bank little, because it may be open all
 * day: a request is formatted once for all clients, without its headers and bodies.
 */
export const followSummaries = async (
  { raw, signal, announce }: OpenStream,
  worldId: WorldId | undefined,
  sandbox: ControlledSandbox,
): Promise<void> => {
  const { requestLog } = sandbox;
  const write = createEventWriter(raw);
  const start = () => {
    announce();
    for (const summary of requestLog.listSummaries(worldId)) write(formatEvent("summary", summary));
    const stop = requestLog.follow(worldId, (request) =>
      write(formatEvent("summary", request.summaryJson())),
    );
    signal.addEventListener("abort", stop);
  };
  for await (const events of readNewEvents(sandbox, pollMs, { signal, onStart: start })) {
    const isChanged = events.some((event) => worldId === undefined || event.worldId === worldId);
    if (isChanged && !raw.writableNeedDrain) raw.write(formatEvent("changed", "{}"));
  }
};
