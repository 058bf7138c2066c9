import { escapeStep } from "../json/json-pointer.ts";
import type { Schema } from "./schema.ts";

/** Beyond this many the list helps nobody. */
const unknownFieldsMax = 50;

/** What a schema knows at one level: named fields, items of an array, or neither. */
interface Level {
  readonly fields?: ReadonlyMap<string, Level | undefined>;
  readonly items?: Level;
}

const levelBySchema = new WeakMap<Schema, { readonly level: Level | undefined }>();

/** The JSON pointers of the fields a schema does not know. They are ignored, and may be told of. */
export function listUnknownFields(schema: Schema, body: unknown): string[] {
  let known = levelBySchema.get(schema);
  if (known === undefined) {
    known = { level: levelOf(schema) };
    levelBySchema.set(schema, known);
  }
  const unknown: string[] = [];
  collect(known.level, body, "", unknown);
  return unknown;
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
    return { fields: new Map(fields) };
  }
  const inner = items === undefined ? undefined : levelOf(items);
  return inner === undefined ? undefined : { items: inner };
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
      collect(field, (value as Record<string, unknown>)[name], `${pointer}/${name}`, unknown);
    } else if (!level.fields.has(name)) {
      if (unknown.length >= unknownFieldsMax) return;
      unknown.push(`${pointer}/${escapeStep(name)}`);
    }
  }
}
