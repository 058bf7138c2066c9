import { escapeStep } from "../json/json-pointer.ts";
import { type RefusedFields, refusedFieldsOf, type Schema } from "./schema.ts";

/** Beyond this many the list helps nobody. */
const unknownFieldsMax = 50;

type Fields = Readonly<Record<string, unknown>>;

/** What a schema knows at one level: named fields, items of an array, or neither. */
interface Level {
  readonly fields?: ReadonlyMap<string, Level | undefined>;
  readonly refused?: RefusedFields;
  readonly items?: Level;
}

const levelBySchema = new WeakMap<Schema, { readonly level: Level | undefined }>();

/** The JSON pointers of the fields a schema does not know. They are ignored, and may be told of. */
export function listUnknownFields(schema: Schema, body: unknown): string[] {
  const unknown: string[] = [];
  collect(topLevelOf(schema), body, "", unknown);
  return unknown;
}

/**
 * The body without the fields its schema does not know, at every level. What nothing looked at must
 * not be read by anybody later, and whoever reads only this cannot.
 *
 * @example
 * keepKnownFields(basketBody, { paymentIds: ["a"], note: 5 }); // { paymentIds: ["a"] }
 */
export function keepKnownFields(schema: Schema, body: unknown): unknown {
  return keepKnown(topLevelOf(schema), body);
}

function topLevelOf(schema: Schema): Level | undefined {
  let known = levelBySchema.get(schema);
  if (known === undefined) {
    known = { level: levelOf(schema) };
    levelBySchema.set(schema, known);
  }
  return known.level;
}

function levelOf(schema: Schema): Level | undefined {
  const { properties, items } = schema as {
    properties?: Record<string, Schema>;
    items?: Schema;
  };
  if (properties !== undefined) {
    const fields = Object.entries(properties).map(
      ([name, field]) => [name, levelOf(field)] as const,
    );
    return { fields: new Map(fields), refused: refusedFieldsOf(schema) };
  }
  const inner = items === undefined ? undefined : levelOf(items);
  return inner === undefined ? undefined : { items: inner };
}

/** A field that is there to be refused is no unknown one: a rule has something to say about it. */
function isRefused({ refused }: Level, name: string, value: unknown): boolean {
  return refused !== undefined && Object.hasOwn(refused, name) && refused[name]?.(value) === true;
}

function collect(
  level: Level | undefined,
  value: unknown,
  pointer: string,
  unknown: string[],
): void {
  if (level === undefined || typeof value !== "object" || value === null) return;
  if (level.items !== undefined) {
    if (!Array.isArray(value)) return;
    for (let index = 0; index < value.length && unknown.length < unknownFieldsMax; index += 1) {
      collect(level.items, value[index], `${pointer}/${index}`, unknown);
    }
    return;
  }
  if (level.fields === undefined || Array.isArray(value)) return;
  for (const name in value) {
    const field = level.fields.get(name);
    if (field !== undefined) {
      collect(field, (value as Fields)[name], `${pointer}/${name}`, unknown);
    } else if (!level.fields.has(name) && !isRefused(level, name, (value as Fields)[name])) {
      if (unknown.length >= unknownFieldsMax) return;
      unknown.push(`${pointer}/${escapeStep(name)}`);
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
  const kept = Object.entries(value)
    .filter(([name, inner]) => fields.has(name) || isRefused(level, name, inner))
    .map(([name, inner]) => [name, keepKnown(fields.get(name), inner)]);
  return Object.fromEntries(kept);
}
