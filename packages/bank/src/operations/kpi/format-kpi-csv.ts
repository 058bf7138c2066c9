import { listEntries } from "@varde/protocol";
import type { KpiDay, KpiReport } from "./kpi-report.ts";

const columns: readonly (readonly [string, (day: KpiDay) => string])[] = [
  ["measured_seconds", (day) => String(day.measuredSeconds)],
  ["downtime_seconds", (day) => String(day.downtimeSeconds)],
  ["planned_downtime_seconds", (day) => String(day.plannedSeconds)],
  ["uptime_percent", ({ uptimePercent }) => formatNumber(uptimePercent, 3)],
  ["downtime_percent", ({ uptimePercent }) => formatNumber(downtimePercent(uptimePercent), 3)],
  ["account_information_ms", ({ averageMs }) => formatNumber(averageMs.accountInformation, 1)],
  ["payment_initiation_ms", ({ averageMs }) => formatNumber(averageMs.paymentInitiation, 1)],
  ["funds_confirmation_ms", ({ averageMs }) => formatNumber(averageMs.fundsConfirmation, 1)],
  ["requests", ({ requests }) => formatNumber(requests, 0)],
  ["errors", ({ errors }) => formatNumber(errors, 0)],
  ["error_percent", ({ errorPercent }) => formatNumber(errorPercent, 3)],
  ...listEntries({
    accountInformation: "account_information_downtime_seconds",
    paymentInitiation: "payment_initiation_downtime_seconds",
    fundsConfirmation: "funds_confirmation_downtime_seconds",
  } as const).map(
    ([service, name]) =>
      [name, (day: KpiDay) => formatNumber(day.serviceDowntimeSeconds[service], 0)] as const,
  ),
];

/**
 * Formats a report as CSV: a row for each interface and each measured day. A cell is empty if there
 * is nothing to compute it from.
 */
export const formatKpiCsv = ({ dedicated, channels }: KpiReport): string => {
  const head = ["day", "interface", ...columns.map(([name]) => name)];
  const rows = [dedicated, ...channels].flatMap(({ name, days }) =>
    days
      .filter(({ measuredSeconds }) => measuredSeconds > 0)
      .map((day) => [day.day, name, ...columns.map(([, format]) => format(day))]),
  );
  return [head, ...rows].map((cells) => `${cells.join(",")}\r\n`).join("");
};

/** Formats a number with at most `digitsMax` digits after the point; "" if it is undefined. */
export const formatNumber = (value: number | undefined, digitsMax: number): string =>
  value === undefined ? "" : String(Number(value.toFixed(digitsMax)));

const downtimePercent = (uptimePercent: number | undefined): number | undefined =>
  uptimePercent === undefined ? undefined : 100 - uptimePercent;
