import { Temporal } from "../../calendar/temporal.ts";
import type { ChannelDay } from "./kpi-store.ts";

/** A file that cannot be imported, with every fault and its line. */
export class ChannelFileRefused extends Error {
  override readonly name = "ChannelFileRefused";
}

const requiredColumns = ["day", "channel", "downtime_seconds"] as const;
const optionalColumns = [
  "account_information_ms",
  "payment_initiation_ms",
  "funds_confirmation_ms",
  "requests",
  "errors",
] as const;
type ColumnName = (typeof requiredColumns)[number] | (typeof optionalColumns)[number];
const columns: readonly ColumnName[] = [...requiredColumns, ...optionalColumns];

const faultsMax = 20;
const daySecondsMax = 25 * 60 * 60;
const channelForm = /^\p{L}[\p{L}\d .-]{0,59}$/u;

type Cells = Readonly<Partial<Record<ColumnName, string>>>;

/**
 * Parses a CSV file with the figures of the bank's own channels: a row for each channel and day.
 * The columns are separated by commas or semicolons, in any order; other columns are ignored.
 * Throws `ChannelFileRefused` with all faults if there is any.
 */
export const parseChannelDays = (csv: string): readonly ChannelDay[] => {
  const [head = "", ...lines] = csv.replace(/^\uFEFF/, "").split(/\r?\n/);
  const separator = head.includes(";") ? ";" : ",";
  const names = splitCells(head, separator).map((name) => name.toLowerCase());
  const missing = requiredColumns.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw new ChannelFileRefused(
      `Line 1 has no column ${missing.join(", ")}; the columns are ${columns.join(", ")}.`,
    );
  }
  const faults: string[] = [];
  const days = new Map<string, ChannelDay>();
  for (const [at, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const cells = splitCells(line, separator);
    const row: Cells = Object.fromEntries(names.map((name, column) => [name, cells[column] ?? ""]));
    const found = findFaults(row, cells.length, names.length);
    const day = toChannelDay(row);
    const key = `${day.channel} ${day.day}`;
    if (days.has(key)) found.push(`the file has ${day.channel} on ${day.day} twice`);
    for (const fault of found) faults.push(`Line ${at + 2}: ${fault}.`);
    days.set(key, day);
  }
  if (days.size === 0) faults.push("The file has no rows after its first line.");
  if (faults.length === 0) return [...days.values()];
  const more = faults.length > faultsMax ? [`and ${faults.length - faultsMax} more`] : [];
  throw new ChannelFileRefused([...faults.slice(0, faultsMax), ...more].join("\n"));
};

const splitCells = (line: string, separator: string): readonly string[] =>
  line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));

const findFaults = (row: Cells, cellCount: number, columnCount: number): string[] => {
  const faults: string[] = [];
  if (cellCount !== columnCount) {
    faults.push(`the line has ${cellCount} cells, and the first line has ${columnCount}`);
  }
  if (!isDay(row.day ?? "")) faults.push(`day "${row.day}" is not a date like 2026-10-01`);
  if (!channelForm.test(row.channel ?? "")) {
    faults.push(
      `channel "${row.channel}" is not a name of at most 60 letters, digits, blanks, dots and ` +
        "hyphens that starts with a letter",
    );
  }
  const whole = /^\d{1,12}$/;
  if (!whole.test(row.downtime_seconds ?? "") || Number(row.downtime_seconds) > daySecondsMax) {
    faults.push(`downtime_seconds "${row.downtime_seconds}" is not a number of seconds of a day`);
  }
  for (const name of optionalColumns) {
    const form = name.endsWith("_ms") ? /^(\d{1,9}([.,]\d{1,3})?)?$/ : /^\d{0,12}$/;
    if (!form.test(row[name] ?? "")) faults.push(`${name} "${row[name]}" is not a number`);
  }
  if (row.errors !== undefined && Number(row.errors) > Number(row.requests ?? 0)) {
    faults.push(`there are more errors (${row.errors}) than requests (${row.requests ?? ""})`);
  }
  return faults;
};

const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  try {
    return Temporal.PlainDate.from(text, { overflow: "reject" }).toString() === text;
  } catch {
    return false;
  }
};

const toChannelDay = (row: Cells): ChannelDay => {
  const count = (cell = "") => (cell === "" ? undefined : Number(cell));
  const us = (cell = "") =>
    cell === "" ? undefined : Math.round(Number(cell.replace(",", ".")) * 1_000);
  return {
    channel: row.channel ?? "",
    day: row.day ?? "",
    downtimeSeconds: Number(row.downtime_seconds),
    accountInformationUs: us(row.account_information_ms),
    paymentInitiationUs: us(row.payment_initiation_ms),
    fundsConfirmationUs: us(row.funds_confirmation_ms),
    requests: count(row.requests),
    errors: count(row.errors),
  };
};
