import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { countries, currencies, purposeCodes } from "../../src/data/index.ts";
import {
  basketBody,
  ndctBody,
  periodicNdctBody,
  type Schema,
  validateBody,
} from "../../src/schemas/index.ts";
import { aPayment, aPeriodicPayment } from "../a-payment.ts";
import { fullBodies } from "./full-bodies.ts";

interface Field {
  readonly pointer: string;
  readonly steps: readonly string[];
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** Every field of a schema that a sample has, by walking both. */
function fieldsOf(schema: Schema, sample: unknown, steps: readonly string[] = []): Field[] {
  const {
    properties,
    items,
    required = [],
  } = schema as {
    properties?: Record<string, Schema>;
    items?: Schema;
    required?: string[];
  };
  if (items !== undefined && Array.isArray(sample)) {
    return sample.flatMap((item, index) => fieldsOf(items, item, [...steps, String(index)]));
  }
  return Object.entries(properties ?? {}).flatMap(([name, field]) => {
    const inner = (sample as Record<string, unknown>)[name];
    if (inner === undefined) return [];
    const path = [...steps, name];
    const pointer = `/${path.join("/")}`;
    const isRequired = required.includes(name);
    return [{ pointer, steps: path, schema: field, isRequired }, ...fieldsOf(field, inner, path)];
  });
}

/** A copy with one field changed, or taken away when the new value is undefined. */
function changed(sample: unknown, steps: readonly string[], value: unknown): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(sample));
  let holder = copy as Record<string, unknown>;
  for (const step of steps.slice(0, -1)) holder = holder[step] as Record<string, unknown>;
  const last = steps.at(-1) ?? "";
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return copy;
}

function emptyOf(value: unknown): unknown {
  if (typeof value === "string") return "";
  if (Array.isArray(value)) return [];
  return typeof value === "object" ? {} : undefined;
}

const at = (sample: unknown, steps: readonly string[]): unknown =>
  steps.reduce((value, step) => (value as Record<string, unknown>)[step], sample);

const rawProse = /must (?:be|have|match|NOT)|schema|keyword|pattern/;

function assertRefused(schema: Schema, body: unknown, pointer: string, what: string): void {
  const { violations } = validateBody(schema, body);
  const found = violations.find(
    ({ path = "" }) => path === pointer || path.startsWith(`${pointer}/`),
  );
  assert.ok(found, `${what}: no violation at ${pointer} in ${JSON.stringify(violations)}`);
  assert.equal(found.code, "FORMAT_ERROR");
  assert.doesNotMatch(found.text, rawProse);
  assert.ok(found.text.length <= 512);
}

for (const [name, [schema, sample]] of Object.entries(fullBodies)) {
  test(`${name}: a full body passes`, () => {
    assert.deepEqual(validateBody(schema, sample), { violations: [], unknownFields: [] });
  });

  test(`${name}: each required field is missed if missing, null, mistyped or empty`, () => {
    const required = fieldsOf(schema, sample).filter(({ isRequired }) => isRequired);
    assert.ok(Array.isArray(sample) || name.includes("bulk") || required.length > 0);
    for (const { pointer, steps, schema: field } of required) {
      assertRefused(schema, changed(sample, steps, undefined), pointer, "missing");
      assertRefused(schema, changed(sample, steps, null), pointer, "null");
      assertRefused(schema, changed(sample, steps, true), pointer, "wrong type");
      assertRefused(schema, changed(sample, steps, [[]]), pointer, "wrong type");
      const value = at(sample, steps);
      const isLoose = name.startsWith("sandbox") && pointer.endsWith("/amount");
      // An account named by one of two fields requires neither: that is a rule's to judge.
      const mayBeEmpty = isLoose || ("properties" in field && !("required" in field));
      if (!mayBeEmpty)
        assertRefused(schema, changed(sample, steps, emptyOf(value)), pointer, "empty");
    }
  });

  test(`${name}: each optional field may be left out and may not be null`, () => {
    for (const { pointer, steps, isRequired } of fieldsOf(schema, sample)) {
      if (isRequired) continue;
      assert.deepEqual(validateBody(schema, changed(sample, steps, undefined)).violations, []);
      assertRefused(schema, changed(sample, steps, null), pointer, "null");
      assertRefused(schema, changed(sample, steps, [[7]]), pointer, "wrong type");
    }
  });

  test(`${name}: an unknown field at any level is told of and ignored`, () => {
    for (const { pointer, steps, schema: field } of fieldsOf(schema, sample)) {
      if (!("properties" in field)) continue;
      const body = changed(sample, [...steps, "x-~/y"], 1);
      assert.deepEqual(validateBody(schema, body), {
        violations: [],
        unknownFields: [`${pointer}/x-~0~1y`],
      });
    }
    if (Array.isArray(sample)) return;
    assert.deepEqual(validateBody(schema, { ...(sample as object), zzz: {} }), {
      violations: [],
      unknownFields: ["/zzz"],
    });
  });

  test(`VAL-16: ${name}: each length is met by its maximum and broken by one more`, () => {
    for (const { pointer, steps, schema: field } of fieldsOf(schema, sample)) {
      const { maxLength, pattern } = field as { maxLength?: number; pattern?: string };
      if (maxLength === undefined || pattern?.includes("@")) continue;
      for (const letter of ["a", "ø", "đ"]) {
        const longest = changed(sample, steps, letter.repeat(maxLength));
        assert.deepEqual(validateBody(schema, longest).violations, [], pointer);
        const longer = changed(sample, steps, letter.repeat(maxLength + 1));
        assertRefused(schema, longer, pointer, "too long");
      }
    }
  });

  test(`${name}: no value of another kind makes the judge throw`, () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        validateBody(schema, body);
      }),
      { numRuns: 50 },
    );
  });
}

test("VAL-01: each listed currency is taken", () => {
  for (const currency of currencies) {
    const body = aPayment({ instructedAmount: { amount: "1", currency } });
    assert.deepEqual(validateBody(ndctBody, body).violations, []);
  }
});

test("VAL-02: a currency outside the list is refused without printing the list", () => {
  for (const currency of ["BYN", "nok", "XXX", "NO", "NOKK", "toString"]) {
    const body = aPayment({ instructedAmount: { amount: "1", currency } });
    assertRefused(ndctBody, body, "/instructedAmount/currency", currency);
    assert.ok((validateBody(ndctBody, body).violations[0]?.text.length ?? 999) < 120);
  }
});

test("VAL-03: each listed country is taken", () => {
  for (const country of countries) {
    const body = aPayment({ creditorAddress: { country } });
    assert.deepEqual(validateBody(ndctBody, body).violations, []);
  }
});

test("VAL-04: a country outside the list is refused", () => {
  for (const country of ["XK", "no", "NOR"]) {
    const body = aPayment({ creditorAddress: { country } });
    assertRefused(ndctBody, body, "/creditorAddress/country", country);
  }
});

test("VAL-07: an amount as a JSON number is refused, and the hint speaks of quotes", () => {
  const body = aPayment({ instructedAmount: { amount: 100, currency: "NOK" } });
  const [violation] = validateBody(ndctBody, body).violations;
  assert.equal(violation?.path, "/instructedAmount/amount");
  assert.match(violation?.text ?? "", /is a number; give a decimal number in quotes/);
});

test("VAL-11: each purpose code is taken", () => {
  for (const purposeCode of purposeCodes) {
    assert.deepEqual(validateBody(ndctBody, aPayment({ purposeCode })).violations, []);
  }
});

test("VAL-12: another purpose code is refused, and the codes are told", () => {
  const [violation] = validateBody(ndctBody, aPayment({ purposeCode: "XXXX" })).violations;
  assert.match(violation?.text ?? "", /one of INVS, SALA/);
});

test("RSP-14: all faults of a body are told together, each at its own pointer", () => {
  const { violations } = validateBody(ndctBody, {
    instructedAmount: { amount: 1 },
    creditorName: " ",
    creditorAccount: null,
    creditorAddress: [],
    remittanceInformationStructuredArray: [{ reference: "12345674" }, {}],
  });
  assert.deepEqual(violations.map(({ path }) => path).sort(), [
    "/creditorAccount",
    "/creditorAddress",
    "/creditorName",
    "/debtorAccount",
    "/instructedAmount/amount",
    "/instructedAmount/currency",
    "/remittanceInformationStructuredArray/1/reference",
  ]);
});

test("a body that is no object is refused as a whole", () => {
  for (const body of [[], null, 1, "x", true]) {
    const { violations } = validateBody(ndctBody, body);
    assert.equal(violations.length, 1);
    assert.equal(violations[0]?.path, undefined);
    assert.match(violations[0]?.text ?? "", /^The body is/);
  }
});

test("fields of an object's prototype do not count as given", () => {
  const { violations } = validateBody(ndctBody, Object.create(aPayment()));
  assert.equal(violations.length, 5);
});

test("BSK-14: a basket holds 1 to 100 payments, all different", () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `payment-${index}`);
  for (const count of [1, 100]) {
    assert.deepEqual(validateBody(basketBody, { paymentIds: ids(count) }).violations, []);
  }
  for (const count of [0, 101]) {
    assertRefused(basketBody, { paymentIds: ids(count) }, "/paymentIds", String(count));
  }
  assert.deepEqual(validateBody(basketBody, { paymentIds: ["a", "b", "a"] }).violations, [
    {
      code: "FORMAT_ERROR",
      path: "/paymentIds/2",
      text: "item 2 of paymentIds repeats an earlier item; give each only once.",
    },
  ]);
});

test("periodic NDCT: at most 11 months, all different", () => {
  const months = Array.from({ length: 12 }, (_, index) => String(index + 1));
  const body = (monthsOfExecution: string[]) =>
    aPeriodicPayment({ frequency: "MonthlyVariable", monthsOfExecution });
  assert.deepEqual(validateBody(periodicNdctBody, body(months.slice(1))).violations, []);
  assertRefused(periodicNdctBody, body(months), "/monthsOfExecution", "12");
  assertRefused(periodicNdctBody, body(["1", "1"]), "/monthsOfExecution/1", "twice");
  assertRefused(periodicNdctBody, body(["13"]), "/monthsOfExecution/0", "13");
  assertRefused(periodicNdctBody, body(["01"]), "/monthsOfExecution/0", "01");
});

test("a body with very many faults is answered with few", () => {
  const many = { paymentIds: Array.from({ length: 100_000 }, () => 1) };
  assert.equal(validateBody(basketBody, many).violations.length, 1);
  const some = { paymentIds: Array.from({ length: 1000 }, () => 1) };
  assert.equal(validateBody(basketBody, some).violations.length, 100);
});
