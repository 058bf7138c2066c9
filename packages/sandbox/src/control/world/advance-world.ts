import { type Parsed, parseDateTime, parsed, unparsable } from "@varde/protocol";
import { Temporal } from "../../temporal.ts";
import { boundClock } from "../../worlds/clock-bounds.ts";
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

const advanceYearsMax = 3;
const advanceMsMax = advanceYearsMax * 366 * 86_400_000;

/** Reads where a clock is to be set: an ISO 8601 time with its zone, or epoch milliseconds. */
export const parseClockTime = (to: string | number, machineMs: number): Parsed<number> => {
  if (typeof to === "number") {
    return Number.isSafeInteger(to)
      ? boundClock(to, machineMs)
      : unparsable(`${to} is not a whole number of milliseconds`);
  }
  const at = parseDateTime(to);
  if (at.ok) return boundClock(at.value, machineMs);
  const form = "write a time with its seconds and its zone, like 2026-11-16T05:00:00+01:00";
  return unparsable(to === "" ? `now is empty; ${form}` : `${to} is no time; ${form}`);
};

/** Milliseconds, or an ISO 8601 duration of days, hours, minutes and seconds; months are Oslo's. */
export const parseDuration = (by: number | string, fromMs: number): Parsed<number> => {
  if (typeof by === "number") {
    return Number.isSafeInteger(by)
      ? forward(by)
      : unparsable(`${by} is not a whole number of milliseconds`);
  }
  try {
    const start = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO("Europe/Oslo");
    const end = start.add(Temporal.Duration.from(by));
    return forward(end.epochMilliseconds - start.epochMilliseconds);
  } catch {
    const named = by === "" ? "by is empty" : `${by} is no duration`;
    return unparsable(`${named}; write it like P1D or PT90M`);
  }
};

const forward = (ms: number): Parsed<number> => {
  if (ms < 0) return unparsable("time goes forward; to go back, set the clock");
  return ms <= advanceMsMax
    ? parsed(ms)
    : unparsable(`time goes forward by ${advanceYearsMax} years at most, each time`);
};

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
