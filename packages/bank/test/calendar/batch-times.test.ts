import assert from "node:assert/strict";
import { test } from "node:test";
import {
  batchesAfter,
  batchTimesDefault,
  isPastCutOffs,
  nextBatch,
} from "../../src/calendar/batch-times.ts";
import { osloInstant } from "../../src/calendar/oslo.ts";

const wall = (at: number) =>
  Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO("Europe/Oslo")
    .toPlainDateTime()
    .toString({ smallestUnit: "minute" });

const listed = (from: string, count: number): readonly string[] => {
  const [day = "", time = ""] = from.split("T");
  const batches = batchesAfter(batchTimesDefault, osloInstant(day, time));
  return batches
    .take(count)
    .map(({ kind, dueAt }) => `${wall(dueAt)} ${kind}`)
    .toArray();
};

test("VER-16: runs five payment batches and one periodic batch a day", () => {
  assert.deepEqual(listed("2026-11-16T00:00", 6), [
    "2026-11-16T05:00 periodic",
    "2026-11-16T05:30 payments",
    "2026-11-16T09:30 payments",
    "2026-11-16T11:30 payments",
    "2026-11-16T13:30 payments",
    "2026-11-16T15:30 payments",
  ]);
});

test("runs batches on bank days only", () => {
  assert.deepEqual(listed("2026-12-23T15:30", 2), [
    "2026-12-28T05:00 periodic",
    "2026-12-28T05:30 payments",
  ]);
  assert.deepEqual(listed("2026-12-31T13:30", 2), [
    "2026-12-31T15:30 payments",
    "2027-01-04T05:00 periodic",
  ]);
});

test("a batch runs at the same wall-clock time after the clocks change", () => {
  const winter = nextBatch(batchTimesDefault, "payments", osloInstant("2027-03-26", "16:00"));
  const summer = nextBatch(batchTimesDefault, "payments", osloInstant("2027-03-30", "16:00"));
  assert.equal(wall(winter.dueAt), "2027-03-30T05:30");
  assert.equal(wall(summer.dueAt), "2027-03-31T05:30");
  const before = nextBatch(batchTimesDefault, "payments", osloInstant("2026-10-23", "16:00"));
  assert.equal(before.dueAt, Date.parse("2026-10-26T05:30:00+01:00"));
});

test("the cut-off of a batch is on the day of its run", () => {
  const batches = batchesAfter(batchTimesDefault, osloInstant("2026-11-16", "00:00"));
  const cutOffs = batches.take(6).map(({ cutOffAt }) => wall(cutOffAt).slice(11));
  assert.deepEqual(cutOffs.toArray(), ["05:00", "00:00", "08:15", "10:00", "11:30", "14:00"]);
});

test("a payment signed at the last cut-off is in time, a millisecond later it is not", () => {
  const cutOff = osloInstant("2026-11-16", "14:00");
  assert.equal(isPastCutOffs(batchTimesDefault, cutOff), false);
  assert.equal(isPastCutOffs(batchTimesDefault, cutOff + 1), true);
});
