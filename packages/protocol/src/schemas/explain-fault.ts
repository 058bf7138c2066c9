import type { ErrorObject } from "ajv";
import { escapeStep } from "../json/json-pointer.ts";
import { countOf } from "../values/count-of.ts";
import { firstUnsendable } from "../values/sent-text.ts";
import { countCharacters, explainCharacter, firstUnprocessable } from "../values/text.ts";
import type { Violation } from "../violation.ts";
import { describeSchema } from "./describe-schema.ts";
import type { Schema } from "./schema.ts";

/**
 * Turns an error of the validator into a violation that says what is wrong, what is expected and
 * how to fix it. `whole` is the schema of the whole body.
 */
export function explainFault(error: ErrorObject, whole: Schema): Violation {
  if (error.keyword === "required") return explainMissing(error);
  const path = error.keyword === "uniqueItems" ? repeatedItem(error) : error.instancePath;
  return {
    code: "FORMAT_ERROR",
    ...(path === "" ? {} : { path }),
    text: `${fieldName(path)} ${explainValue(error, whole)}.`,
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
    const omitHint = isRequired(error.instancePath, whole) ? "" : "leave it out, or ";
    return `is null; ${omitHint}give ${expected}`;
  }
  if (value === "") return `is empty; give ${expected}`;
  switch (error.keyword) {
    case "type":
      return `is ${describeType(value)}; give ${expected}${quotesHint(value, schema, expected)}`;
    case "maxLength": {
      const length = countCharacters(String(value));
      return `has ${countOf(length, "character")}; at most ${error.params.limit} are allowed`;
    }
    case "minItems":
    case "maxItems":
      return `has ${countOf((value as unknown[]).length, "item")}; give ${expected}`;
    case "minimum":
    case "maximum":
      return `is ${value}; give ${expected}`;
    case "uniqueItems":
      return "repeats an earlier item; list each item once";
    case "x-processable":
      return explainCharacter(firstUnprocessable(String(value)) ?? "");
    case "x-sendable":
      return explainCharacter(firstUnsendable(String(value)) ?? "");
    default:
      if (isInLowerCase(value, schema)) return `is not in upper case; give ${value.toUpperCase()}`;
      if (typeof value === "string" && value.trim() === "") return `is blank; give ${expected}`;
      return typeof value === "string"
        ? `has a value that is not allowed; give ${expected}`
        : `is ${describeType(value)}; give ${expected}`;
  }
}

/** Returns whether the value at a pointer is required; the body itself always is. */
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

function isInLowerCase(value: unknown, schema: Schema): value is string {
  const { enum: values } = schema as { enum?: readonly unknown[] };
  return typeof value === "string" && values?.includes(value.toUpperCase()) === true;
}

function describeType(value: unknown): string {
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  return typeof value === "boolean" ? "true or false" : `a ${typeof value}`;
}

function quotesHint(value: unknown, schema: Schema, expected: string): string {
  const { type } = schema as { type?: unknown };
  if (type !== "string" || typeof value !== "number" || expected.includes("quotes")) return "";
  return ", in double quotes";
}

/** Returns the name of the field, or the index of an item and the name of its array. */
function fieldName(pointer: string): string {
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
