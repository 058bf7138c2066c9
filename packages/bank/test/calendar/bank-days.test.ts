import assert from "node:assert/strict";
import { test } from "node:test";
import {
  bankDayFrom,
  bankDaysBefore,
  bankDayUntil,
  isBankDay,
} from "../../src/calendar/bank-days.ts";
import { easterSunday } from "../../src/calendar/easter-sunday.ts";

test("computes the date of Easter Sunday", () => {
  const years = { 2026: "04-05", 2027: "03-28", 2028: "04-16", 2029: "04-01", 2030: "04-21" };
  for (const [year, day] of Object.entries(years)) {
    assert.equal(easterSunday(Number(year)).toString(), `${year}-${day}`);
  }
});

test("holidays and weekends are not bank days, 31 December is one", () => {
  const closed = [
    // Ascension Day and Whit Monday, which is 17 May in 2027.
    "2026-05-14",
    "2026-05-25",
    "2026-12-24",
    "2026-12-25",
    "2026-12-26",
    "2027-01-01",
    "2027-03-25",
    "2027-03-26",
    "2027-03-29",
    "2027-05-01",
    "2027-05-06",
    "2027-05-17",
    "2026-11-21",
    "2026-11-22",
  ];
  for (const day of closed) assert(!isBankDay(day), day);
  for (const day of ["2026-12-23", "2026-12-31", "2027-03-24", "2027-05-18"]) {
    assert(isBankDay(day), day);
  }
});

test("moves a day forwards, backwards, and counts back in bank days", () => {
  assert.equal(bankDayFrom("2026-12-24"), "2026-12-28");
  assert.equal(bankDayUntil("2026-12-27"), "2026-12-23");
  assert.equal(bankDayFrom("2026-12-28"), "2026-12-28");
  assert.equal(bankDaysBefore("2026-12-29", 3), "2026-12-22");
});

/** T2 is closed on weekends and on these days; the two at Easter are relative to Easter Sunday. */
const isT2Day = (day: string): boolean => {
  const date = Temporal.PlainDate.from(day);
  const easter = easterSunday(date.year);
  const isEaster = [-2, 1].some((days) => easter.add({ days }).equals(date));
  return (
    date.dayOfWeek <= 5 && !isEaster && !["01-01", "05-01", "12-25", "12-26"].includes(day.slice(5))
  );
};

test("T2 is open on every Norwegian bank day, so euro needs no other calendar", () => {
  let date = Temporal.PlainDate.from("2026-01-01");
  for (; date.year < 2060; date = date.add({ days: 1 })) {
    const day = date.toString();
    assert(!isBankDay(day) || isT2Day(day), day);
  }
});
