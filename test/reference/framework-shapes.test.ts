import assert from "node:assert/strict";
import { test } from "node:test";
import { buildOpenApi } from "@varde/sandbox/reference";
import { deliberateDifferences, frameworkShapes, type Shape } from "./framework-shapes.ts";

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  readonly required?: readonly string[];
}

// biome-ignore lint/suspicious/noExplicitAny: the document is read as plain JSON
const document = JSON.parse(JSON.stringify(buildOpenApi())) as any;

const follow = <Named extends { readonly $ref?: string }>(named: Named): Named =>
  named.$ref === undefined
    ? named
    : named.$ref
        .slice(2)
        .split("/")
        .reduce((at, part) => at[part], document);

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, object>>;
}
const operations = Object.values<Record<string, Operation>>(document.paths).flatMap(Object.values);

const responseSchema = (shapeKey: string): Schema => {
  const [operationId, status = ""] = shapeKey.split(" ");
  const operation = operations.find((one: Operation) => one.operationId === operationId);
  const response = follow(operation?.responses[status] ?? {}) as { content?: object };
  return (
    Object.values((response.content ?? {}) as Record<string, { schema: Schema }>)[0]?.schema ?? {}
  );
};

/** Finds where our schema does not fit the framework's shape. */
function* differences(named: Schema, shape: Shape, place: string): Generator<string> {
  const schema = follow(named);
  if (shape === "links") {
    const { href, verbs } = follow(schema.additionalProperties ?? {}).properties ?? {};
    if (href?.type !== "string" || verbs?.type !== "array") yield `${place} is not a map of links`;
  } else if (typeof shape === "string") {
    if (schema.type !== shape) yield `${place} is no ${shape}`;
  } else if ("oneOf" in shape) {
    const unexpected = (schema.enum ?? [`any ${schema.type}`]).filter(
      (one) => !shape.oneOf.includes(one),
    );
    if (unexpected.length > 0) yield `${place} may be ${unexpected.join(", ")}`;
  } else if ("members" in shape) {
    yield* memberDifferences(schema, shape.members, place);
  } else if (schema.items === undefined) {
    yield `${place} is not a list`;
  } else {
    yield* differences(schema.items, shape[0], `${place}[]`);
  }
}

function* memberDifferences(
  { properties = {}, required = [] }: Schema,
  members: Readonly<Record<string, Shape>>,
  place: string,
): Generator<string> {
  const isRequired = (name: string) => `${name}!` in members;
  for (const [name, schema] of Object.entries(properties)) {
    const shape = members[name] ?? members[`${name}!`];
    if (shape === undefined) yield `${place}/${name} is added`;
    else yield* differences(schema, shape, `${place}/${name}`);
    if (isRequired(name) && !required.includes(name)) yield `${place}/${name} may be absent`;
  }
  for (const name of Object.keys(members)) {
    const isThere = name.replace("!", "") in properties;
    if (name.endsWith("!") && !isThere) yield `${place}/${name.replace("!", "")} is not there`;
  }
}

test("responses have the framework's shape, except for the listed differences", () => {
  const found = Object.entries(frameworkShapes).flatMap(([shapeKey, shape]) => [
    ...differences(responseSchema(shapeKey), shape, `${shapeKey} `),
  ]);
  assert.deepEqual(found, deliberateDifferences);
});
