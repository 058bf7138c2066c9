import type { Mistakes } from "./mistakes.ts";

const utc = (seconds: number): string => new Date(Date.now() + seconds * 1000).toUTCString();

/** Mistakes in the Date header. */
export const dateMistakes: Mistakes = {
  "a clock that is slow": [
    { headersNow: () => ({ date: utc(-600) }) },
    /seconds behind the bank's clock/,
  ],
  "a clock that is fast": [
    { headersNow: () => ({ date: utc(600) }) },
    /seconds ahead of the bank's clock/,
  ],
  "a local time labelled GMT": [
    { headersNow: () => ({ date: utc(3600) }) },
    /is 1 hour ahead, .*the zone is wrong, not the clock/,
  ],
  "a western local time labelled GMT": [
    { headersNow: () => ({ date: utc(-5 * 3600) }) },
    /is 5 hours behind, .*the zone is wrong, not the clock/,
  ],
  ...Object.fromEntries(
    (
      [
        ["in ISO 8601", () => new Date().toISOString(), /is in ISO 8601/],
        ["in seconds", () => String(Math.trunc(Date.now() / 1000)), /is a number of seconds/],
        ["in milliseconds", () => String(Date.now()), /is a number of milliseconds/],
        ["in quotes", () => `"${utc(0)}"`, /Date header is in quotes/],
        ["with UTC", () => utc(0).replace("GMT", "UTC"), /ends with the zone UTC; write GMT/],
        ["with CET", () => utc(0).replace("GMT", "CET"), /has the name of a zone/],
        ["without a zone", () => utc(0).replace(" GMT", ""), /has no zone/],
        [
          "with gmt",
          () => utc(0).replace("GMT", "gmt"),
          /has GMT in the wrong letter case; it was/,
        ],
        ["without a comma", () => utc(0).replace(",", ""), /has no comma after the weekday/],
        [
          "with a month in lower case",
          () => utc(0).replace(/ [A-Z][a-z]{2} /, (month) => month.toLowerCase()),
          /has [a-z]{3} in the wrong letter case; write [A-Z]/,
        ],
        [
          "with a weekday in capitals",
          () => utc(0).replace(/^.../, (day) => day.toUpperCase()),
          /has [A-Z]{3} in the wrong letter case; write [A-Z][a-z]{2};/,
        ],
        [
          "in Norwegian",
          () => utc(0).replace(/ [A-Z][a-z]{2} /, " okt. "),
          /has okt\., which is not an English abbreviation/,
        ],
        [
          "with a whole weekday",
          () => new Date().toUTCString().replace(/^.../, "Sunday").replace("GMT", "+0000"),
          /has the whole name of the weekday/,
        ],
        [
          "with another weekday",
          () => utc(0).replace(/^.../, (day) => (day === "Mon" ? "Tue" : "Mon")),
          /has the weekday (?:Mon|Tue), but that date is a/,
        ],
        ["that does not exist", () => "Tue, 31 Feb 2026 10:00:00 GMT", /a date that exists/],
        ["in RFC 850 form", () => "Sunday, 15-Nov-26 10:00:00 GMT", /is in RFC 850 form/],
        ["of asctime", () => "Sun Nov 15 10:00:00 2026", /is in the form of asctime/],
        ["of Java", () => "Sun Nov 15 10:00:00 CET 2026", /is what Java's Date prints/],
        [
          "of JavaScript",
          () => "Sun Nov 15 2026 10:00:00 GMT+0100 (CET)",
          /is what JavaScript's Date.toString prints/,
        ],
        ["with fractions", () => utc(0).replace(" GMT", ".123 GMT"), /has fractions of a second/],
        ["with a short hour", () => "Sun, 15 Nov 2026 9:00:00 GMT", /has an hour of one digit/],
        ["that is a word", () => "today", /is not a date like/],
      ] as const
    ).map(([title, date, names]) => [
      `a Date header ${title}`,
      [{ headersNow: () => ({ date: date() }) }, names] as const,
    ]),
  ),
};
