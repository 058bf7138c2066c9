import { type Schema, validateBody } from "@varde/protocol";

type Fields = Readonly<Record<string, Schema>>;

/**
 * What is wrong with a control body, or nothing. A field that is not known is a mistake here: what
 * it was meant to do would be left undone in silence.
 */
export const bodyFault = (
  schema: Schema | undefined,
  body: unknown,
  more: readonly string[] = [],
): string | undefined => {
  const { violations, unknownFields } =
    schema === undefined ? unknownOf(body) : validateBody(schema, body);
  const unknown = unknownFields.find((pointer) => !more.includes(pointer.slice(1)));
  if (unknown !== undefined) return explainUnknown(schema, unknown, more);
  return violations[0]?.text;
};

/** Of an operation that takes no body. */
const unknownOf = (body: unknown) => ({
  violations: [],
  unknownFields: Object.keys(body ?? {}).map((name) => `/${name}`),
});

const explainUnknown = (
  schema: Schema | undefined,
  pointer: string,
  more: readonly string[],
): string => {
  const [name = "", ...above] = pointer.slice(1).split("/").reverse();
  const fields = fieldsOf(above.reduceRight(innerOf, schema));
  const inner = Object.keys(fields).find((one) => Object.hasOwn(fieldsOf(fields[one]), name));
  const where = above.length === 0 ? "the body" : above.toReversed().join(".");
  if (inner !== undefined) return `${name} is no field of ${where}; it belongs in ${inner}`;
  const known = [...Object.keys(fields), ...(above.length === 0 ? more : [])];
  return `${name} is no field of ${where}, which has ${known.join(", ") || "none"}`;
};

const fieldsOf = (schema: Schema | undefined): Fields =>
  (schema as { properties?: Fields } | undefined)?.properties ?? {};

const innerOf = (schema: Schema | undefined, name: string): Schema | undefined =>
  fieldsOf(schema)[name];
