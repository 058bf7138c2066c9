import { setTimeout } from "node:timers/promises";
import { endOfEvents, findNewestEvent, type WorldId } from "@varde/bank";
import type { ControlledSandbox } from "../world/controlled-sandbox.ts";
import { createEventWriter, formatEvent } from "./event-writer.ts";
import type { OpenStream } from "./open-streams.ts";

const pollMs = 500;
/** More lines than anyone can read; formatting all would cost a busy bank several per cent. */
const shown = { atOnce: 250, perSecond: 100 };

/**
 * Streams what a screen shows at a glance: a line per request, first those that are stored, and
 * whether something in the world has changed or a TPP was added. It may be open all day, so a
 * request is formatted once for all clients, without its headers and bodies, and events are not
 * read.
 */
export const followSummaries = async (
  { raw, signal, announce }: OpenStream,
  worldId: WorldId | undefined,
  sandbox: ControlledSandbox,
): Promise<void> => {
  const { requestLog, storage, bank, storedTpps } = sandbox;
  const countTpps = async () => `${await sandbox.countWorlds()} ${storedTpps.countNew()}`;
  const write = createEventWriter(raw, shown);
  let place = await endOfEvents(storage, bank.ids);
  let tpps = await countTpps();
  announce();
  const stored = requestLog.listSummaries(worldId);
  raw.write(stored.map((summary) => formatEvent("summary", summary)).join(""));
  const stop = requestLog.follow(worldId, (request) =>
    write(() => formatEvent("summary", request.summaryJson())),
  );
  signal.addEventListener("abort", stop);
  // A unit may commit after another with a later place, so a change is reported twice.
  let wasChanged = false;
  while (!signal.aborted) {
    const newest = await findNewestEvent(storage, place, worldId);
    const isChanged = newest !== undefined;
    if ((isChanged || wasChanged) && !raw.writableNeedDrain) {
      raw.write(formatEvent("changed", "{}"));
    }
    place = newest ?? place;
    wasChanged = isChanged;
    const tppsNow = await countTpps();
    if (tppsNow !== tpps && !raw.writableNeedDrain) {
      tpps = tppsNow;
      raw.write(formatEvent("worlds", "{}"));
    }
    await setTimeout(pollMs, undefined, { signal, ref: false });
  }
};
