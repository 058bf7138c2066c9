import assert from "node:assert/strict";
import { test } from "node:test";
import { assertReadsFast } from "@varde/testkit/rounds";
import fc from "fast-check";
import { countries } from "../../src/data/countries.ts";
import { currencies } from "../../src/data/currencies.ts";
import { purposeCodes } from "../../src/data/payment-codes.ts";
import {
  basketBody,
  contactInformationBody,
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

/** Lists every field of a schema that a sample has. */
function listFields(schema: Schema, sample: unknown, steps: readonly string[] = []): Field[] {
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
    return sample.flatMap((item, index) => listFields(items, item, [...steps, String(index)]));
  }
  return Object.entries(properties ?? {}).flatMap(([name, field]) => {
    const inner = (sample as Record<string, unknown>)[name];
    if (inner === undefined) return [];
    const path = [...steps, name];
    const pointer = `/${path.join("/")}`;
    const isRequired = required.includes(name);
    return [{ pointer, steps: path, schema: field, isRequired }, ...listFields(field, inner, path)];
  });
}

/** Copies a body with one field changed, or removed if the new value is undefined. */
function changed(sample: unknown, steps: readonly string[], value: unknown): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(sample));
  let holder = copy as Record<string, unknown>;
  for (const step of steps.slice(0, -1)) holder = holder[step] as Record<string, unknown>;
  const last = steps.at(-1) ?? "";
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return copy;
}

function emptyValue(value: unknown): unknown {
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
  test(`${name}: accepts a body with all fields`, () => {
    assert.deepEqual(validateBody(schema, sample), { violations: [], unknownFields: [] });
  });

  test(`${name}: refuses each required field if missing, null, of a wrong type or empty`, () => {
    const required = listFields(schema, sample).filter(({ isRequired }) => isRequired);
    assert.ok(Array.isArray(sample) || name.includes("bulk") || required.length > 0);
    for (const { pointer, steps, schema: field } of required) {
      assertRefused(schema, changed(sample, steps, undefined), pointer, "missing");
      assertRefused(schema, changed(sample, steps, null), pointer, "null");
      assertRefused(schema, changed(sample, steps, true), pointer, "wrong type");
      assertRefused(schema, changed(sample, steps, [[]]), pointer, "wrong type");
      const value = at(sample, steps);
      const isLoose = name.startsWith("sandbox") && pointer.endsWith("/amount");
      // An account that needs one of two fields requires neither in the schema; a rule checks it.
      const mayBeEmpty = isLoose || ("properties" in field && !("required" in field));
      if (!mayBeEmpty)
        assertRefused(schema, changed(sample, steps, emptyValue(value)), pointer, "empty");
    }
  });

  const optional = listFields(schema, sample).filter(({ isRequired }) => !isRequired);
  if (optional.length > 0)
    test(`${name}: accepts a body without each optional field, and refuses null`, () => {
      for (const { pointer, steps } of optional) {
        assert.deepEqual(validateBody(schema, changed(sample, steps, undefined)).violations, []);
        assertRefused(schema, changed(sample, steps, null), pointer, "null");
        assertRefused(schema, changed(sample, steps, [[7]]), pointer, "wrong type");
      }
    });

  test(`${name}: lists and ignores an unknown field at any level`, () => {
    for (const { pointer, steps, schema: field } of listFields(schema, sample)) {
      // A field that may also be a plain amount has the plain form in the sample.
      if (!("properties" in field) || typeof at(sample, steps) !== "object") continue;
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

  const limited = listFields(schema, sample).flatMap(({ pointer, steps, schema: field }) => {
    const { maxLength, pattern } = field as { maxLength?: number; pattern?: string };
    return maxLength === undefined || pattern?.includes("@") ? [] : [{ pointer, steps, maxLength }];
  });
  if (limited.length > 0)
    test(`VAL-16: ${name}: accepts the maximum of each length and refuses one more`, () => {
      for (const { pointer, steps, maxLength } of limited) {
        for (const letter of ["a", "ø", "đ"]) {
          const longest = changed(sample, steps, letter.repeat(maxLength));
          assert.deepEqual(validateBody(schema, longest).violations, [], pointer);
          const longer = changed(sample, steps, letter.repeat(maxLength + 1));
          assertRefused(schema, longer, pointer, "too long");
        }
      }
    });

  test(`${name}: never throws for values of other types`, () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        validateBody(schema, body);
      }),
      { numRuns: 50 },
    );
  });
}

test("VAL-01: accepts each listed currency", () => {
  for (const currency of currencies) {
    const body = aPayment({ instructedAmount: { amount: "1", currency } });
    assert.deepEqual(validateBody(ndctBody, body).violations, []);
  }
});

test("VAL-02: refuses a currency outside the list without printing the list", () => {
  for (const currency of ["BYN", "nok", "XXX", "NO", "NOKK", "toString"]) {
    const body = aPayment({ instructedAmount: { amount: "1", currency } });
    assertRefused(ndctBody, body, "/instructedAmount/currency", currency);
    assert.ok((validateBody(ndctBody, body).violations[0]?.text.length ?? 999) < 120);
  }
});

test("VAL-03: accepts each listed country", () => {
  for (const country of countries) {
    const body = aPayment({ creditorAddress: { country } });
    assert.deepEqual(validateBody(ndctBody, body).violations, []);
  }
});

test("VAL-04: refuses a country outside the list", () => {
  for (const country of ["XK", "no", "NOR"]) {
    const body = aPayment({ creditorAddress: { country } });
    assertRefused(ndctBody, body, "/creditorAddress/country", country);
  }
});

test("VAL-07: refuses an amount as a JSON number, with a hint about quotes", () => {
  const body = aPayment({ instructedAmount: { amount: 100, currency: "NOK" } });
  const [violation] = validateBody(ndctBody, body).violations;
  assert.equal(violation?.path, "/instructedAmount/amount");
  assert.match(violation?.text ?? "", /is a number; give a decimal number in quotes/);
});

test("VAL-11: accepts each purpose code", () => {
  for (const purposeCode of purposeCodes) {
    assert.deepEqual(validateBody(ndctBody, aPayment({ purposeCode })).violations, []);
  }
});

test("VAL-12: refuses another purpose code and lists the codes", () => {
  const [violation] = validateBody(ndctBody, aPayment({ purposeCode: "XXXX" })).violations;
  assert.match(violation?.text ?? "", /one of INVS, SALA/);
});

test("RSP-14: reports all faults of a body together, each with its pointer", () => {
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

test("refuses a body that is not an object", () => {
  for (const body of [[], null, 1, "x", true]) {
    const { violations } = validateBody(ndctBody, body);
    assert.equal(violations.length, 1);
    assert.equal(violations[0]?.path, undefined);
    assert.match(violations[0]?.text ?? "", /^The body is/);
  }
});

test("ignores fields of an object's prototype", () => {
  const { violations } = validateBody(ndctBody, Object.create(aPayment()));
  assert.equal(violations.length, 5);
});

test("BSK-14: accepts a basket of 1 to 100 different payments", () => {
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
      text: "item 2 of paymentIds repeats an earlier item; list each item once.",
    },
  ]);
});

test("periodic NDCT: accepts at most 11 months, all different", () => {
  const months = Array.from({ length: 12 }, (_, index) => String(index + 1));
  const body = (monthsOfExecution: string[]) =>
    aPeriodicPayment({ frequency: "MonthlyVariable", monthsOfExecution });
  assert.deepEqual(validateBody(periodicNdctBody, body(months.slice(1))).violations, []);
  const twice = validateBody(periodicNdctBody, body(["1", "2", "3", "2"])).violations;
  assert.deepEqual(
    twice.map(({ path }) => path),
    ["/monthsOfExecution/3"],
  );
  assertRefused(periodicNdctBody, body(months), "/monthsOfExecution", "12");
  assertRefused(periodicNdctBody, body(["1", "1"]), "/monthsOfExecution/1", "twice");
  assertRefused(periodicNdctBody, body(["13"]), "/monthsOfExecution/0", "13");
  assertRefused(periodicNdctBody, body(["01"]), "/monthsOfExecution/0", "01");
});

test("limits the number of violations of a body with very many faults", () => {
  const many = { paymentIds: Array.from({ length: 100_000 }, () => 1) };
  assert.equal(validateBody(basketBody, many).violations.length, 1);
  const some = { paymentIds: Array.from({ length: 1000 }, () => 1) };
  assert.equal(validateBody(basketBody, some).violations.length, 100);
});

test("A01: finds the faults of a long email address in linear time", () => {
  assertReadsFast(
    (email) => validateBody(contactInformationBody, { email }),
    [
      ["a@a", ".", " "],
      ["a@", "a."],
      ["", "a", "@"],
    ],
  );
});
