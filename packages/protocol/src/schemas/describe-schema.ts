import type { Schema } from "./schema.ts";

/** Longer lists are not printed. */
const enumPrintedMax = 20;

interface Shape {
  readonly description?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly maxLength?: number;
  readonly required?: readonly string[];
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** Describes the expected value as a noun phrase, such as "one of GET, POST" or "a string". */
export function describeSchema(schema: Schema): string {
  const shape = schema as Shape;
  if (shape.description !== undefined) return shape.description;
  if (shape.enum !== undefined) return describeEnum(shape.enum);
  if (shape.type === "boolean") return "true or false, without quotes";
  if (shape.type === "array") return `an array${describeSize(shape)}`;
  if (shape.type === "object") return `an object${describeRequired(shape.required)}`;
  return shape.maxLength === undefined
    ? "a string"
    : `a string of at most ${shape.maxLength} characters`;
}

function describeEnum(values: readonly unknown[]): string {
  if (values.length === 1) return `"${values[0]}"`;
  return values.length > enumPrintedMax ? "a known code" : `one of ${values.join(", ")}`;
}

function describeSize({ minItems = 0, maxItems }: Shape): string {
  if (maxItems !== undefined) return ` of ${minItems} to ${maxItems} items`;
  return minItems > 0 ? ` of at least ${minItems} item` : "";
}

function describeRequired(required: readonly string[] = []): string {
  return required.length === 0 ? "" : ` with ${required.join(", ")}`;
}
