import type {
  TArray,
  TBoolean,
  TEnum,
  TInteger,
  TObject,
  TOptional,
  TProperties,
  TRecord,
  TSchema,
  TString,
  TUnsafe,
} from "typebox";

export type { Static } from "typebox";
export type Schema = TSchema;

/**
 * Options of the builders in this file. The builders create the same objects as TypeBox, with its
 * static types. TypeBox itself is not loaded, because that makes the start 0.1 seconds slower.
 */
interface Options {
  /** The expected value as a noun phrase, shown to callers and in the OpenAPI document. */
  readonly description?: string;
}

interface StringOptions extends Options {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  /** Accepts only characters that the bank's systems can process. */
  readonly "x-processable"?: true;
  /** Accepts only characters that can be sent to clearing, as they are or re-encoded. */
  readonly "x-sendable"?: true;
}

interface Bounds {
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Fields that are not in a schema, with the values that are refused; other values are ignored. */
export type RefusedFields = Readonly<Record<string, (value: unknown) => boolean>>;

interface ObjectOptions extends Options {
  /** False refuses fields that are not in the schema, which are otherwise removed. */
  readonly additionalProperties?: false;
  /** Undocumented fields that are refused because they request something this object cannot do. */
  readonly refuses?: RefusedFields;
}

interface ListOptions extends Options {
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
}

export function string(options: StringOptions = {}): TString {
  return kind("String", { type: "string", ...options });
}

/** Builds a string for human text: a name, a street, a message. */
export function text(options: StringOptions = {}): TString {
  return string({ ...options, "x-processable": true });
}

/** Builds a string for text that people type, which is re-encoded before it is sent. */
export function sentText(options: StringOptions = {}): TString {
  return string({ ...options, "x-sendable": true });
}

export function oneOf<Values extends string>(
  values: readonly Values[],
  options: Options = {},
): TEnum<Values[]> {
  return kind("Enum", { enum: values, ...options });
}

export function boolean(options: Options = {}): TBoolean {
  return kind("Boolean", { type: "boolean", ...options });
}

export function integer(options: Options & Bounds = {}): TInteger {
  return kind("Integer", { type: "integer", ...options });
}

export function stringOrNumber(
  options: Options & { readonly maxLength?: number } = {},
): TUnsafe<string | number> {
  return kind("Unsafe", { type: ["string", "number"], ...options });
}

/** Builds a boolean that may be in quotes. */
export function looseBoolean(): TUnsafe<boolean | "true" | "false"> {
  const description = "true or false, with or without quotes";
  return kind("Unsafe", {
    type: ["boolean", "string"],
    enum: [true, false, "true", "false"],
    description,
  });
}

export function list<Item extends Schema>(items: Item, options: ListOptions = {}): TArray<Item> {
  return kind("Array", { type: "array", items, ...options });
}

export function map<Value extends Schema>(
  value: Value,
  options: Options = {},
): TRecord<"^.*$", Value> {
  return kind("Record", { type: "object", patternProperties: { "^.*$": value }, ...options });
}

export function object<Properties extends TProperties>(
  properties: Properties,
  { refuses = {}, ...options }: ObjectOptions = {},
): TObject<Properties> {
  const required = Object.keys(properties).filter((name) => !isOptional(properties[name]));
  const demands = required.length > 0 ? { required } : {};
  const schema = { type: "object", ...demands, properties, ...options };
  return hide(schema, "~kind", "Object", "~refuses", refuses);
}

/** Returns the fields that an object refuses; none for other schemas. */
export function refusedFieldsOf(schema: Schema): RefusedFields {
  return (Reflect.get(schema, "~refuses") as RefusedFields | undefined) ?? {};
}

export function optional<Type extends Schema>(schema: Type): TOptional<Type> {
  return hide({ ...schema }, "~kind", Reflect.get(schema, "~kind"), "~optional", true);
}

function isOptional(schema: unknown): boolean {
  return typeof schema === "object" && schema !== null && Reflect.has(schema, "~optional");
}

function kind<Type extends Schema>(name: string, schema: object): Type {
  return hide(schema, "~kind", name);
}

/**
 * Adds marks as properties that are not enumerable, like TypeBox, so that they are not in the JSON.
 */
function hide<Type>(schema: object, ...marks: readonly unknown[]): Type {
  for (let index = 0; index < marks.length; index += 2) {
    Object.defineProperty(schema, String(marks[index]), { value: marks[index + 1] });
  }
  return schema as Type;
}
