import assert from "node:assert/strict";
import { test } from "node:test";
import {
  bulkNdctBody,
  indctsBody,
  keepKnownFields,
  ndctBody,
  validateBody,
} from "../../src/schemas/index.ts";
import { aBulk, anInstantPayment, aPayment } from "../a-payment.ts";
import { fullBodies } from "./full-bodies.ts";

/** Copies a body and adds unknown fields to every object. */
function strewn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strewn);
  if (typeof value !== "object" || value === null) return value;
  const inner = Object.entries(value).map(([name, field]) => [name, strewn(field)]);
  const foreign = JSON.parse('{"zzz":[{"iban":"x"}],"__proto__":{"iban":1},"toString":5}');
  return { ...foreign, ...Object.fromEntries(inner) };
}

for (const [name, [schema, sample]] of Object.entries(fullBodies)) {
  test(`END-29: ${name}: removes unknown fields and nothing else`, () => {
    assert.deepEqual(keepKnownFields(schema, strewn(sample)), sample);
    assert.deepEqual(keepKnownFields(schema, sample), sample);
  });
}

test("END-29: removes more unknown fields than are listed", () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`f${at}`, at]));
  const body = { ...aPayment(many), creditorAddress: { ...many, country: "NO" } };
  assert.equal(validateBody(ndctBody, body).unknownFields.length, 50);
  const known = aPayment({ creditorAddress: { country: "NO" } });
  assert.deepEqual(keepKnownFields(ndctBody, body), known);
});

test("leaves a refused field in the body and does not list it as unknown", () => {
  const dated = anInstantPayment({ requestedExecutionDate: 5, serviceLevel: "URGP" });
  assert.deepEqual(keepKnownFields(indctsBody, dated), dated);
  assert.deepEqual(validateBody(indctsBody, dated).unknownFields, []);
  const other = aPayment({ serviceLevel: { a: 1 } });
  assert.deepEqual(keepKnownFields(ndctBody, other), aPayment());
});

test("removes the date of a payment in a bulk and leaves its urgency to be refused", () => {
  const { debtorAccount, ...item } = aPayment();
  const dated = { ...item, requestedExecutionDate: "2026-11-20" };
  const urgent = { ...item, serviceLevel: "URGP" };
  assert.deepEqual(
    keepKnownFields(bulkNdctBody, aBulk({ payments: [dated, urgent] })),
    aBulk({ payments: [item, urgent] }),
  );
});
