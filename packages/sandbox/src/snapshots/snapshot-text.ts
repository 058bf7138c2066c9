import type { TppId } from "@varde/bank";
import { Invalid } from "@varde/protocol";
import type { Row, Value } from "@varde/storage";

/** The content of a world: every row that belongs to it, and the state of its clock. */
export interface Snapshot {
  readonly clock: SnapshotClock;
  /** TPPs of the world, so that a snapshot can be restored for the same TPPs in another bank. */
  readonly tpps: readonly { readonly tppId: TppId; readonly identifier: string }[];
  readonly tables: Readonly<Record<string, readonly Row[]>>;
}

export interface SnapshotClock {
  readonly epoch: number;
  /** Time at which the clock is fixed; null while it runs. */
  readonly fixedAt: number | null;
  /** Distance of a running clock ahead of the machine's. */
  readonly offsetMs: number;
}

const format = "varde-world";
const version = 1;

/**
 * Formats a snapshot as JSON with one row per line. Equal worlds give equal bytes, so that two
 * snapshots can be compared with a diff tool.
 */
export const formatSnapshot = ({ clock, tpps, tables }: Snapshot): string => {
  const parts = Object.entries(tables).map(([name, rows]) => {
    const columns = Object.keys(rows[0] ?? {});
    const lines = rows.map((row) => JSON.stringify(columns.map((column) => toWire(row[column]))));
    const start = `${JSON.stringify(name)}: {"columns": ${JSON.stringify(columns)}, "rows": [`;
    return `${start}${lines.map((line) => `\n${line}`).join(",")}]}`;
  });
  const head = JSON.stringify({ format, version, clock, tpps }).slice(0, -1);
  return `${head}, "tables": {\n${parts.join(",\n")}\n}}\n`;
};

/** Parses a snapshot; its tables and columns are checked when it is restored. */
export const parseSnapshot = (text: string): Snapshot | Invalid => {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return new Invalid("the snapshot is not JSON");
  }
  if (!isRecord(file) || file.format !== format)
    return new Invalid(`this is not a snapshot: format is not "${format}"`);
  if (file.version !== version)
    return new Invalid(`the snapshot's version is not supported; supported: ${version}`);
  const { clock, tpps, tables } = file;
  if (!isClock(clock)) return new Invalid("clock in the snapshot is malformed");
  if (!Array.isArray(tpps) || !tpps.every(isTpp))
    return new Invalid("tpps in the snapshot is malformed");
  if (!isRecord(tables)) return new Invalid("the snapshot has no tables");
  const read: Record<string, readonly Row[]> = {};
  for (const [name, table] of Object.entries(tables)) {
    const rows = parseRows(table);
    if (rows === undefined) return new Invalid(`table ${name} in the snapshot is malformed`);
    read[name] = rows;
  }
  return { clock, tpps, tables: read };
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

const parseRows = (table: unknown): readonly Row[] | undefined => {
  if (!isRecord(table)) return undefined;
  const { columns, rows } = table;
  if (!Array.isArray(columns) || !columns.every((name) => typeof name === "string")) {
    return undefined;
  }
  if (!Array.isArray(rows)) return undefined;
  const read: Row[] = [];
  for (const row of rows) {
    if (!Array.isArray(row) || row.length !== columns.length) return undefined;
    const values = row.map(fromWire);
    if (values.includes(undefined)) return undefined;
    read.push(Object.fromEntries(columns.map((name, at) => [name, values[at] as Value])));
  }
  return read;
};

/** Converts a value for JSON; an integer that JSON cannot hold safely becomes an object. */
const toWire = (value: Value | undefined): unknown => {
  if (typeof value !== "bigint") return value ?? null;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : { integer: String(value) };
};

const fromWire = (wire: unknown): Value | undefined => {
  if (wire === null || typeof wire === "string") return wire;
  if (typeof wire === "number") return Number.isSafeInteger(wire) ? BigInt(wire) : undefined;
  const integer = isRecord(wire) ? wire.integer : undefined;
  return typeof integer === "string" && /^-?[0-9]{1,19}$/.test(integer)
    ? BigInt(integer)
    : undefined;
};
