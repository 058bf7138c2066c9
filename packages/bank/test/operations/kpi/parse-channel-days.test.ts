import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseChannelDays } from "../../../src/operations/kpi/parse-channel-days.ts";

const refusal = (csv: string): string => {
  try {
    parseChannelDays(csv);
  } catch (error) {
    return (error as Error).message;
  }
  return assert.fail("the file was accepted");
};

describe("the file with figures of own channels", () => {
  it("has a row for each channel and day, with empty cells where nothing is known", () => {
    const csv =
      "day,channel,downtime_seconds,account_information_ms,requests,errors\r\n" +
      '2026-10-01,"Nettbank",120,85.5,1000,2\r\n2026-10-01,Mobilbank,0,,,\r\n';
    assert.deepEqual(parseChannelDays(csv), [
      {
        channel: "Nettbank",
        day: "2026-10-01",
        downtimeSeconds: 120,
        accountInformationUs: 85_500,
        paymentInitiationUs: undefined,
        fundsConfirmationUs: undefined,
        requests: 1_000,
        errors: 2,
      },
      {
        channel: "Mobilbank",
        day: "2026-10-01",
        downtimeSeconds: 0,
        accountInformationUs: undefined,
        paymentInitiationUs: undefined,
        fundsConfirmationUs: undefined,
        requests: undefined,
        errors: undefined,
      },
    ]);
  });

  it("may have semicolons, decimal commas and other columns, as spreadsheets write it", () => {
    const csv =
      "\uFEFFchannel;note;day;downtime_seconds;payment_initiation_ms\nNettbank;x;2026-12-31;0;12,25\n";
    assert.equal(parseChannelDays(csv)[0]?.paymentInitiationUs, 12_250);
  });

  it("is refused with every fault and its line", () => {
    const csv =
      "day,channel,downtime_seconds,account_information_ms,requests,errors\n" +
      "2026-02-30,Nettbank,0,,,\n2026-10-01,=cmd,90001,fast,1,2\n2026-10-02,App,0\n" +
      "2026-10-03,App,0,,,\n2026-10-03,App,0,,,\n";
    assert.equal(
      refusal(csv),
      'Line 2: day "2026-02-30" is not a date like 2026-10-01.\n' +
        'Line 3: channel "=cmd" is not a name of at most 60 letters, digits, blanks, dots and ' +
        "hyphens that starts with a letter.\n" +
        'Line 3: downtime_seconds "90001" is not a number of seconds of a day.\n' +
        'Line 3: account_information_ms "fast" is not a number.\n' +
        "Line 3: there are more errors (2) than requests (1).\n" +
        "Line 4: the line has 3 cells, and the first line has 6.\n" +
        "Line 6: the file has App on 2026-10-03 twice.",
    );
  });

  it("is refused if columns or rows are missing", () => {
    assert.match(refusal("day,downtime\n"), /^Line 1 has no column channel, downtime_seconds;/);
    assert.match(refusal("day,channel,downtime_seconds\n\n"), /no rows after its first line/);
  });
});
