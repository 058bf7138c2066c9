import type { Chance } from "./chance.ts";

/** The parts of a schema of the OpenAPI document that are used here. */
export interface DocumentSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, DocumentSchema>>;
  readonly required?: readonly string[];
  readonly items?: DocumentSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

export interface ValueSource {
  readonly chance: Chance;
  resolve(reference: string): DocumentSchema;
  /** Returns values that suit a field of this name, if some are known. */
  likely(field: string): readonly unknown[] | undefined;
}

const malformed: readonly unknown[] = [
  null,
  "",
  0,
  -1,
  1e300,
  true,
  [],
  {},
  "😀",
  "Łódź",
  "a\u0000b",
  "'; drop table payment; --",
  "<script>alert(1)</script>",
  "x".repeat(2_000),
  "blåbær\u0301",
  { deeper: { and: ["deeper"] } },
];

const letters = "abcdefghij KLMNOP æøå 0123456789 .,-/";
const unlikely = 0.02;

/** Generates a value for a schema. Most values are valid, so that some requests succeed. */
export const generateValue = (schema: DocumentSchema, source: ValueSource, field = ""): unknown => {
  const { chance } = source;
  if (chance.happens(unlikely)) return chance.pick(malformed);
  if (schema.$ref !== undefined) return generateValue(source.resolve(schema.$ref), source, field);
  const likely = source.likely(field);
  if (likely !== undefined && chance.happens(0.95)) return chance.pick(likely);
  if (schema.enum !== undefined) return chance.pick(schema.enum);
  switch (schema.type) {
    case "object":
      return generateObject(schema, source);
    case "array":
      return Array.from({ length: lengthOf(schema, chance) }, () =>
        generateValue(schema.items ?? {}, source, field),
      );
    case "boolean":
      return chance.happens(0.5);
    default:
      return generateText(schema, chance);
  }
};

/** Returns the example with random amounts and accounts, and sometimes another changed field. */
export const changeExample = (
  schema: DocumentSchema,
  example: unknown,
  source: ValueSource,
): unknown => {
  const { chance } = source;
  const { properties = {} } = schema.$ref === undefined ? schema : source.resolve(schema.$ref);
  if (typeof example !== "object" || example === null || Array.isArray(example)) return example;
  const fields: Record<string, unknown> = { ...example };
  const money = fields.instructedAmount as { readonly currency: string } | undefined;
  if (money !== undefined) {
    fields.instructedAmount = { ...money, amount: `${1 + chance.below(900)}.00` };
  }
  for (const name of ["debtorAccount", "paymentIds"]) {
    const likely = name in fields ? source.likely(name) : undefined;
    if (likely !== undefined) fields[name] = likely[0];
  }
  if (chance.happens(0.4)) {
    const name = chance.pick(Object.keys(properties));
    fields[name] = generateValue(properties[name] ?? {}, source, name);
  }
  return fields;
};

const generateObject = (
  { properties = {}, required = [] }: DocumentSchema,
  source: ValueSource,
): object => {
  const { chance } = source;
  const entries = Object.entries(properties)
    .filter(([name]) => chance.happens(required.includes(name) ? 0.995 : 0.15))
    .map(([name, schema]) => [name, generateValue(schema, source, name)]);
  if (chance.happens(0.03)) entries.push(["unknownField", chance.pick(malformed)]);
  return Object.fromEntries(entries);
};

const lengthOf = ({ minItems = 0, maxItems = 3 }: DocumentSchema, chance: Chance): number =>
  chance.happens(0.02)
    ? Math.min(maxItems + 1, 120)
    : Math.max(minItems, 1 + chance.below(Math.min(maxItems, 3)));

const generateText = (
  { minLength = 0, maxLength = 40 }: DocumentSchema,
  chance: Chance,
): string => {
  const length = chance.happens(0.1) ? maxLength + chance.below(2) : minLength + chance.below(12);
  return Array.from({ length }, () => chance.pick([...letters])).join("");
};
