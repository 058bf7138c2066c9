import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  type BodyOf,
  headerNames,
  missingHeaders,
  type Operation,
  operationList,
  operations,
  type ParametersOf,
  type ResponseOf,
  readsHeader,
  requiredHeaders,
} from "../../src/operations/index.ts";

const signed = ["x-request-id", "date", "tpp-signature-certificate", "signature"];
const ofPresentPsu = ["tpp-session-id", "tpp-redirect-uri", "psu-id", "psu-ip-address"];

/** The required headers, repeated here so that the registry cannot lose one. */
const requiredByOwner: Readonly<Record<string, readonly string[]>> = {
  createPayment: ["x-accept-fix", "digest", ...signed, ...ofPresentPsu],
  createBasket: ["x-accept-fix", ...signed, ...ofPresentPsu],
  deletePayment: [...signed, ...ofPresentPsu],
  startPaymentAuthorisation: [...signed, ...ofPresentPsu],
  startPaymentCancellation: [...signed, ...ofPresentPsu],
  deleteBasket: [...signed, ...ofPresentPsu],
  startBasketAuthorisation: [...signed, ...ofPresentPsu],
  createConsent: [...signed, "tpp-redirect-uri"],
  createConsentDeprecated: [...signed, "tpp-redirect-uri"],
};

describe("required headers", () => {
  for (const operation of operationList) {
    test(`${operation.id} requires exactly the headers of the interface`, () => {
      const expected = new Set(requiredByOwner[operation.id] ?? signed);
      assert.deepEqual(
        requiredHeaders(operation),
        headerNames.filter((name) => expected.has(name)),
      );
    });
  }

  test("X-PSU-IDENTITY or PSU-Context replaces PSU-ID only where the operation reads them", () => {
    const missing = (operation: Operation, sent: string) =>
      missingHeaders(operation, (name) => name === sent).includes("psu-id");
    assert.equal(missing(operations.createPayment, "psu-context"), false);
    assert.equal(missing(operations.createPayment, "x-psu-identity"), false);
    assert.equal(missing(operations.createPayment, "psu-device-id"), true);
    assert.equal(missing(operations.createBasket, "psu-context"), true);
    assert.equal(missing(operations.deletePayment, "x-psu-identity"), true);
  });
});

const idsWhere = (holds: (operation: Operation) => boolean) =>
  operationList.filter(holds).map(({ id }) => id);

describe("facts", () => {
  test("consent is checked on every operation under /v1/accounts and /v1/card-accounts", () => {
    assert.deepEqual(
      idsWhere(({ consent }) => consent),
      idsWhere(({ path }) => /^\/v1\/(card-)?accounts/.test(path)),
    );
  });

  test("balances and transactions alone may be read without the PSU", () => {
    assert.deepEqual(
      idsWhere(({ session }) => session === "or-unattended"),
      ["readBalances", "listTransactions", "readCardBalances", "listCardTransactions"],
    );
  });

  test("every write is idempotent except test data and the confirmation of funds", () => {
    assert.deepEqual(
      idsWhere(({ isIdempotent }) => !isIdempotent),
      idsWhere(
        ({ method, path }) =>
          method === "GET" || path.startsWith("/v1/sandbox/") || path === "/v1/funds-confirmations",
      ),
    );
  });

  test("only payment creation may leave the PSU to its own SCA", () => {
    assert.deepEqual(
      idsWhere(({ session }) => session === "or-single-sca"),
      ["createPayment"],
    );
    assert.deepEqual(
      idsWhere((operation) => readsHeader(operation, "psu-context")),
      ["createPayment"],
    );
  });

  test("paths and methods are unique", () => {
    const routes = operationList.map(({ method, path }) => `${method} ${path}`);
    assert.equal(new Set(routes).size, routes.length);
  });

  test("a session is required wherever the use case relies on a known PSU", () => {
    assert.deepEqual(
      idsWhere(({ psu }) => psu === "known"),
      idsWhere(({ session }) => session === "needed" || session === "or-unattended"),
    );
  });
});

test("types follow the registry", () => {
  const parameters: ParametersOf<"readTransaction"> = { accountId: "a", transactionId: "t" };
  // @ts-expect-error: the path has no such name
  parameters.paymentId;
  const body: BodyOf<"readUser"> = undefined;
  // @ts-expect-error: a deletion that starts nothing has no body
  const response: ResponseOf<"deleteBasket"> = { any: "body" };
  assert.ok(body === undefined && response !== undefined);
});
