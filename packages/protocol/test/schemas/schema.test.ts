import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "typebox";
import type { NdctBody } from "../../src/schemas/index.ts";
import * as schemas from "../../src/schemas/index.ts";
import { boolean, list, map, object, oneOf, optional, string } from "../../src/schemas/schema.ts";

test("the builders create the same objects as TypeBox, including hidden marks", () => {
  const ours = object({
    name: string({ minLength: 1, description: "a name" }),
    kind: optional(oneOf(["A", "B"])),
    flags: list(boolean(), { maxItems: 3 }),
    links: optional(map(object({ href: string() }))),
  });
  const theirs = Type.Object({
    name: Type.String({ minLength: 1, description: "a name" }),
    kind: Type.Optional(Type.Enum(["A", "B"])),
    flags: Type.Array(Type.Boolean(), { maxItems: 3 }),
    links: Type.Optional(Type.Record(Type.String(), Type.Object({ href: Type.String() }))),
  });
  assert.deepEqual(ours, theirs);
  const listMarks = (schema: object) =>
    JSON.stringify(schema, (_, value) =>
      typeof value === "object" && value !== null && "~kind" in value
        ? { ...value, kind: value["~kind"], optional: "~optional" in value }
        : value,
    );
  assert.equal(listMarks(ours.properties.kind), listMarks(theirs.properties.kind));
});

test("the static type of a body has the right optional fields", () => {
  const body: NdctBody = {
    instructedAmount: { amount: "1.00", currency: "NOK" },
    creditorName: "Kari",
    creditorAccount: { bban: "86011117947", currency: "NOK" },
    creditorAddress: { country: "NO" },
    debtorAccount: { currency: "NOK", bban: "95360573002" },
  };
  // @ts-expect-error A currency must be in the list.
  body.instructedAmount.currency = "XXX";
  assert.equal(schemas.validateBody(schemas.ndctBody, body).violations.length, 1);
});

test("every exported schema compiles and refuses true", () => {
  const isSchema = (value: unknown): value is schemas.Schema =>
    typeof value === "object" && value !== null && "~kind" in value;
  const all = Object.entries(schemas as Record<string, unknown>).filter(([, value]) =>
    isSchema(value),
  );
  assert.ok(all.length > 50, String(all.length));
  for (const [name, schema] of all) {
    assert.equal(schemas.validateBody(schema as schemas.Schema, true).violations.length, 1, name);
  }
});

const link = { href: "/v1/payments/x", verbs: ["GET"] };

test("VAL-14: refuses a link with an unknown verb", () => {
  const { linkSchema, validateBody } = schemas;
  assert.deepEqual(validateBody(linkSchema, link).violations, []);
  const [violation] = validateBody(linkSchema, { ...link, verbs: ["PATCH"] }).violations;
  assert.equal(violation?.path, "/verbs/0");
});

test("the example responses of the interface pass their schemas", () => {
  const { customerListResponse, errorResponse, paymentCreatedResponse, validateBody } = schemas;
  const responses = [
    [paymentCreatedResponse, { paymentId: "1", transactionStatus: "RCVD", _links: { self: link } }],
    [errorResponse, { tppMessages: [{ category: "ERROR", code: "FORMAT_ERROR", path: "/a" }] }],
    [
      customerListResponse,
      [
        {
          customerId: "1",
          customerNumber: "15819000066",
          customerType: "PRIVATE",
          customerName: "Kari",
          agreements: [
            { id: "1", name: "a", engagements: [], _links: { self: link, engagements: link } },
          ],
          accounts: [],
          cardAccounts: [],
          _links: { self: link },
        },
      ],
    ],
  ] as const;
  for (const [schema, response] of responses) {
    assert.deepEqual(validateBody(schema, response), { violations: [], unknownFields: [] });
  }
  assert.equal(validateBody(errorResponse, { tppMessages: [] }).violations.length, 1);
});
