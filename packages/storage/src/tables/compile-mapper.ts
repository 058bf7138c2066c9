/** A value of the result: `convert(source[from])`. */
export interface Mapped {
  readonly from: string | number;
  readonly convert: (value: never) => unknown;
}

/**
 * Compiles a function that maps a source to an object with these keys. Generated code is several
 * times as fast as a loop over the keys, because the engine then knows the shapes of the objects.
 * The keys are names of columns and fields in our own source, and are quoted all the same.
 *
 * @example
 * const read = compileMapper({ title: { from: "note_title", convert: String } });
 * read({ note_title: "first" }); // { title: "first" }
 */
export const compileMapper = <S, T>(mapped: Readonly<Record<string, Mapped>>): ((source: S) => T) =>
  compile(Object.values(mapped), (values) => {
    const keys = Object.keys(mapped);
    return `({ ${values.map((value, at) => `${JSON.stringify(keys[at])}: ${value}`).join(", ")} })`;
  });

/** Compiles a function that maps a source to a list of values. */
export const compileLister = <S, T>(mapped: readonly Mapped[]): ((source: S) => T[]) =>
  compile(mapped, (values) => `[${values.join(", ")}]`);

const compile = <S, T>(
  mapped: readonly Mapped[],
  join: (values: readonly string[]) => string,
): ((source: S) => T) => {
  const names = mapped.map((_, at) => `convert${at}`);
  const values = mapped.map(({ from }, at) => `${names[at]}(source[${JSON.stringify(from)}])`);
  const create = new Function(...names, `"use strict"; return (source) => ${join(values)};`);
  return create(...mapped.map(({ convert }) => convert));
};
