import {
  countDuePayments,
  countExpiring,
  type Expiring,
  type ListedBatch,
  listExpiring,
  type WorldId,
} from "@varde/bank";
import { type ControlResponse, Invalid, isInvalid, parseDateTime } from "@varde/protocol";
import { Temporal } from "../../temporal.ts";
import { boundClock } from "../../worlds/clock-bounds.ts";
import type { ControlledSandbox } from "./controlled-sandbox.ts";

/** The state of a world's clock, as the control API returns it. */
export interface ClockState {
  readonly now: string;
  readonly motion: "running" | "fixed";
  /** Distance ahead of the machine's clock while it runs; 0 while it is fixed. */
  readonly aheadMs: number;
  /** Number of times it was set back. */
  readonly epoch: number;
}

const advanceYearsMax = 3;
const advanceMsMax = advanceYearsMax * 366 * 86_400_000;

/** Parses the time to set a clock to: an ISO 8601 time with its zone, or epoch milliseconds. */
export const parseClockTime = (to: string | number, machineMs: number): number | Invalid => {
  if (typeof to === "number") {
    return Number.isSafeInteger(to)
      ? boundClock(to, machineMs)
      : new Invalid(`${to} is not a whole number of milliseconds`);
  }
  const at = parseDateTime(to);
  if (!isInvalid(at)) return boundClock(at, machineMs);
  const form = "write a time with its seconds and its zone, like 2026-11-16T05:00:00+01:00";
  return new Invalid(to === "" ? `now is empty; ${form}` : `${to} is not a time; ${form}`);
};

/** Parses milliseconds or an ISO 8601 duration; days and months are those of Oslo. */
export const parseDuration = (by: number | string, fromMs: number): number | Invalid => {
  if (typeof by === "number") {
    return Number.isSafeInteger(by)
      ? forward(by)
      : new Invalid(`${by} is not a whole number of milliseconds`);
  }
  try {
    const start = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO("Europe/Oslo");
    const end = start.add(Temporal.Duration.from(by));
    return forward(end.epochMilliseconds - start.epochMilliseconds);
  } catch {
    const named = by === "" ? "by is empty" : `${by} is not a duration`;
    return new Invalid(`${named}; write it like P1D or PT90M`);
  }
};

const forward = (ms: number): number | Invalid => {
  if (ms < 0)
    return new Invalid("the clock can only be advanced forwards; to go back, set it to a time");
  return ms <= advanceMsMax
    ? ms
    : new Invalid(`the clock can be advanced by at most ${advanceYearsMax} years at a time`);
};

export const readClockState = async (
  { clock }: Pick<ControlledSandbox, "clock">,
  worldId: WorldId,
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
 * Advances the clock from batch to batch, and runs each batch at its own time before it continues.
 * Payments that a crash left in the outbox are delivered first, as of the time before the clock
 * moves. Expiry needs no job: it is checked against the clock on each read.
 */
export const advanceWorld = async (
  sandbox: Pick<ControlledSandbox, "clock" | "runDueBatches" | "deliverOutbox">,
  worldId: WorldId,
  byMs: number,
): Promise<ClockState & { readonly batches: number }> => {
  await sandbox.deliverOutbox(worldId);
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

/**
 * Delivers the payments of a world that a crash left in the outbox, at every bank of the TPP whose
 * clock will move forward: they were signed before that.
 */
export const deliverBeforehand = async (
  sandbox: ControlledSandbox,
  worldId: WorldId,
  toMs: number,
): Promise<void> => {
  for (const each of [sandbox, ...(await sandbox.group.listOthers(sandbox, worldId))]) {
    if (toMs > (await each.clock.now(worldId))) await each.deliverOutbox(worldId);
  }
};

/** Sets the clock of a world at the other banks of the TPP to what it is at this one. */
export const copyClock = async (sandbox: ControlledSandbox, worldId: WorldId): Promise<void> => {
  for (const other of await sandbox.group.listOthers(sandbox, worldId)) {
    await other.clock.copyClock(worldId, await sandbox.clock.readClock(worldId));
  }
};

/**
 * Advances the clock of a world at the other banks of the TPP to what it is at this one, and runs
 * their batches on the way. Returns the number of batches.
 */
export const followClock = async (
  sandbox: ControlledSandbox,
  worldId: WorldId,
): Promise<number> => {
  let batches = 0;
  for (const other of await sandbox.group.listOthers(sandbox, worldId)) {
    const aheadMs = (await sandbox.clock.now(worldId)) - (await other.clock.now(worldId));
    batches += (await advanceWorld(other, worldId, Math.max(0, aheadMs))).batches;
    // A clock that runs has run on during the batches, though it was advanced by less.
    await other.clock.copyClock(worldId, await sandbox.clock.readClock(worldId));
    batches += (await other.runDueBatches(worldId)).batches;
  }
  return batches;
};

const listedMax = 50;

/** Lists what happens until a time of the world's clock, without moving the clock. */
export const previewClock = async (
  { storage }: ControlledSandbox,
  worldId: WorldId,
  planned: readonly ListedBatch[],
  { from, until }: { readonly from: number; readonly until: number },
): Promise<ControlResponse<"previewClock">> => {
  const batches = planned.filter(({ dueAt }) => dueAt <= until);
  const last = batches.at(-1);
  const kinds = [...new Set(batches.map(({ kind }) => kind))];
  const period = { from, until };
  const everything = { from, until: Number.MAX_SAFE_INTEGER };
  const [nextExpiry] = await listExpiring(storage, worldId, everything, 1);
  return {
    now: toIso(from),
    until: toIso(until),
    batches: batches.map((batch) => ({ ...batch, dueAt: toIso(batch.dueAt) })),
    payments: last === undefined ? 0 : await countDuePayments(storage, worldId, kinds, last.dueAt),
    ...(nextExpiry !== undefined && { nextExpiry: present(nextExpiry) }),
    expiring: (await listExpiring(storage, worldId, period, listedMax)).map(present),
    expiringCount: await countExpiring(storage, worldId, period),
  };
};

const present = (one: Expiring) => ({ ...one, at: toIso(one.at) });

const toIso = (ms: number): string => new Date(ms).toISOString();
