import { UsageError } from "./command.ts";

/** The units of durations on the command line, with their milliseconds. */
const units: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** A timer of Node cannot wait longer. */
const msMax = 24 * 86_400_000;

const example = "500ms, 30s, 90m, 3h or 1d";
const short = /^(\d{1,9})(ms|[smhd])$/i;

/** Reads a duration like 30s as milliseconds. `name` is the option, or what the value is for. */
export const parseDurationMs = (name: string, given: string): number => {
  const [, count, unit = ""] = short.exec(given) ?? [];
  if (count === undefined) throw notADuration(name, given);
  const ms = Number(count) * (units[unit.toLowerCase()] ?? 0);
  if (ms > msMax) throw new UsageError(`${name} must be at most 24d, not "${given}"`);
  return ms;
};

/** Returns a duration like 1d as ISO 8601, which has months and years too: P1M. */
export const parseDurationIso = (name: string, given: string): string => {
  if (/^P/i.test(given)) return given.toUpperCase();
  const [, count, unit = ""] = short.exec(given) ?? [];
  if (count === undefined) throw notADuration(name, given);
  const letter = unit.toUpperCase();
  if (letter === "MS") return `PT${Number(count) / 1_000}S`;
  return letter === "D" ? `P${count}D` : `PT${count}${letter}`;
};

const notADuration = (name: string, given: string): UsageError => {
  const hint = /^\d+$/.test(given) ? `; add the unit, as in ${given}s` : "";
  return new UsageError(`${name} must be a duration like ${example}, not "${given}"${hint}`);
};
