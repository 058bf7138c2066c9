import "./require-node-for-storage.ts";

export { type Awaitable, allOf, andThen, isPromise } from "./awaitable.ts";
export { BoundedMap } from "./bounded-map.ts";
export { createYielder } from "./create-yielder.ts";
export { type MigrateOptions, migrateStorage } from "./migrate-storage.ts";
export type { MigrationPlan } from "./migrations.ts";
export { openStorage, type StorageLocation, type StorageOptions } from "./open-storage.ts";
export { recordRowChanges } from "./postgres/record-row-changes.ts";
export { countChanges, stopCountingChanges } from "./postgres/table-changes.ts";
export type { ReadCache, ReadCacheOptions, RowGroups } from "./read-cache.ts";
export {
  DataFolderInUse,
  type Migration,
  StatementFailed,
  type Storage,
  StorageRefused,
  StorageUnavailable,
} from "./storage.ts";
export type {
  CacheActivity,
  StepObserver,
  StorageActivity,
  TimedStep,
} from "./storage-activity.ts";
export {
  bigInteger,
  type Column,
  flag,
  integer,
  json,
  named,
  nullable,
  optional,
  text,
} from "./tables/column.ts";
export type { AccountId, Id, NewId, WorldId } from "./tables/id.ts";
export { type RecordOf, type Selection, type Table, table } from "./tables/table.ts";
export {
  type CopiedTable,
  copyWorldRows,
  deleteSomeWorldRows,
  deleteWorldRows,
  replaceWorldRows,
  type WorldTable,
  worldCondition,
} from "./tables/world-table.ts";
export { forUpdate, forUpdateSkipLocked, inList, jsonRows } from "./units/in-list.ts";
export {
  createStatement,
  databaseNow,
  type Engine,
  Fragment,
  fragment,
  type Parameter,
  perEngine,
  type Statement,
  sql,
  textFor,
  type Value,
} from "./units/sql.ts";
export {
  all,
  conclude,
  concludeOne,
  one,
  type RequiredStatement,
  type Row,
  rowsOfEach,
  run,
  type StatementResult,
  type Undo,
  type Unit,
  undo,
} from "./units/unit.ts";
