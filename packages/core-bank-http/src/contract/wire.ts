import type { Schema, Static } from "@varde/protocol";

/** Names of integers of any size, which are strings of digits in JSON and bigint in the ports. */
type BigIntName = `${string}Minor` | `${string}Ppm` | "attempt";
const bigIntName = /(?:Minor|Ppm)$|^attempt$/;

type KeyOf<Union> = Union extends unknown ? keyof Union : never;
type ValueOf<Union, Key> = Union extends unknown
  ? Key extends keyof Union
    ? Union[Key]
    : undefined
  : never;
type Present<Union, Key> = Exclude<ValueOf<Union, Key>, undefined>;
type OptionalKey<Union> = {
  [Key in KeyOf<Union>]: undefined extends ValueOf<Union, Key> ? Key : never;
}[KeyOf<Union>];
type Flat<T> = { [Key in keyof T]: T[Key] };
type Field<Key, T> = [T] extends [bigint] ? (Key extends BigIntName ? string : never) : Wire<T>;

/**
 * The JSON form of a type of the ports. A bigint is a string, a value that may be undefined is an
 * optional field, and a union of objects is one object in which the fields of only some are
 * optional.
 */
export type Wire<T> = [T] extends [string | number | boolean]
  ? string extends T
    ? string
    : T
  : [T] extends [readonly (infer Item)[]]
    ? Wire<Item>[]
    : Flat<
        {
          [Key in Exclude<KeyOf<T>, OptionalKey<T>>]: Field<Key, Present<T, Key>>;
        } & { [Key in OptionalKey<T>]?: Field<Key, Present<T, Key>> }
      >;

type Plain<T> = T extends string | number | boolean
  ? T
  : T extends readonly (infer Item)[]
    ? Plain<Item>[]
    : { -readonly [Key in keyof T]: Plain<T[Key]> };
type IsSame<One, Other> = [keyof One, keyof Other] extends [never, never]
  ? true
  : (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2
    ? true
    : false;

/** A schema, if it has exactly the fields of a type of the ports, in their JSON form. */
export type SchemaOf<S extends Schema, T> =
  IsSame<Plain<Static<S>>, Plain<Wire<T>>> extends true ? S : { readonly differs: Plain<Wire<T>> };

/**
 * Returns a schema unchanged. It compiles only if the schema has exactly the fields of a type of
 * the ports, in their JSON form.
 */
export const schemaOf =
  <T>() =>
  <S extends Schema>(schema: SchemaOf<S, T>): S =>
    schema as S;

/** Converts a value of the ports to JSON. */
export const formatWire = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) => (typeof inner === "bigint" ? String(inner) : inner));

/** Converts the integers in a valid JSON value to bigint, in place. */
export const parseWire = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    for (const item of value) parseWire(item);
    return value;
  }
  const fields = value as Record<string, unknown>;
  for (const [name, field] of Object.entries(fields)) {
    if (typeof field === "object") parseWire(field);
    else if (typeof field === "string" && bigIntName.test(name)) fields[name] = BigInt(field);
  }
  return value;
};
