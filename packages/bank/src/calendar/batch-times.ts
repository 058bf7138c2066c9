import { bankDayAfter, bankDayFrom } from "./bank-days.ts";
import { osloDay, osloInstant } from "./oslo.ts";

/** The kinds of daily runs: periodic executions have a separate run. */
export const batchKinds = ["payments", "periodic"] as const;
export type BatchKind = (typeof batchKinds)[number];

/** When the bank processes payments on a bank day, in Oslo wall-clock time (HH:MM). */
export interface BatchTimes {
  /** A run executes the payments signed by its cut-off. */
  readonly payments: readonly { readonly cutOff: string; readonly run: string }[];
  readonly periodic: string;
}

export const batchTimesDefault: BatchTimes = {
  payments: [
    { cutOff: "00:00", run: "05:30" },
    { cutOff: "08:15", run: "09:30" },
    { cutOff: "10:00", run: "11:30" },
    { cutOff: "11:30", run: "13:30" },
    { cutOff: "14:00", run: "15:30" },
  ],
  periodic: "05:00",
};

/** A run on a given day. */
export interface Batch {
  readonly kind: BatchKind;
  readonly dueAt: number;
  readonly cutOffAt: number;
}

/** Yields the batches after an instant, in order, without end. */
export function* batchesAfter(times: BatchTimes, afterMs: number): Generator<Batch, never> {
  let day = bankDayFrom(osloDay(afterMs));
  for (;;) {
    for (const batch of batchesOnDay(times, day)) if (batch.dueAt > afterMs) yield batch;
    day = bankDayAfter(day);
  }
}

/** Returns the next batch of a kind after an instant. */
export const nextBatch = (times: BatchTimes, kind: BatchKind, afterMs: number): Batch => {
  const batches = batchesAfter(times, afterMs);
  for (;;) {
    const { value } = batches.next();
    if (value.kind === kind) return value;
  }
};

/** Whether a payment signed at this instant is too late for every payment run of that day. */
export const isPastCutOffs = (times: BatchTimes, atMs: number): boolean => {
  const last = times.payments.reduce(
    (latest, { cutOff }) => (cutOff > latest ? cutOff : latest),
    "",
  );
  return last === "" || osloInstant(osloDay(atMs), last) < atMs;
};

const batchesOnDay = (times: BatchTimes, day: string): readonly Batch[] =>
  [
    { kind: "periodic" as const, cutOff: times.periodic, run: times.periodic },
    ...times.payments.map((time) => ({ kind: "payments" as const, ...time })),
  ]
    .map(({ kind, cutOff, run }) => ({
      kind,
      dueAt: osloInstant(day, run),
      cutOffAt: osloInstant(day, cutOff),
    }))
    .sort((one, other) => one.dueAt - other.dueAt);
