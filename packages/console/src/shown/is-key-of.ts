/** Returns whether a name is a key of a table, such as the value of a choice made from it. */
export const isKeyOf = <T extends object>(table: T, name: PropertyKey): name is keyof T =>
  Object.hasOwn(table, name);
