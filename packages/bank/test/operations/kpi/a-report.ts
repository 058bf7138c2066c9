import { computeKpiReport, type KpiReport } from "../../../src/operations/kpi/kpi-report.ts";
import { parseQuarter, type Quarter } from "../../../src/operations/kpi/quarter.ts";

const at = (time: string): number => Date.parse(`2026-${time}`);

/** Returns a report of three days with planned downtime, and of one day of another channel. */
export const aReport = (): KpiReport => {
  const measured = { from: at("10-01T00:00+02:00"), to: at("10-04T00:00+02:00") };
  const down = at("10-02T10:00+02:00");
  const report = computeKpiReport(parseQuarter("2026-Q4") as Quarter, {
    sums: new Map([
      [
        "2026-10-02",
        {
          requests: 10,
          errors: 1,
          accountInformationCount: 2,
          accountInformationUs: 25_000,
          paymentInitiationCount: 1,
          paymentInitiationUs: 40_000,
          fundsConfirmationCount: 0,
          fundsConfirmationUs: 0,
        },
      ],
    ]),
    seconds: [],
    serviceSeconds: { accountInformation: [], paymentInitiation: [], fundsConfirmation: [] },
    running: [
      { from: measured.from, to: down },
      { from: down + 864_000, to: measured.to },
    ],
    planned: [{ downtimeId: "one", startsAt: down, endsAt: down + 300_000, reason: "upgrade" }],
    channels: [
      {
        channel: "Nettbank",
        day: "2026-10-02",
        downtimeSeconds: 432,
        accountInformationUs: 150_000,
        paymentInitiationUs: undefined,
        fundsConfirmationUs: undefined,
        requests: 100,
        errors: 0,
      },
    ],
    measured,
  });
  // The clocks are set back in between.
  const turned = { from: at("10-25T02:30+02:00"), to: at("10-25T02:00+01:00") };
  const planned = { ...turned, cause: "planned", reason: "x <y>" } as const;
  return { ...report, downtimes: [...report.downtimes, planned] };
};
