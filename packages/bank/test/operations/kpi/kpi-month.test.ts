import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { run, type Storage } from "@varde/storage";
import { onBothEngines } from "@varde/testkit/storage";
import { bankMigrations } from "../../../src/migrations/index.ts";
import { formatKpiCsv } from "../../../src/operations/kpi/format-kpi-csv.ts";
import type { KpiReport } from "../../../src/operations/kpi/kpi-report.ts";
import {
  insertPlannedDowntime,
  listKpiMinutes,
  storeChannelDay,
} from "../../../src/operations/kpi/kpi-store.ts";
import { KpiWriter } from "../../../src/operations/kpi/kpi-writer.ts";
import { parseChannelDays } from "../../../src/operations/kpi/parse-channel-days.ts";
import { parseQuarter, type Quarter } from "../../../src/operations/kpi/quarter.ts";
import { readKpiReport } from "../../../src/operations/kpi/read-kpi-report.ts";
import { aFinishedRequest, findOperation } from "./a-finished-request.ts";

const summer = (time: string): number => Date.parse(`2026-10-${time}+02:00`);
const winter = (time: string): number => Date.parse(`2026-${time}+01:00`);

const retentionMs = 200 * 24 * 60 * 60_000;

/** A process of the bank whose clock the test sets. */
class Process {
  readonly #clock = { now: 0 };
  readonly #writer: KpiWriter;

  constructor(storage: Pick<Storage, "write">, startedAt: number) {
    this.#clock.now = startedAt;
    this.#writer = new KpiWriter(
      { storage: { write: (unit) => storage.write(unit), now: () => this.#clock.now } },
      retentionMs,
    );
  }

  answer(at: number, durationMs = 100, operation = "readBalances", status = 200): void {
    const receivedAt = at;
    const found = findOperation(operation);
    this.#writer.observe(aFinishedRequest({ receivedAt, durationMs, operation: found, status }));
  }

  fail(...at: readonly number[]): void {
    for (const receivedAt of at) {
      this.#writer.observe(aFinishedRequest({ receivedAt, durationMs: 5, status: 503 }));
    }
  }

  async writeAt(now: number): Promise<void> {
    this.#clock.now = now;
    await this.#writer.write();
  }
}

/**
 * October 2026, with the clocks set back on the 25th. The first process runs until the 10th, the
 * second beside it from the 5th to the 8th, and the third takes over half a minute after the first.
 */
const liveThroughOctober = async (storage: Storage): Promise<void> => {
  const first = new Process(storage, summer("01T00:00:00"));
  for (const ms of [100, 200, 300, 400]) first.answer(summer("02T10:00:00"), ms);
  for (const ms of [50, 150]) first.answer(summer("02T11:00:00"), ms, "createPayment", 201);
  first.answer(summer("02T12:00:00"), 20, "confirmFunds");
  first.answer(summer("02T13:00:00"), 900, "createPayment", 401);
  await first.writeAt(summer("03T00:00:00"));

  // The 5th: five failures in a row, three on one process and two on the other.
  const second = new Process(storage, summer("05T00:00:00"));
  first.fail(summer("05T12:00:00"), summer("05T12:00:04"), summer("05T12:00:08"));
  second.fail(summer("05T12:00:02"), summer("05T12:00:06"));
  second.answer(summer("05T12:03:00"));
  // The 7th: five failures on one process, while the other answers.
  first.fail(...[0, 2, 4, 6, 8].map((at) => summer("07T09:00:00") + at * 1_000));
  second.answer(summer("07T09:00:05"));
  await second.writeAt(summer("08T00:00:00"));
  // The 9th: down across midnight. Written in two parts, as by a process that was busy in between.
  first.fail(...[50, 51].map((at) => summer("09T23:59:00") + at * 1_000));
  await first.writeAt(summer("09T23:59:52"));
  first.fail(...[52, 53, 54].map((at) => summer("09T23:59:00") + at * 1_000));
  first.answer(summer("10T00:00:20"));
  await first.writeAt(summer("10T02:00:00"));

  const third = new Process(storage, summer("10T02:00:30"));
  third.fail(...[0, 1, 2, 3, 4].map((at) => winter("10-28T01:02:00") + at * 1_000));
  third.answer(winter("10-28T01:20:00"));
  // The 30th: five responses that take 35 seconds each.
  for (const at of [0, 1, 2, 3, 4]) third.answer(winter("10-30T08:00:00") + at * 1_000, 35_000);
  third.answer(winter("10-30T08:05:00"), 5_000);
  await third.writeAt(winter("11-01T00:00:00"));
  const plan = (downtimeId: string, startsAt: number, endsAt: number, reason: string) =>
    insertPlannedDowntime({ downtimeId, startsAt, endsAt, reason });
  await storage.write(() =>
    run(
      plan("one", summer("25T02:00:00"), winter("10-25T04:00:00"), "new version"),
      plan("two", winter("10-28T01:00:00"), winter("10-28T01:10:00"), "database"),
      ...parseChannelDays(
        "day,channel,downtime_seconds,account_information_ms,requests,errors\n" +
          "2026-10-02,Nettbank,864,250.5,1000,5\n2026-10-25,Nettbank,900,,,\n",
      ).map(storeChannelDay),
    ),
  );
};

/** Computed by hand from the story above. */
const byHand = `day,interface,measured_seconds,downtime_seconds,planned_downtime_seconds,\
uptime_percent,downtime_percent,account_information_ms,payment_initiation_ms,\
funds_confirmation_ms,requests,errors,error_percent,account_information_downtime_seconds,\
payment_initiation_downtime_seconds,funds_confirmation_downtime_seconds
2026-10-02,dedicated interface,86400,0,0,100,0,250,100,20,8,0,0,0,0,0
2026-10-05,dedicated interface,86400,180,0,99.792,0.208,100,,,6,5,83.333,180,0,0
2026-10-07,dedicated interface,86400,0,0,100,0,100,,,6,5,83.333,0,0,0
2026-10-09,dedicated interface,86400,10,0,99.988,0.012,,,,5,5,100,10,0,0
2026-10-10,dedicated interface,86400,50,0,99.942,0.058,100,,,1,0,0,50,30,30
2026-10-25,dedicated interface,90000,10800,10800,88,12,,,,0,0,,10800,10800,10800
2026-10-28,dedicated interface,86400,1200,600,98.611,1.389,100,,,6,5,83.333,1200,600,600
2026-10-30,dedicated interface,86400,305,0,99.647,0.353,30000,,,6,0,0,305,0,0
2026-10-02,Nettbank,86400,864,0,99,1,250.5,,,1000,5,0.5,,,
2026-10-25,Nettbank,90000,900,0,99,1,,,,,,,,,
`;

const october = parseQuarter("2026-Q4") as Quarter;

/** Leaves out the days on which nothing happened, after checking that they say so. */
const listEventful = (report: KpiReport): string => {
  const lines = formatKpiCsv(report).replaceAll("\r", "").split("\n");
  const quiet = /^2026-10-\d\d,dedicated interface,86400,0,0,100,0,,,,0,0,,0,0,0$/;
  assert.equal(lines.filter((line) => quiet.test(line)).length, 31 - 8);
  return lines.filter((line) => !quiet.test(line)).join("\n");
};

onBothEngines(bankMigrations, (open) => {
  describe("the report of a month", () => {
    it("has the figures that were computed by hand", async () => {
      await liveThroughOctober(open());
      const report = await readKpiReport(october, winter("11-01T00:00:00"), open());
      assert.equal(listEventful(report), byHand);
      const ofInterface = report.downtimes.filter(({ service }) => service === undefined);
      const causes = ofInterface.map(({ from, to, cause }) => [(to - from) / 1_000, cause]);
      assert.deepEqual(causes, [
        [180, "unanswered requests"],
        [30, "unanswered requests"],
        [30, "no process running"],
        [10_800, "planned"],
        [600, "planned"],
        [1_080, "unanswered requests"],
        [305, "unanswered requests"],
      ]);
    });

    it("counts the time since the last process stopped, once it has not been seen", async () => {
      const later = winter("11-01T00:00:00") + 10 * 60_000;
      const { dedicated } = await readKpiReport(october, later, open());
      const { measuredSeconds, downtimeSeconds } =
        dedicated.days.find(({ day }) => day === "2026-11-01") ?? assert.fail();
      assert.deepEqual([measuredSeconds, downtimeSeconds], [600, 600]);
    });

    it("includes a series that began in the quarter before", async () => {
      const storage = open();
      const midnight = Date.parse("2027-01-01T00:00:00+01:00");
      const fourth = new Process(storage, winter("12-31T12:00:00"));
      fourth.answer(winter("12-31T12:00:00"));
      fourth.fail(...[-50, -45, -40, -35, -30].map((at) => midnight + at * 1_000));
      fourth.answer(midnight + 70_000);
      await fourth.writeAt(midnight + 120_000);
      const read = async (name: string, day: string) => {
        const quarter = parseQuarter(name) as Quarter;
        const { dedicated } = await readKpiReport(quarter, midnight + 120_000, storage);
        return dedicated.days.find((each) => each.day === day)?.downtimeSeconds;
      };
      assert.equal(await read("2027-Q1", "2027-01-01"), 70);
      assert.equal(await read("2026-Q4", "2026-12-31"), 12 * 3_600 + 50);
    });

    it("counts the rows of a write once, if it is repeated or failed at first", async () => {
      const storage = open();
      const start = Date.parse("2027-04-01T12:00:00+02:00");
      let failures = 2;
      const write: Storage["write"] = async (unit) => {
        if (failures > 1) {
          failures -= 1;
          throw new Error("the database is not there");
        }
        const value = await storage.write(unit);
        failures -= 1;
        if (failures === 0) throw new Error("the connection broke after the commit");
        return value;
      };
      const process = new Process({ write }, start);
      process.answer(start);
      await assert.rejects(process.writeAt(start + 60_000), /is not there/);
      process.answer(start + 60_000);
      await assert.rejects(process.writeAt(start + 120_000), /after the commit/);
      await process.writeAt(start + 180_000);
      const quarter = parseQuarter("2027-Q2") as Quarter;
      const { dedicated } = await readKpiReport(quarter, start + 180_000, storage);
      assert.equal(dedicated.days[0]?.requests, 2);
    });

    it("deletes figures whose retention period is over, and no others", async () => {
      const storage = open();
      const start = Date.parse("2028-01-01T12:00:00+01:00");
      const process = new Process(storage, start);
      process.answer(start);
      process.answer(start + 60_000);
      await process.writeAt(start + 120_000);
      const countMinutes = async () =>
        (await storage.read(() => listKpiMinutes(start / 60_000, start / 60_000 + 2))).length;
      await process.writeAt(start + retentionMs);
      assert.equal(await countMinutes(), 2);
      await process.writeAt(start + retentionMs + 60_000);
      assert.equal(await countMinutes(), 1);
    });
  });
});
