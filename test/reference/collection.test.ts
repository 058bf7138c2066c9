import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { operationList } from "@varde/protocol";
import { buildCollection } from "@varde/sandbox/reference";
import { aBank } from "@varde/testkit/bank";
import { Ajv2020 } from "ajv/dist/2020.js";
import { type Collection, CollectionRunner, listRequests } from "./collection-runner.ts";

const collection = JSON.parse(JSON.stringify(buildCollection())) as Collection;

const pageAddress = "/docs/varde.postman-collection.json";

const script = {
  type: "object",
  required: ["listen", "script"],
  additionalProperties: false,
  properties: {
    listen: { enum: ["prerequest", "test"] },
    script: {
      type: "object",
      required: ["type", "exec"],
      additionalProperties: false,
      properties: {
        type: { const: "text/javascript" },
        exec: { type: "array", items: { type: "string" } },
      },
    },
  },
};
const pairs = {
  type: "array",
  items: {
    type: "object",
    required: ["key", "value"],
    additionalProperties: false,
    properties: { key: { type: "string" }, value: { type: "string" } },
  },
};

/** The rules of format version 2.1.0 for the parts that this collection uses. */
const format = {
  $defs: {
    item: {
      type: "object",
      required: ["name"],
      additionalProperties: false,
      oneOf: [{ required: ["item"] }, { required: ["request"] }],
      properties: {
        name: { type: "string", minLength: 1 },
        description: { type: "string" },
        item: { type: "array", items: { $ref: "#/$defs/item" } },
        event: { type: "array", items: script },
        request: {
          type: "object",
          required: ["method", "header", "url"],
          additionalProperties: false,
          properties: {
            method: { enum: ["GET", "POST", "PUT", "DELETE"] },
            description: { type: "string" },
            header: pairs,
            url: {
              type: "object",
              required: ["raw", "host", "path"],
              additionalProperties: false,
              properties: {
                raw: { type: "string" },
                host: { type: "array", items: { type: "string" } },
                path: { type: "array", items: { type: "string" } },
                query: pairs,
              },
            },
            body: {
              type: "object",
              required: ["mode", "raw"],
              additionalProperties: false,
              properties: {
                mode: { const: "raw" },
                raw: { type: "string" },
                options: { const: { raw: { language: "json" } } },
              },
            },
          },
        },
      },
    },
  },
  type: "object",
  required: ["info", "item"],
  additionalProperties: false,
  properties: {
    info: {
      type: "object",
      required: ["name", "schema"],
      additionalProperties: false,
      properties: {
        name: { type: "string" },
        description: { type: "string" },
        schema: { const: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
      },
    },
    item: { type: "array", items: { $ref: "#/$defs/item" } },
    event: { type: "array", items: script },
    variable: pairs,
  },
};

describe("the collection for API clients", () => {
  test("has format 2.1.0 and contains no key", () => {
    const ajv = new Ajv2020({ allErrors: true });
    const validate = ajv.compile(format);
    assert(validate(collection), ajv.errorsText(validate.errors));
    assert.doesNotMatch(JSON.stringify(collection), /PRIVATE KEY|BEGIN CERT/);
    for (const { request } of listRequests(collection.item)) {
      assert(request !== undefined);
      const { raw, host, path, query = [] } = request.url;
      const asked = query.map(({ key, value }) => `${key}=${value}`).join("&");
      const parts = [...host, ...path].join("/");
      assert.equal(raw, asked === "" ? parts : `${parts}?${asked}`);
    }
  });

  test("has compact bodies, which a proxy that rewrites JSON does not change", () => {
    const bodies = listRequests(collection.item).flatMap(({ request }) => request?.body ?? []);
    assert.ok(bodies.length > 10, `${bodies.length} bodies`);
    for (const { raw } of bodies) assert.equal(raw, JSON.stringify(JSON.parse(raw)));
  });

  test("contains every operation, and each request returns the documented status", async () => {
    const bank = await aBank({ bank: { pathPrefix: "/open-banking" } });
    try {
      const served = await fetch(`${bank.addresses.http}${pageAddress}`);
      const done = await new CollectionRunner((await served.json()) as Collection).run();
      const failed = done.filter(({ failures }) => failures.length > 0);
      assert.deepEqual(
        failed.map(({ name, failures, text }) => `${name}: ${failures} ${text.slice(0, 300)}`),
        [],
      );
      const called = new Set(
        listRequests(collection.item).map(({ request }) => {
          const path =
            request?.url.raw.replace(/\?.*/, "").replace("{{bank}}{{pathPrefix}}", "") ?? "";
          const pattern = path
            .replace(/\{\{\w+\}\}/g, "{}")
            .replace(/^\/v1\/(?:bulk-|periodic-)?payments\/[\w-]+/, "/v1/{}/{}");
          return `${request?.method} ${pattern}`;
        }),
      );
      const expected = operationList.map(
        ({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, "{}")}`,
      );
      assert.deepEqual([...called].sort(), [...expected].sort());
    } finally {
      await bank.close();
    }
  });

  test("signs as the named TPP, and reports what is missing", async () => {
    const bank = await aBank();
    try {
      const [first] = listRequests(collection.item);
      assert(first !== undefined);
      const variable = [
        { key: "bank", value: bank.addresses.http },
        { key: "pathPrefix", value: "" },
        { key: "tpp", value: "Nobody" },
      ];
      const [done] = await new CollectionRunner({ ...collection, item: [first], variable }).run();
      assert.match(String(done?.failures), /there is no TPP Nobody/);
    } finally {
      await bank.close();
    }
  });
});
