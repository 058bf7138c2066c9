import { escapeStep } from "../json/json-pointer.ts";
import { type RefusedFields, refusedFieldsOf, type Schema } from "./schema.ts";

/** The maximum number of unknown fields that are listed. */
const unknownFieldsMax = 50;

type Fields = Readonly<Record<string, unknown>>;

/** The known fields at one level of a schema: named fields, items of an array, or neither. */
interface Level {
  readonly fields?: ReadonlyMap<string, Level | undefined>;
  readonly refused?: RefusedFields;
  readonly items?: Level;
}

const levelBySchema = new WeakMap<Schema, { readonly level: Level | undefined }>();

const namesBySchema = new WeakMap<Schema, ReadonlySet<string>>();

/** Returns the names of all fields of a schema, at every level. */
export function listKnownNames(schema: Schema): ReadonlySet<string> {
  let names = namesBySchema.get(schema);
  if (names === undefined) {
    names = new Set(namesOf(cachedLevel(schema)));
    namesBySchema.set(schema, names);
  }
  return names;
}

function* namesOf(level: Level | undefined): Generator<string> {
  if (level === undefined) return;
  yield* namesOf(level.items);
  yield* Object.keys(level.refused ?? {});
  for (const [name, field] of level.fields ?? []) {
    yield name;
    yield* namesOf(field);
  }
}

/** Lists the JSON pointers of the fields that are not in a schema, so that they can be reported. */
export function listUnknownFields(schema: Schema, body: unknown): string[] {
  const unknown: string[] = [];
  collect(cachedLevel(schema), body, [], unknown);
  return unknown;
}

/**
 * Returns the body without the fields that are not in its schema, at every level. Unknown fields
 * were not validated, so no later code may read them.
 *
 * @example
 * keepKnownFields(basketBody, { paymentIds: ["a"], note: 5 }); // { paymentIds: ["a"] }
 */
export function keepKnownFields(schema: Schema, body: unknown): unknown {
  return keepKnown(cachedLevel(schema), body);
}

function cachedLevel(schema: Schema): Level | undefined {
  let known = levelBySchema.get(schema);
  if (known === undefined) {
    known = { level: buildLevel(schema) };
    levelBySchema.set(schema, known);
  }
  return known.level;
}

function buildLevel(schema: Schema): Level | undefined {
  const { properties, items } = schema as {
    properties?: Record<string, Schema>;
    items?: Schema;
  };
  if (properties !== undefined) {
    const fields = Object.entries(properties).map(
      ([name, field]) => [name, buildLevel(field)] as const,
    );
    return { fields: new Map(fields), refused: refusedFieldsOf(schema) };
  }
  const inner = items === undefined ? undefined : buildLevel(items);
  return inner === undefined ? undefined : { items: inner };
}

/** Returns whether a rule refuses the field. Such a field is not treated as unknown. */
function isRefused({ refused }: Level, name: string, value: unknown): boolean {
  return refused !== undefined && Object.hasOwn(refused, name) && refused[name]?.(value) === true;
}

/**
 * Collects unknown fields. The steps to the value become a pointer only where one is found, because
 * a body may have hundreds of thousands of items.
 */
function collect(
  level: Level | undefined,
  value: unknown,
  steps: (string | number)[],
  unknown: string[],
): void {
  if (level === undefined || typeof value !== "object" || value === null) return;
  if (level.items !== undefined) {
    if (!Array.isArray(value)) return;
    for (let index = 0; index < value.length && unknown.length < unknownFieldsMax; index += 1) {
      steps.push(index);
      collect(level.items, value[index], steps, unknown);
      steps.pop();
    }
    return;
  }
  if (level.fields === undefined || Array.isArray(value)) return;
  for (const name in value) {
    const field = level.fields.get(name);
    if (field !== undefined) {
      steps.push(name);
      collect(field, (value as Fields)[name], steps, unknown);
      steps.pop();
    } else if (!level.fields.has(name) && !isRefused(level, name, (value as Fields)[name])) {
      if (unknown.length >= unknownFieldsMax) return;
      unknown.push(["", ...steps, escapeStep(name)].join("/"));
    }
  }
}

function keepKnown(level: Level | undefined, value: unknown): unknown {
  if (level === undefined || typeof value !== "object" || value === null) return value;
  const { fields, items } = level;
  if (items !== undefined) {
    return Array.isArray(value) ? value.map((item) => keepKnown(items, item)) : value;
  }
  if (fields === undefined || Array.isArray(value)) return value;
  const known = Object.entries(value)
    .filter(([name, inner]) => fields.has(name) || isRefused(level, name, inner))
    .map(([name, inner]) => [name, keepKnown(fields.get(name), inner)]);
  return Object.fromEntries(known);
}
