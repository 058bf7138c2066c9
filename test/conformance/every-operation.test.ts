import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import { computeDigest, formatDateHeader, type Operation } from "@varde/protocol";
import { aBank } from "@varde/testkit/bank";
import { pooledRsaKeys } from "@varde/testkit/keys";
import { aSession } from "@varde/testkit/psu";
import { assertRefused } from "@varde/testkit/responses";
import {
  aTpp,
  type RawRequest,
  resign,
  type ServedOperation,
  servedOperations,
} from "@varde/testkit/tpp";
import { signatureRefused } from "./tampered-payments.ts";

// Rules about every operation, or about a kind of operations, on each one in the registry. The
// expectations here are those of the interface, not the facts of the registry.

const bank = await aBank();
after(() => bank.close());
const tpp = aTpp(bank);
const { headers } = await aSession(bank, tpp);

type Names = (operation: Operation) => boolean;

const every: Names = () => true;
const isOfPayments: Names = ({ path }) => /^\/v1\/(\{service\}|signing-baskets)/.test(path);
const changesPayments: Names = (operation) => isOfPayments(operation) && operation.method !== "GET";
const createsPayment: Names = ({ method, path }) =>
  method === "POST" && path === "/v1/{service}/{product}";
const createsBasket: Names = ({ method, path }) =>
  method === "POST" && path === "/v1/signing-baskets";
const actsForPsu: Names = ({ path }) => !/^\/v1\/(tpps|sandbox)\//.test(path);

const sign = ({ operation, path }: ServedOperation, changes: RawRequest["headers"] = {}) => {
  const { method } = operation;
  const body = method === "GET" ? {} : { body: "{}" };
  return tpp.sign({ method, path, ...body, headers: { ...headers, ...changes } });
};

/** Signed once: the required headers are checked before the signature and the request id. */
const requests = await Promise.all(
  servedOperations.map(async (served) => ({ ...served, signed: await sign(served) })),
);

const sendChanged = (
  { signed }: (typeof requests)[number],
  change: (sent: Record<string, string | string[]>) => void,
) => {
  const changed = { ...signed.headers };
  change(changed);
  return tpp.sendAgain({ ...signed, headers: changed });
};

const without = (name: string) => (sent: Record<string, string | string[]>) => {
  for (const key of Object.keys(sent)) {
    if (key.toLowerCase() === name.toLowerCase()) delete sent[key];
  }
};

describe("required headers", () => {
  for (const [title, name, isRequired] of [
    [
      "HDR-01: x-accept-fix is required to create a payment or a basket",
      "x-accept-fix",
      (one: Operation) => createsPayment(one) || createsBasket(one),
    ],
    ["HDR-04: X-Request-ID is required on every operation", "X-Request-ID", every],
    [
      "HDR-06: TPP-Session-ID is required to change payments and baskets",
      "TPP-Session-ID",
      changesPayments,
    ],
    ["HDR-11, HDR-26: Digest is required on payment creation alone", "Digest", createsPayment],
    [
      "HDR-13: TPP-Signature-Certificate is required on every operation",
      "TPP-Signature-Certificate",
      every,
    ],
    ["HDR-15: Signature is required on every operation", "Signature", every],
    ["HDR-16: PSU-ID is required to change payments and baskets", "PSU-ID", changesPayments],
    [
      "HDR-22: PSU-IP-Address is required to change payments and baskets",
      "PSU-IP-Address",
      changesPayments,
    ],
    ["HDR-23: PSU-IP-Port is never required", "PSU-IP-Port", () => false],
  ] as const) {
    test(title, async () => {
      for (const request of requests) {
        const { status, json, text } = await sendChanged(request, without(name));
        const messages: readonly { code: string; path?: string }[] = json?.tppMessages ?? [];
        const isRefused = messages.some(
          ({ code, path }) => code === "HTTP_HEADER_REQUIRED" && path === name,
        );
        const { id } = request.operation;
        assert.equal(isRefused, isRequired(request.operation), `${id}: ${status} ${text}`);
      }
    });
  }

  test("HDR-07: TPP-Redirect-URI is required to change payments and baskets", async () => {
    for (const request of requests.filter(({ operation }) => changesPayments(operation))) {
      const response = await sendChanged(request, without("TPP-Redirect-URI"));
      const expected = { status: 400, code: "HTTP_HEADER_REQUIRED", path: "TPP-Redirect-URI" };
      assertRefused(response, expected);
    }
  });

  test("SIG-03: refuses a request without Date or Signature in every operation", async () => {
    for (const request of requests) {
      for (const path of ["Date", "Signature"]) {
        const response = await sendChanged(request, without(path));
        assertRefused(response, { status: 400, code: "HTTP_HEADER_REQUIRED", path });
      }
    }
  });
});

describe("formats of headers", () => {
  for (const [title, name, value, isChecked] of [
    [
      "HDR-17: refuses a PSU-ID that is not a UUID wherever it is read",
      "PSU-ID",
      "4711",
      actsForPsu,
    ],
    [
      "HDR-24: refuses an unknown PSU-HTTP-Method wherever it is read",
      "PSU-HTTP-Method",
      "HEAD",
      actsForPsu,
    ],
    [
      "HDR-25: refuses a PSU-Device-ID that is not a UUID wherever it is read",
      "PSU-Device-ID",
      "phone",
      actsForPsu,
    ],
    ["HDR-30: refuses a malformed X-Request-ID in every operation", "X-Request-ID", "a b", every],
  ] as const) {
    test(title, async () => {
      for (const served of servedOperations) {
        if (!isChecked(served.operation)) continue;
        // A signature without an id of its own would be the same for several operations.
        const sent = name === "X-Request-ID" ? `${value} ${served.operation.id}` : value;
        const response = await tpp.sendAgain(await sign(served, { [name]: sent }));
        assertRefused(response, { status: 400, code: "FORMAT_ERROR", path: name });
      }
    });
  }
});

describe("signatures", () => {
  test("SIG-04: refuses a signature that fails verification in every operation", async () => {
    const { privateKey: key } = pooledRsaKeys();
    for (const request of requests) {
      const response = await sendChanged(request, (sent) => resign(sent, { key }));
      assertRefused(response, signatureRefused);
    }
  });

  test("SIG-09: refuses a Date that is too old in every operation", async () => {
    const date = formatDateHeader(Date.now() - 120_000);
    for (const served of servedOperations) {
      const response = await tpp.sendAgain(await sign(served, { Date: date }));
      assertRefused(response, { status: 400, code: "BAD_REQUEST", path: "Date" });
    }
  });

  test("SIG-24, SIG-30: refuses an unsigned PSU-Corporate-ID in every operation", async () => {
    for (const request of requests) {
      const response = await sendChanged(request, (sent) => {
        sent["PSU-Corporate-ID"] = randomUUID();
      });
      assertRefused(response, { ...signatureRefused, text: /psu-corporate-id/ });
    }
  });

  test("HDR-31: refuses a Digest of another body in every operation", async () => {
    const digest = computeDigest(Buffer.from("another body"), "SHA-256");
    for (const request of requests) {
      const response = await sendChanged(request, (sent) => {
        sent.Digest = digest;
      });
      assertRefused(response, { status: 400, code: "BAD_REQUEST", path: "Digest" });
    }
  });
});
