import assert from "node:assert/strict";
import { test } from "node:test";
import { basketBody, ndctBody, validateBody } from "../../src/schemas/index.ts";
import { aPayment } from "../a-payment.ts";

test("VAL-16: an astral character counts once against a length, and is refused as such", () => {
  const astral = validateBody(ndctBody, aPayment({ creditorName: "😀".repeat(70) })).violations;
  assert.match(astral[0]?.text ?? "", /cannot be processed/);
  const longer = validateBody(ndctBody, aPayment({ creditorName: "😀".repeat(71) })).violations;
  assert.match(longer[0]?.text ?? "", /71 characters/);
});

test("GEN-08: a character that cannot be processed is named in the fault of its field", () => {
  const body = aPayment({ remittanceInformationUnstructured: "Takk 😀", x: "😀" });
  assert.deepEqual(validateBody(ndctBody, body).violations, [
    {
      code: "FORMAT_ERROR",
      path: "/remittanceInformationUnstructured",
      text:
        'remittanceInformationUnstructured cannot be taken: the character "😀" (U+1F600) cannot ' +
        "be processed; leave it out.",
    },
  ]);
});

test("GEN-15: what to send in place of a character depends on what it is", () => {
  for (const [name, hint] of [
    ["Łódź", /; use letters of Western European languages or Northern Sami\.$/],
    ["100 €", /; write the code of the currency, like EUR\.$/],
    ["O’Neil", /; use the plain signs of a keyboard, like ' and - and " and a blank\.$/],
    ["a – b", /; use the plain signs/],
    ["a\nb", /; give the text in one line\.$/],
    ["a\u0007b", /; leave it out\.$/],
    ["a\ud800", /; send each character whole\.$/],
  ] as const) {
    const [violation] = validateBody(ndctBody, aPayment({ creditorName: name })).violations;
    assert.match(violation?.text ?? "", hint, name);
  }
});

test("VAL-04: a country in small letters is told that it is only that", () => {
  const [violation] = validateBody(
    ndctBody,
    aPayment({ creditorAddress: { country: "no" } }),
  ).violations;
  assert.equal(violation?.text, "country is not in upper case; give NO.");
});

test("what is wrong with a body is told in sentences", () => {
  const bodies = [{}, { paymentIds: "a" }, { paymentIds: [] }, { paymentIds: ["a", "a"] }, "x"];
  for (const body of bodies) {
    for (const { text } of validateBody(basketBody, body).violations) assert.match(text, /\w\.$/);
  }
});
