import assert from "node:assert/strict";
import { test } from "node:test";
import { basketBody, ndctBody, validateBody } from "../../src/schemas/index.ts";
import { aPayment } from "../a-payment.ts";

test("VAL-16: counts a supplementary character once and refuses it as a character", () => {
  const astral = validateBody(ndctBody, aPayment({ creditorName: "😀".repeat(70) })).violations;
  assert.match(astral[0]?.text ?? "", /cannot be processed/);
  const longer = validateBody(ndctBody, aPayment({ creditorName: "😀".repeat(71) })).violations;
  assert.match(longer[0]?.text ?? "", /71 characters/);
});

test("GEN-08: names a character that cannot be processed in the violation of its field", () => {
  const body = aPayment({ remittanceInformationUnstructured: "Takk 😀", x: "😀" });
  assert.deepEqual(validateBody(ndctBody, body).violations, [
    {
      code: "FORMAT_ERROR",
      path: "/remittanceInformationUnstructured",
      text:
        'remittanceInformationUnstructured is not accepted: the character "😀" (U+1F600) cannot ' +
        "be processed; leave it out.",
    },
  ]);
});

test("GEN-15: says what to send instead of each kind of character", () => {
  for (const [value, hint] of [
    ["Łódź", /; use letters of Western European languages or Northern Sami\.$/],
    ["100 €", /; write the currency code, like EUR\.$/],
    ["O’Neil", /; use plain keyboard characters, like ' and - and " and a space\.$/],
    ["a – b", /; use plain keyboard characters/],
    ["a\nb", /; give the text on one line\.$/],
    ["a\u0007b", /; leave it out\.$/],
    ["a\ud800", /; send complete characters\.$/],
  ] as const) {
    const body = aPayment({ endToEndIdentification: value });
    assert.match(validateBody(ndctBody, body).violations[0]?.text ?? "", hint, value);
  }
});

test("VAL-04: says that a country code in lower case must be in upper case", () => {
  const [violation] = validateBody(
    ndctBody,
    aPayment({ creditorAddress: { country: "no" } }),
  ).violations;
  assert.equal(violation?.text, "country is not in upper case; give NO.");
});

test("explains faults of a body in sentences", () => {
  const bodies = [{}, { paymentIds: "a" }, { paymentIds: [] }, { paymentIds: ["a", "a"] }, "x"];
  for (const body of bodies) {
    for (const { text } of validateBody(basketBody, body).violations) assert.match(text, /\w\.$/);
  }
});
