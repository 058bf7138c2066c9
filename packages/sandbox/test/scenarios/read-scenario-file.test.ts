import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConfigurationRefused } from "@varde/bank";
import { parseScenarios } from "../../src/scenarios/read-scenario-file.ts";

const refusedWith = (text: string, message: RegExp) =>
  assert.throws(
    () => parseScenarios(text, "s.json"),
    (error) => error instanceof ConfigurationRefused && message.test(error.message),
  );

describe("a scenario file", () => {
  test("is read", () => {
    const text = '[{"match": {"amount": "1.00"}, "effect": {"drop": true}}]';
    assert.equal(parseScenarios(text, "s.json").length, 1);
  });

  test("that is not JSON is refused with the line", () => {
    refusedWith(
      '[\n  {"effect": {"drop": true}},\n  {"effect": oops}\n]',
      /s\.json line 3: the file is not valid JSON/,
    );
    refusedWith("[\n  {", /s\.json line 2: /);
  });

  test("with a wrong value is refused with the line and the reason", () => {
    const text = `[
  { "effect": { "delayMs": 5 } },
  {
    "name": "a \\"quoted\\" name, with ] and }",
    "match": { "operation": "createPayments" },
    "effect": { "drop": true }
  }
]`;
    refusedWith(text, /s\.json line 5: operation has a value that is not allowed/);
    refusedWith(
      text.replace("createPayments", "createPayment").replace('"drop"', '"dropp"'),
      /line 6/,
    );
  });

  test("with a number beyond its limit is refused with the limit", () => {
    refusedWith('[{"effect": {"delayMs": 60001}}]', /delayMs is 60001; give 0 to 60000 millisec/);
    refusedWith('[{"effect": {"code": "FORBIDDEN", "status": 600}}]', /status is 600; give .* 599/);
  });

  test("with a missing field is refused with the line of the object that lacks it", () => {
    refusedWith('[\n  {\n    "name": "x"\n  }\n]', /s\.json line 2: effect is missing/);
  });

  test("with an invalid effect is refused with the line", () => {
    const text = `[
  {
    "match": {
      "tpp": "x"
    },
    "effect": { "payment": "refused" }
  }
]`;
    refusedWith(text, /s\.json line 4: \/match\/tpp cannot be combined with payment/);
  });

  test("must be an array", () =>
    refusedWith('{"effect": {}}', /line 1: the file must be a JSON array/));
});
