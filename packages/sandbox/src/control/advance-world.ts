import { Temporal } from "@varde/bank";
import { type Parsed, parsed, unparsable } from "@varde/protocol";
import type { ControlledSandbox } from "./controlled-sandbox.ts";

/** How a world's clock stands, for people. */
export interface ClockState {
  readonly now: string;
  readonly motion: "running" | "fixed";
  /** How far it is ahead of the machine's clock while it runs. */
  readonly aheadMs: number;
  /** How often it has been set back. */
  readonly epoch: number;
}

const advanceMsMax = 3 * 366 * 86_400_000;

/** Milliseconds, or an ISO 8601 duration of days, hours, minutes and seconds; months are Oslo's. */
export const parseDuration = (by: number | string, fromMs: number): Parsed<number> => {
  if (typeof by === "number") return limited(by);
  try {
    const start = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO("Europe/Oslo");
    const end = start.add(Temporal.Duration.from(by));
    return limited(end.epochMilliseconds - start.epochMilliseconds);
  } catch {
    return unparsable(`${by} is no duration; write it like P1D or PT90M`);
  }
};

const limited = (ms: number): Parsed<number> =>
  Number.isSafeInteger(ms) && ms >= 0 && ms <= advanceMsMax
    ? parsed(ms)
    : unparsable("time goes forward, by three years at most");

export const readClockState = async (
  { clock }: Pick<ControlledSandbox, "clock">,
  worldId: string,
): Promise<ClockState> => {
  const { nowMs, isFixed, offsetMs, epoch } = await clock.readClock(worldId);
  return {
    now: new Date(nowMs).toISOString(),
    motion: isFixed ? "fixed" : "running",
    aheadMs: isFixed ? 0 : offsetMs,
    epoch,
  };
};

/**
 * Goes from batch to batch: the clock is set to each one's time, the batch is run, and only then
 * does time go on. What expires in between has expired for whoever asks, as it would by itself.
 */
export const advanceWorld = async (
  sandbox: ControlledSandbox,
  worldId: string,
  byMs: number,
): Promise<ClockState & { readonly batches: number }> => {
  const target = (await sandbox.clock.now(worldId)) + byMs;
  let batches = 0;
  for (;;) {
    const run = await sandbox.runDueBatches(worldId);
    batches += run.batches;
    const now = await sandbox.clock.now(worldId);
    if (now >= target) return { ...(await readClockState(sandbox, worldId)), batches };
    const next = Math.min(run.nextAt, target);
    await sandbox.clock.advanceClock(worldId, Math.max(0, next - now));
  }
};
