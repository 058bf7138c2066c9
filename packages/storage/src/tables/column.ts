import type { Parameter, Value } from "../units/sql.ts";

/** How a field of a record is stored in its column. */
export interface Column<T> {
  /** The name of the column, if it is not the name of the field in snake_case. */
  readonly name?: string;
  read(value: Value): T;
  write(value: T): Parameter;
}

/** A text. The type argument narrows it, for example to an id or to a union of codes. */
export const text = <T extends string = string>(): Column<T> => ({
  read: (value) => value as T,
  write: (value) => value,
});

/** An integer that is small enough to be a number, for example an instant. */
export const integer: Column<number> = { read: Number, write: (value) => value };

/** An integer of up to 64 bits, for example an amount. */
export const bigInteger: Column<bigint> = {
  read: (value) => value as bigint,
  write: (value) => value,
};

/** A boolean, stored as 0 or 1. */
export const flag: Column<boolean> = {
  read: (value) => value === 1n,
  write: (value) => (value ? 1 : 0),
};

/** A value that is stored as JSON. */
export const json = <T>(): Column<T> => ({
  read: (value) => JSON.parse(value as string) as T,
  write: (value) => JSON.stringify(value),
});

/** A field that is undefined where the column is null. */
export const optional = <T>(column: Column<T>): Column<T | undefined> => ({
  ...column,
  read: (value) => (value === null ? undefined : column.read(value)),
  write: (value) => (value === undefined ? null : column.write(value)),
});

/** A field that is null where the column is null. */
export const nullable = <T>(column: Column<T>): Column<T | null> => ({
  ...column,
  read: (value) => (value === null ? null : column.read(value)),
  write: (value) => (value === null ? null : column.write(value)),
});

/** A field whose column has another name. */
export const named = <T>(name: string, column: Column<T>): Column<T> => ({ ...column, name });
