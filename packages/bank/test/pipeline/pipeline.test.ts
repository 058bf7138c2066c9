import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { operationList } from "@varde/protocol";
import { checkTable } from "../../src/pipeline/pipeline.ts";

const firstOnEveryOperation = [
  "checkMediaType",
  "checkBodySize",
  "checkHeaderLengths",
  "checkRequiredHeaders",
  "checkDate",
  "checkDigest",
  "checkCertificate",
  "checkKeyId",
  "checkSignature",
];
const furtherOnEveryOperation = [
  "checkTpp",
  "checkClientCertificate",
  "checkRequestId",
  "checkHeaderFormats",
];

/** Repeats the table, so that a check cannot be lost, moved or limited without a test noticing. */
const expected = [
  "checkProduct",
  ...firstOnEveryOperation,
  "checkSignatureUse",
  ...furtherOnEveryOperation,
  "checkBodyJson",
  "checkBodySchema",
  "checkBodyRules",
  "checkPsu",
  "checkSession",
  "checkConsent",
];

const { checks, byOperation } = checkTable();
const operationsWith = (check: string) =>
  operationList.filter(({ id }) => byOperation[id].includes(check)).map(({ id }) => id);
const idsUnder = (path: RegExp) =>
  operationList.filter((operation) => path.test(operation.path)).map(({ id }) => id);

describe("the table of checks", () => {
  test("ERR-09: the checks run in the documented order", () => {
    assert.deepEqual(checks, expected);
  });

  test("every operation runs its checks in the order of the table", () => {
    for (const { id } of operationList) {
      assert.deepEqual(
        byOperation[id],
        checks.filter((check) => byOperation[id].includes(check)),
      );
    }
  });

  for (const check of [...firstOnEveryOperation, ...furtherOnEveryOperation]) {
    test(`${check} applies to every operation`, () => {
      assert.equal(operationsWith(check).length, operationList.length);
    });
  }

  test("SIG-43: the use of a signature is checked everywhere except for test data", () => {
    assert.deepEqual(operationsWith("checkSignatureUse"), idsUnder(/^(?!\/v1\/sandbox\/)/));
  });

  test("the product is checked wherever the path names one", () => {
    assert.deepEqual(operationsWith("checkProduct"), idsUnder(/\{product\}/));
  });

  test("a body is parsed and validated wherever an operation reads one", () => {
    const withBody = operationList.filter(({ body }) => body !== undefined).map(({ id }) => id);
    assert.deepEqual(operationsWith("checkBodyJson"), withBody);
    assert.deepEqual(operationsWith("checkBodySchema"), withBody);
    assert.deepEqual(operationsWith("checkBodyRules"), ["createPayment", "confirmFunds"]);
  });

  test("the PSU is checked everywhere except for contact information and test data", () => {
    const withoutPsu = new Set([...idsUnder(/^\/v1\/sandbox\//), "putContact", "readContact"]);
    assert.deepEqual(
      operationsWith("checkPsu"),
      idsUnder(/./).filter((id) => !withoutPsu.has(id)),
    );
  });

  test("the session is checked on payments that change, on accounts and on users", () => {
    assert.deepEqual(operationsWith("checkSession"), [
      "createPayment",
      "deletePayment",
      "startPaymentAuthorisation",
      "startPaymentCancellation",
      "createBasket",
      "deleteBasket",
      "startBasketAuthorisation",
      ...idsUnder(/^\/v1\/(card-)?accounts/),
      "listAgreements",
      "readUser",
      "readUsers",
    ]);
  });

  test("consent is checked on every operation under /v1/accounts and /v1/card-accounts", () => {
    assert.deepEqual(operationsWith("checkConsent"), idsUnder(/^\/v1\/(card-)?accounts/));
  });
});
