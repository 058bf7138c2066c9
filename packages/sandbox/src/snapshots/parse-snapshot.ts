import { Invalid } from "@varde/protocol";
import { createYielder, type Value } from "@varde/storage";
import { JsonCursor, MalformedJson } from "./json-cursor.ts";
import {
  rowsPerPiece,
  type Snapshot,
  type SnapshotClock,
  snapshotFormat,
  snapshotVersion,
} from "./snapshot-text.ts";

/** A snapshot as it was read. Which columns a table has is found out when it is restored. */
export interface ParsedSnapshot extends Pick<Snapshot, "clock" | "tpps"> {
  readonly tables: ReadonlyMap<string, SavedTable>;
}

export interface SavedTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Value[])[];
}

/** Allows the order of the largest bulk, with every quotation mark escaped. */
const rowCharactersMax = 4 * 1024 * 1024;
const headCharactersMax = 256 * 1024;

const headFields = ["format", "version", "clock", "tpps"] as const;
type Head = Partial<Record<(typeof headFields)[number], unknown>>;

interface Bounds {
  readonly tables: ReadonlySet<string>;
  readonly rowsMax: number;
}

/**
 * Parses a snapshot row by row, and lets other work of the process continue in between. A single
 * `JSON.parse` of a large file would stop the bank, and of a hostile one fill its memory.
 */
export const parseSnapshot = async (
  text: string,
  bounds: Bounds,
): Promise<ParsedSnapshot | Invalid> => {
  try {
    return await readSnapshot(new JsonCursor(text), bounds);
  } catch (error) {
    if (error instanceof MalformedJson) return new Invalid(error.message);
    throw error;
  }
};

const readSnapshot = async (
  cursor: JsonCursor,
  bounds: Bounds,
): Promise<ParsedSnapshot | Invalid> => {
  const head: Head = {};
  let tables: ReadonlyMap<string, SavedTable> | undefined;
  for (const name of cursor.fields()) {
    const field = headFields.find((one) => one === name);
    if (field !== undefined) head[field] = cursor.value(headCharactersMax);
    else if (name === "tables") tables = await readTables(cursor, bounds);
    else throw new MalformedJson(`${name.slice(0, 100)} is not a field of a snapshot`);
  }
  cursor.end();
  const { format, version, clock, tpps } = head;
  if (format !== snapshotFormat) {
    return new Invalid(`this is not a snapshot: format is not "${snapshotFormat}"`);
  }
  if (version !== snapshotVersion) {
    return new Invalid(`the snapshot's version is not supported; supported: ${snapshotVersion}`);
  }
  if (!isClock(clock)) return new Invalid("clock in the snapshot is malformed");
  if (!Array.isArray(tpps) || !tpps.every(isTpp)) {
    return new Invalid("tpps in the snapshot is malformed");
  }
  if (tables === undefined) return new Invalid("the snapshot has no tables");
  const missing = [...bounds.tables].find((name) => !tables.has(name));
  if (missing !== undefined) return new Invalid(`the snapshot has no table ${missing}`);
  return { clock, tpps, tables };
};

const readTables = async (
  cursor: JsonCursor,
  { tables: known, rowsMax }: Bounds,
): Promise<ReadonlyMap<string, SavedTable>> => {
  const tables = new Map<string, SavedTable>();
  let rowsLeft = rowsMax;
  for (const name of cursor.fields()) {
    if (!known.has(name)) {
      throw new MalformedJson(`the snapshot has an unknown table ${name.slice(0, 100)}`);
    }
    if (tables.has(name)) throw new MalformedJson(`the snapshot has table ${name} twice`);
    const table = await readTable(cursor, name, { rowsMax, rowsLeft });
    rowsLeft -= table.rows.length;
    tables.set(name, table);
  }
  return tables;
};

const readTable = async (
  cursor: JsonCursor,
  name: string,
  { rowsMax, rowsLeft }: { readonly rowsMax: number; readonly rowsLeft: number },
): Promise<SavedTable> => {
  const malformed = () => new MalformedJson(`table ${name} in the snapshot is malformed`);
  const yieldToOthers = createYielder();
  let columns: readonly string[] | undefined;
  let rows: (readonly Value[])[] | undefined;
  for (const field of cursor.fields()) {
    if (field === "columns" && columns === undefined) {
      columns = readColumns(cursor.value(headCharactersMax));
    } else if (field === "rows" && rows === undefined) {
      rows = [];
      for (const _ of cursor.items()) {
        const row = readRow(cursor.value(rowCharactersMax));
        if (row === undefined) throw malformed();
        if (rows.push(row) > rowsLeft) {
          throw new MalformedJson(
            `the snapshot has more than ${rowsMax} rows; raise snapshotRows of the setting ` +
              "sandboxLimits",
          );
        }
        if (rows.length % rowsPerPiece === 0) await yieldToOthers();
      }
    } else throw malformed();
  }
  const count = columns?.length;
  if (columns === undefined || rows?.every(({ length }) => length === count) !== true) {
    throw malformed();
  }
  return { columns, rows };
};

const readColumns = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.every((name) => typeof name === "string") ? value : undefined;

const readRow = (value: unknown): readonly Value[] | undefined => {
  if (!Array.isArray(value)) return undefined;
  const row = value.map(fromWire);
  return row.includes(undefined) ? undefined : (row as readonly Value[]);
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

const fromWire = (wire: unknown): Value | undefined => {
  if (wire === null) return wire;
  // No database stores half of a surrogate pair, and PostgreSQL no U+0000.
  if (typeof wire === "string") {
    return wire.isWellFormed() && !wire.includes("\0") ? wire : undefined;
  }
  if (typeof wire === "number") return Number.isSafeInteger(wire) ? BigInt(wire) : undefined;
  const integer = isRecord(wire) ? wire.integer : undefined;
  return typeof integer === "string" && /^-?[0-9]{1,19}$/.test(integer)
    ? BigInt(integer)
    : undefined;
};
