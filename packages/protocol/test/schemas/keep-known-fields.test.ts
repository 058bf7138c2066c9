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

/** A copy in which every object has fields that no schema knows. */
function strewn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strewn);
  if (typeof value !== "object" || value === null) return value;
  const inner = Object.entries(value).map(([name, field]) => [name, strewn(field)]);
  const foreign = JSON.parse('{"zzz":[{"iban":"x"}],"__proto__":{"iban":1},"toString":5}');
  return { ...foreign, ...Object.fromEntries(inner) };
}

for (const [name, [schema, sample]] of Object.entries(fullBodies)) {
  test(`END-29: ${name}: what the schema does not know is gone, and all else is there`, () => {
    assert.deepEqual(keepKnownFields(schema, strewn(sample)), sample);
    assert.deepEqual(keepKnownFields(schema, sample), sample);
  });
}

test("END-29: more unknown fields than are told of are gone all the same", () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`f${at}`, at]));
  const body = { ...aPayment(many), creditorAddress: { ...many, country: "NO" } };
  assert.equal(validateBody(ndctBody, body).unknownFields.length, 50);
  const known = aPayment({ creditorAddress: { country: "NO" } });
  assert.deepEqual(keepKnownFields(ndctBody, body), known);
});

test("a field that a rule refuses stays for the rule, and is not told of as unknown", () => {
  const dated = anInstantPayment({ requestedExecutionDate: 5, serviceLevel: "URGP" });
  assert.deepEqual(keepKnownFields(indctsBody, dated), dated);
  assert.deepEqual(validateBody(indctsBody, dated).unknownFields, []);
  const other = aPayment({ serviceLevel: { a: 1 } });
  assert.deepEqual(keepKnownFields(ndctBody, other), aPayment());
});

test("the date of a payment within a bulk is gone, its urgency stays to be refused", () => {
  const { debtorAccount, ...item } = aPayment();
  const dated = { ...item, requestedExecutionDate: "2026-11-20" };
  const urgent = { ...item, serviceLevel: "URGP" };
  assert.deepEqual(
    keepKnownFields(bulkNdctBody, aBulk({ payments: [dated, urgent] })),
    aBulk({ payments: [item, urgent] }),
  );
});
