import type { TppId } from "@varde/bank";
import { createYielder, type Row, type Value } from "@varde/storage";

/** The content of a world: every row that belongs to it, and the state of its clock. */
export interface Snapshot {
  readonly clock: SnapshotClock;
  /** TPPs of the world, so that a snapshot can be restored for the same TPPs in another bank. */
  readonly tpps: readonly { readonly tppId: TppId; readonly identifier: string }[];
  readonly tables: Readonly<Record<string, WorldRows>>;
}

/** Rows of a table; columns that are not listed are not part of the snapshot. */
export interface WorldRows {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

export interface SnapshotClock {
  readonly epoch: number;
  /** Time at which the clock is fixed; null while it runs. */
  readonly fixedAt: number | null;
  /** Distance of a running clock ahead of the machine's. */
  readonly offsetMs: number;
}

export const snapshotFormat = "varde-world";
export const snapshotVersion = 1;

/** Rows that are formatted or read before other work of the process gets its turn. */
export const rowsPerPiece = 500;

/**
 * Formats a snapshot as JSON with one row per line, in pieces. Equal worlds give equal bytes, so
 * that two snapshots can be compared with a diff tool.
 */
export const formatSnapshot = async ({ clock, tpps, tables }: Snapshot): Promise<string> => {
  const yieldToOthers = createYielder();
  const parts: string[] = [];
  for (const [name, { columns, rows }] of Object.entries(tables)) {
    const pieces: string[] = [];
    for (let start = 0; start < rows.length; start += rowsPerPiece) {
      const piece = rows.slice(start, start + rowsPerPiece);
      pieces.push(piece.map((row) => `\n${formatRow(columns, row)}`).join(","));
      await yieldToOthers();
    }
    const head = `${JSON.stringify(name)}: {"columns": ${JSON.stringify(columns)}, "rows": [`;
    parts.push(`${head}${pieces.join(",")}]}`);
  }
  const facts = { format: snapshotFormat, version: snapshotVersion, clock, tpps };
  const head = JSON.stringify(facts).slice(0, -1);
  return `${head}, "tables": {\n${parts.join(",\n")}\n}}\n`;
};

const formatRow = (columns: readonly string[], row: Row): string =>
  JSON.stringify(columns.map((column) => toWire(row[column])));

/** Converts a value for JSON; an integer that JSON cannot hold safely becomes an object. */
const toWire = (value: Value | undefined): unknown => {
  if (typeof value !== "bigint") return value ?? null;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : { integer: String(value) };
};
