import type { Schema } from "./schema.ts";

interface Shape {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}

/**
 * Returns the body without optional fields that are empty strings: data scripts send them for
 * values that they do not have, whatever the type of the field.
 *
 * @example
 * dropEmptyFields(agreementBody, { owner: "15819000147", name: "A", engagements: "" });
 */
export function dropEmptyFields(schema: Schema, body: unknown): unknown {
  const { properties, required = [], items } = schema as Shape;
  if (typeof body !== "object" || body === null) return body;
  if (Array.isArray(body)) {
    return items === undefined ? body : body.map((item) => dropEmptyFields(items, item));
  }
  if (properties === undefined) return body;
  return Object.fromEntries(
    Object.entries(body)
      .filter(([name, value]) => value !== "" || required.includes(name))
      .map(([name, value]) => {
        const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
        return [name, field === undefined ? value : dropEmptyFields(field, value)];
      }),
  );
}
