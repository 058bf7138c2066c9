import type { WorldId } from "@varde/bank";
import type { ControlledSandbox } from "../world/controlled-sandbox.ts";
import { createEventWriter, formatEvent } from "./event-writer.ts";
import type { OpenStream } from "./open-stream.ts";

/** Streams the requests of a world, or of all worlds. */
export const followRequests = (
  { raw, signal }: OpenStream,
  worldId: WorldId | undefined,
  { requestLog }: Pick<ControlledSandbox, "requestLog">,
): void => {
  const write = createEventWriter(raw);
  const stop = requestLog.follow(worldId, (request) =>
    write(formatEvent("request", request.exchangeJson())),
  );
  signal.addEventListener("abort", stop);
};
