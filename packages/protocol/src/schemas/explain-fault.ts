import type { ErrorObject } from "ajv";
import { escapeStep } from "../json/json-pointer.ts";
import { countCharacters, firstUnprocessable, parseText } from "../values/text.ts";
import type { Violation } from "../violation.ts";
import { describeSchema } from "./describe-schema.ts";
import type { Schema } from "./schema.ts";

/**
 * Turns a validator's finding into words: what was wrong, what is expected, how to mend it. The
 * schema is that of the whole body.
 */
export function explainFault(error: ErrorObject, whole: Schema): Violation {
  if (error.keyword === "required") return explainMissing(error);
  const path = error.keyword === "uniqueItems" ? repeatedItem(error) : error.instancePath;
  return {
    code: "FORMAT_ERROR",
    ...(path === "" ? {} : { path }),
    text: `${nameOf(path)} ${explainValue(error, whole)}.`,
  };
}

function explainMissing(error: ErrorObject): Violation {
  const name: string = error.params.missingProperty;
  const fields = (error.parentSchema?.properties ?? {}) as Readonly<Record<string, Schema>>;
  const field = fields[name];
  const expected = field === undefined ? "" : `; give ${describeSchema(field)}`;
  return {
    code: "FORMAT_ERROR",
    path: `${error.instancePath}/${escapeStep(name)}`,
    text: `${name} is missing${expected}.`,
  };
}

function explainValue(error: ErrorObject, whole: Schema): string {
  const schema = (error.parentSchema ?? {}) as Schema;
  const expected = describeSchema(schema);
  const value: unknown = error.data;
  if (value === null) {
    const wayOut = isRequired(error.instancePath, whole) ? "" : "leave it out, or ";
    return `is null; ${wayOut}give ${expected}`;
  }
  if (value === "") return `is empty; give ${expected}`;
  switch (error.keyword) {
    case "type":
      return `is ${kindOf(value)}; give ${expected}${quotesHint(value, schema, expected)}`;
    case "maxLength": {
      const length = countCharacters(String(value));
      return `has ${length} characters; at most ${error.params.limit} are allowed`;
    }
    case "minItems":
    case "maxItems":
      return `has ${(value as unknown[]).length} items; give ${expected}`;
    case "uniqueItems":
      return "repeats an earlier item; give each only once";
    case "x-processable":
      return explainCharacter(String(value));
    default:
      if (isInLowerCase(value, schema)) return `is not in upper case; give ${value.toUpperCase()}`;
      if (typeof value === "string" && value.trim() === "") return `is blank; give ${expected}`;
      return typeof value === "string"
        ? `has a value that is not taken; give ${expected}`
        : `is ${kindOf(value)}; give ${expected}`;
  }
}

/** Whether what stands at a pointer has to be there; the body itself has. */
function isRequired(pointer: string, whole: Schema): boolean {
  let required = true;
  let schema: SchemaParts | undefined = whole;
  for (const step of pointer.split("/").slice(1)) {
    required = schema?.required?.includes(step) === true;
    schema = schema?.properties?.[step] ?? schema?.items;
  }
  return required;
}

interface SchemaParts {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaParts>>;
  readonly items?: SchemaParts;
}

/** A reason that names a character stands as a sentence of its own after the field's name. */
function explainCharacter(value: string): string {
  const text = parseText(value);
  const character = firstUnprocessable(value);
  if (text.ok || character === undefined) return "cannot be processed";
  if (!character.isWellFormed()) return `${text.reason}; send each character whole`;
  return `cannot be taken: ${text.reason}; ${hintFor(character)}`;
}

/** What to send in place of a character; the first pattern that fits says it. */
const hints: readonly (readonly [RegExp, string])[] = [
  [/[\n\r\u0085\u2028\u2029]/u, "give the text in one line"],
  [/\p{Sc}/u, "write the code of the currency, like EUR"],
  [/[\p{P}\p{Zs}]/u, "use the plain signs of a keyboard, like ' and - and \" and a blank"],
  [/[\p{L}\p{M}]/u, "use letters of Western European languages or Northern Sami"],
];

function hintFor(character: string): string {
  return hints.find(([pattern]) => pattern.test(character))?.[1] ?? "leave it out";
}

function isInLowerCase(value: unknown, schema: Schema): value is string {
  const { enum: values } = schema as { enum?: readonly unknown[] };
  return typeof value === "string" && values?.includes(value.toUpperCase()) === true;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  return typeof value === "boolean" ? "true or false" : `a ${typeof value}`;
}

function quotesHint(value: unknown, schema: Schema, expected: string): string {
  const { type } = schema as { type?: unknown };
  if (type !== "string" || typeof value !== "number" || expected.includes("quotes")) return "";
  return ", in double quotes";
}

/** The field's own name, or the item's place and its array's name. */
function nameOf(pointer: string): string {
  if (pointer === "") return "The body";
  const steps = pointer.split("/").map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = steps.at(-1) ?? "";
  if (!/^[0-9]+$/.test(last)) return last;
  const array = steps.at(-2);
  return array === "" || array === undefined ? `item ${last}` : `item ${last} of ${array}`;
}

function repeatedItem(error: ErrorObject): string {
  return `${error.instancePath}/${Math.max(error.params.i, error.params.j)}`;
}
