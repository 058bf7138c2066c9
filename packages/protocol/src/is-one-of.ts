/**
 * Types for what TypeScript reads from closed sets only as text. A table may have more keys at run
 * time than its type says; these functions are for tables that this code declares itself.
 */

/** Whether a value from outside is one of a closed list. */
export const isOneOf = <const Member>(
  members: readonly Member[],
  value: unknown,
): value is Member => {
  const list: readonly unknown[] = members;
  return list.includes(value);
};

/** Whether a value from outside is a key of a table, and not one that every object inherits. */
export const isKeyOf = <Table extends object>(
  table: Table,
  value: unknown,
): value is keyof Table & string => typeof value === "string" && Object.hasOwn(table, value);

/** Lists the keys of a table. */
export const listKeys = <Table extends object>(table: Table): readonly (keyof Table & string)[] =>
  Object.keys(table) as (keyof Table & string)[];

/** Lists the keys of a table, each with its value. */
export const listEntries = <Table extends object>(table: Table): readonly Entry<Table>[] =>
  Object.entries(table) as unknown as readonly Entry<Table>[];

type Entry<Table> = {
  [Key in keyof Table & string]-?: readonly [Key, Required<Table>[Key]];
}[keyof Table & string];

/** Builds a table with one entry for every key of a closed list. */
export const buildTable = <Key extends string, Value>(
  keys: readonly Key[],
  entry: (key: Key) => Value,
): Readonly<Record<Key, Value>> =>
  Object.fromEntries(keys.map((key) => [key, entry(key)])) as Record<Key, Value>;
