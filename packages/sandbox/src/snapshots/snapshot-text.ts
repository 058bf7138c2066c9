import { type Parsed, parsed, unparsable } from "@varde/protocol";
import type { Row, Value } from "@varde/storage";

/** A world as it stood: every row that belongs to it, and how its clock was set. */
export interface Snapshot {
  readonly clock: SnapshotClock;
  /** Who called in this world, so that a snapshot fits the same TPPs elsewhere. */
  readonly tpps: readonly { readonly tppId: string; readonly identifier: string }[];
  readonly tables: Readonly<Record<string, readonly Row[]>>;
}

export interface SnapshotClock {
  readonly epoch: number;
  /** Where the clock stands still, or nothing while it runs. */
  readonly fixedAt: number | null;
  /** How far a running clock is ahead of the machine's. */
  readonly offsetMs: number;
}

const format = "varde-world";
const version = 1;

/**
 * Writes a snapshot so that equal worlds give equal bytes, one row a line: two of them can be held
 * side by side.
 */
export const formatSnapshot = ({ clock, tpps, tables }: Snapshot): string => {
  const parts = Object.entries(tables).map(([name, rows]) => {
    const columns = Object.keys(rows[0] ?? {});
    const lines = rows.map((row) => JSON.stringify(columns.map((column) => wireOf(row[column]))));
    const start = `${JSON.stringify(name)}: {"columns": ${JSON.stringify(columns)}, "rows": [`;
    return `${start}${lines.map((line) => `\n${line}`).join(",")}]}`;
  });
  const head = JSON.stringify({ format, version, clock, tpps }).slice(0, -1);
  return `${head}, "tables": {\n${parts.join(",\n")}\n}}\n`;
};

/** Reads a snapshot; which tables and columns there are is judged when it is put back. */
export const parseSnapshot = (text: string): Parsed<Snapshot> => {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return unparsable("the snapshot is not JSON");
  }
  if (!isRecord(file) || file.format !== format) return unparsable("this is not a snapshot");
  if (file.version !== version) return unparsable(`snapshots of version ${version} are read`);
  const { clock, tpps, tables } = file;
  if (!isClock(clock)) return unparsable("the snapshot's clock is not whole");
  if (!Array.isArray(tpps) || !tpps.every(isTpp)) return unparsable("its TPPs are not whole");
  if (!isRecord(tables)) return unparsable("the snapshot has no tables");
  const read: Record<string, readonly Row[]> = {};
  for (const [name, table] of Object.entries(tables)) {
    const rows = rowsOf(table);
    if (rows === undefined) return unparsable(`the snapshot's table ${name} is not whole`);
    read[name] = rows;
  }
  return parsed({ clock, tpps, tables: read });
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isClock = (value: unknown): value is SnapshotClock =>
  isRecord(value) &&
  Number.isSafeInteger(value.epoch) &&
  Number(value.epoch) >= 0 &&
  Number.isSafeInteger(value.offsetMs) &&
  (value.fixedAt === null || Number.isSafeInteger(value.fixedAt));

const isTpp = (value: unknown): value is Snapshot["tpps"][number] =>
  isRecord(value) && typeof value.tppId === "string" && typeof value.identifier === "string";

const rowsOf = (table: unknown): readonly Row[] | undefined => {
  if (!isRecord(table)) return undefined;
  const { columns, rows } = table;
  if (!Array.isArray(columns) || !columns.every((name) => typeof name === "string")) {
    return undefined;
  }
  if (!Array.isArray(rows)) return undefined;
  const read: Row[] = [];
  for (const row of rows) {
    if (!Array.isArray(row) || row.length !== columns.length) return undefined;
    const values = row.map(storedOf);
    if (values.includes(undefined)) return undefined;
    read.push(Object.fromEntries(columns.map((name, at) => [name, values[at] as Value])));
  }
  return read;
};

/** An integer beyond what JSON carries safely is a text in an object, so no text looks like one. */
const wireOf = (value: Value | undefined): unknown => {
  if (typeof value !== "bigint") return value ?? null;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : { integer: String(value) };
};

const storedOf = (wire: unknown): Value | undefined => {
  if (wire === null || typeof wire === "string") return wire;
  if (typeof wire === "number") return Number.isSafeInteger(wire) ? BigInt(wire) : undefined;
  const integer = isRecord(wire) ? wire.integer : undefined;
  return typeof integer === "string" && /^-?[0-9]{1,19}$/.test(integer)
    ? BigInt(integer)
    : undefined;
};
