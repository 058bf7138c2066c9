import { type Schema, validateBody } from "@varde/protocol";

type Fields = Readonly<Record<string, Schema>>;

/**
 * Returns what is wrong with the body of a control request, or undefined. Unknown fields are
 * refused here, because ignoring a misspelt field would hide the mistake.
 */
export const bodyFault = (
  schema: Schema | undefined,
  body: unknown,
  more: readonly string[] = [],
): string | undefined => {
  const { violations, unknownFields } =
    schema === undefined ? allFieldsUnknown(body) : validateBody(schema, body);
  const unknown = unknownFields.find((pointer) => !more.includes(pointer.slice(1)));
  if (unknown !== undefined) return explainUnknown(schema, unknown, more);
  return violations[0]?.text;
};

/** Validates the body of an operation that takes none. */
const allFieldsUnknown = (body: unknown) => ({
  violations: [],
  unknownFields: Object.keys(body ?? {}).map((name) => `/${name}`),
});

const explainUnknown = (
  schema: Schema | undefined,
  pointer: string,
  more: readonly string[],
): string => {
  const [name = "", ...above] = pointer.slice(1).split("/").reverse();
  const fields = schemaFields(above.reduceRight(fieldSchema, schema));
  const inner = Object.keys(fields).find((one) => Object.hasOwn(schemaFields(fields[one]), name));
  const where = above.length === 0 ? "the body" : above.toReversed().join(".");
  if (inner !== undefined) return `${name} is not a field of ${where}; it belongs in ${inner}`;
  const known = [...Object.keys(fields), ...(above.length === 0 ? more : [])];
  return `${name} is not a field of ${where}; its fields are: ${known.join(", ") || "none"}`;
};

const schemaFields = (schema: Schema | undefined): Fields =>
  (schema as { properties?: Fields } | undefined)?.properties ?? {};

const fieldSchema = (schema: Schema | undefined, name: string): Schema | undefined =>
  schemaFields(schema)[name];
