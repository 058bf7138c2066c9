import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { operationList, tppMessageCodes } from "@varde/protocol";
import { buildOpenApi } from "@varde/sandbox/reference";
import { openApiSchemas } from "@varde/testkit/responses";

// biome-ignore lint/suspicious/noExplicitAny: the document is read as plain JSON
type Json = any;
const document = JSON.parse(JSON.stringify(buildOpenApi())) as Json;
const listed = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
  Object.entries<Json>(item).map(([method, operation]) => ({ path, method, operation })),
);

const resolve = (value: Json): Json =>
  value?.$ref === undefined
    ? value
    : value.$ref
        .slice(2)
        .split("/")
        .reduce((at: Json, part: string) => at?.[part], document);

/** Finds every reference in the document. */
function* references(value: Json): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  if (typeof value.$ref === "string") yield value.$ref;
  for (const inner of Object.values(value)) yield* references(inner);
}

/** The fields that OpenAPI 3.1 allows in each kind of object; extensions start with x-. */
const fields = {
  document: "openapi info jsonSchemaDialect servers paths components security tags",
  info: "title version description license",
  operation: "tags summary description operationId parameters requestBody responses deprecated",
  parameter: "name in description required schema example",
  response: "description headers content",
  mediaType: "schema example",
  components: "schemas parameters responses headers securitySchemes",
} as const;

const hasOnly = (kind: keyof typeof fields, value: Json, where: string) => {
  const allowed = new Set<string>(fields[kind].split(" "));
  const unknown = Object.keys(value).filter((name) => !allowed.has(name) && !name.startsWith("x-"));
  assert.deepEqual(unknown, [], `${where} has fields that OpenAPI does not define`);
};

describe("the OpenAPI document", () => {
  test("has version 3.1, the version of the API and the documentation", () => {
    assert.match(document.openapi, /^3\.1\.\d$/);
    assert.equal(document.info.version, "1.23.7");
    assert.equal(document.info["x-documentation-version"], "2.11.0");
    hasOnly("document", document, "the document");
    hasOnly("info", document.info, "info");
    hasOnly("components", document.components, "components");
  });

  test("and the other documents describe each operation, apart from its summary", () => {
    for (const name of ["openapi", "control-openapi", "core-bank-openapi", "own-channel-openapi"]) {
      const { paths, tags } = JSON.parse(readFileSync(`docs/reference/${name}.json`, "utf8"));
      for (const [path, item] of Object.entries<Json>(paths)) {
        for (const { operationId, summary, description } of Object.values<Json>(item)) {
          const isDescribed = description?.length > 10 && description !== summary;
          assert.ok(isDescribed, `${name}: ${operationId} ${path} has no description`);
        }
      }
      for (const tag of tags) assert.ok(tag.description?.length > 5, `${name}: tag ${tag.name}`);
    }
  });

  test("contains every operation of the interface under a unique name", () => {
    const names = listed.map(({ operation }) => operation.operationId);
    assert.equal(new Set(names).size, names.length);
    const ids = new Set(names.map((name: string) => name.split(".")[0]));
    assert.deepEqual(ids, new Set(operationList.map(({ id }) => id)));
  });

  test("ERR-11: lists RESOURCE_UNKNOWN wherever the path has the id of a resource", () => {
    const withId = listed.filter(({ path }) => /\{(?!product\})\w+\}/.test(path));
    const lacking = withId.filter(
      ({ operation }) => !operation["x-error-codes"].includes("RESOURCE_UNKNOWN"),
    );
    assert.ok(withId.length >= 15, `${withId.length} paths`);
    assert.deepEqual(
      lacking.map(({ path, method }) => `${method} ${path}`),
      [],
    );
  });

  test("has no dangling reference and no unused component", () => {
    const used = new Set(references(document));
    for (const each of used) assert(resolve({ $ref: each }) !== undefined, each);
    for (const kind of ["schemas", "parameters", "responses", "headers"]) {
      for (const name of Object.keys(document.components[kind])) {
        assert.match(name, /^[\w.-]+$/);
        assert(used.has(`#/components/${kind}/${name}`), `${kind}/${name} is not used`);
      }
    }
  });

  test("gives each operation well-formed parameters, responses and a known tag", () => {
    const tags = new Set(document.tags.map(({ name }: Json) => name));
    for (const { path, method, operation } of listed) {
      const where = `${method} ${path}`;
      hasOnly("operation", operation, where);
      assert(operation.tags.every((tag: string) => tags.has(tag)));
      const parameters = operation.parameters.map(resolve);
      for (const each of parameters) {
        hasOnly("parameter", each, where);
        assert(["path", "query", "header"].includes(each.in) && each.schema !== undefined);
      }
      const keys = parameters.map((each: Json) => `${each.in} ${each.name.toLowerCase()}`);
      assert.equal(new Set(keys).size, keys.length, where);
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const named = parameters.filter((each: Json) => each.in === "path" && each.required);
      assert.deepEqual(
        named.map(({ name }: Json) => name),
        inPath,
        where,
      );
      for (const [status, each] of Object.entries(operation.responses)) {
        assert.match(status, /^[2-5]\d\d$/);
        const response = resolve(each);
        hasOnly("response", response, where);
        assert.equal(typeof response.description, "string");
      }
    }
  });

  test("has schemas that compile and examples that validate", () => {
    const ajv = openApiSchemas(document);
    const validators = new Map<string, ReturnType<typeof ajv.compile>>();
    const findValidator = (reference: string) => {
      const known = validators.get(reference) ?? ajv.compile({ $ref: `openapi${reference}` });
      validators.set(reference, known);
      return known;
    };
    let examples = 0;
    const validate = (media: Json, where: string) => {
      hasOnly("mediaType", media, where);
      const validateExample = findValidator(media.schema.$ref);
      if (media.example === undefined) return;
      examples += 1;
      assert(validateExample(media.example), `${where}: ${ajv.errorsText(validateExample.errors)}`);
    };
    for (const { path, method, operation } of listed) {
      const where = `${method} ${path}`;
      const { requestBody } = operation;
      if (requestBody !== undefined) {
        const media = requestBody.content["application/json"];
        assert(media.example !== undefined, `${where} has no example of its body`);
        validate(media, where);
      }
      for (const [status, each] of Object.entries(operation.responses)) {
        const media = resolve(each).content?.["application/json"];
        if (media !== undefined) validate(media, `${where} ${status}`);
      }
    }
    assert(examples > 500, `${examples} examples`);
  });

  test("marks deprecated operations and explains every error code", () => {
    assert.equal(document.paths["/v1/consents"].post.deprecated, true);
    const { NdctBody } = document.components.schemas;
    assert.equal(NdctBody.properties.remittanceInformationStructured.deprecated, true);
    const codes = document["x-error-codes"].map(({ code }: Json) => code);
    assert.deepEqual(codes, tppMessageCodes);
  });
});
