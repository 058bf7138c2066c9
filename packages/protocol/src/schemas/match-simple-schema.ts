import type { Schema } from "./schema.ts";

const simpleTypes = ["string", "integer", "number", "boolean"];

/** The keywords of simple schemas, each with its check. One that is about texts ignores numbers. */
const keywords: Readonly<Record<string, (demand: unknown, value: unknown) => boolean>> = {
  description: () => true,
  type: (type, value) => (type === "integer" ? Number.isInteger(value) : typeof value === type),
  enum: (values, value) => Array.isArray(values) && values.includes(value),
  minLength: (min, value) => typeof value !== "string" || [...value].length >= Number(min),
  maxLength: (max, value) => typeof value !== "string" || [...value].length <= Number(max),
  pattern: (pattern, value) =>
    typeof value !== "string" || new RegExp(String(pattern), "u").test(value),
  minimum: (min, value) => typeof value !== "number" || value >= Number(min),
  maximum: (max, value) => typeof value !== "number" || value <= Number(max),
};

/**
 * Returns whether a value matches a simple schema: of a text, number or boolean, or a choice of
 * such schemas. Returns undefined for other schemas. It is for values that are validated once, like
 * a setting: to load Ajv and compile a few schemas takes a tenth of a start.
 *
 * @example
 * matchSimpleSchema(schemaType.integer({ minimum: 1 }), 0); // false
 */
export function matchSimpleSchema(schema: Schema, value: unknown): boolean | undefined {
  const { anyOf, ...demands } = schema as Readonly<Record<string, unknown>>;
  const { type, enum: values } = demands;
  const isSimple = type === undefined ? (values ?? anyOf) : simpleTypes.includes(String(type));
  if (!isSimple || Object.keys(demands).some((name) => keywords[name] === undefined)) {
    return undefined;
  }
  const choices = Array.isArray(anyOf)
    ? anyOf.map((each) => matchSimpleSchema(each, value))
    : [true];
  if (choices.includes(undefined)) return undefined;
  return (
    choices.includes(true) &&
    Object.entries(demands).every(([name, demand]) => keywords[name]?.(demand, value))
  );
}
