export { type Awaitable, andThen, isLater } from "./awaitable.ts";
export type { Memory } from "./memory.ts";
export { openStorage, type StorageLocation, type StorageOptions } from "./open-storage.ts";
export { countChanges } from "./postgres/table-changes.ts";
export {
  type Engine,
  type Parameter,
  perEngine,
  type Statement,
  sql,
  textFor,
  type Value,
} from "./sql.ts";
export {
  type Migration,
  StatementFailed,
  type Storage,
  StorageRefused,
  StorageUnavailable,
} from "./storage.ts";
export { takeTurns } from "./take-turns.ts";
export {
  type Answer,
  all,
  one,
  type Row,
  rowsOfEach,
  run,
  type Undo,
  type Unit,
  undo,
} from "./unit.ts";
export { clearTable, insertRow, readTable, type WorldTable } from "./world-table.ts";
