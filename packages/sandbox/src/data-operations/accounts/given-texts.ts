/** Returns the fields of a record that have a value, as text. */
export const givenTexts = <Name extends string>(
  record: Readonly<Partial<Record<Name, string | number | boolean>>>,
  names: readonly Name[],
): Partial<Record<Name, string>> =>
  Object.fromEntries(
    names.flatMap((name) => (record[name] === undefined ? [] : [[name, String(record[name])]])),
  ) as Partial<Record<Name, string>>;
