import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, mock, test } from "node:test";
import { computeDigest, formatDateHeader } from "@varde/protocol";
import { aBank } from "@varde/testkit/bank";
import { pooledRsaKeys } from "@varde/testkit/keys";
import { aPayment, ndct } from "@varde/testkit/payments";
import { assertRefused } from "@varde/testkit/responses";
import {
  aTpp,
  changePart,
  headerValue,
  resign,
  servedOperations,
  TestAuthority,
} from "@varde/testkit/tpp";
import { assertCreated, signatureRefused, tamperedPayments } from "./tampered-payments.ts";

const bank = await aBank();
after(() => bank.close());
const { tpp, headers, create, createWith } = await tamperedPayments(bank);
const { key } = tpp;

describe("presence of a signature", () => {
  test("SIG-02: refuses an unsigned request in every operation", async () => {
    for (const { operation, path } of servedOperations) {
      const sent = { ...headers, "X-Request-ID": randomUUID(), "Content-Type": "application/json" };
      const response = await tpp.exchange(operation.method, path, sent, "{}");
      assertRefused(response, { status: 400, code: "HTTP_HEADER_REQUIRED", path: "Signature" });
    }
  });

  test("SIG-03: refuses a request without the Signature header with 400", async () => {
    const response = await create({ tamper: (sent) => delete sent.Signature });
    assertRefused(response, { status: 400, code: "HTTP_HEADER_REQUIRED", path: "Signature" });
  });

  test("SIG-04: refuses a signature that fails verification with 400", async () => {
    const stranger = pooledRsaKeys().privateKey;
    const response = await create({ tamper: (sent) => resign(sent, { key: stranger }) });
    assertRefused(response, signatureRefused);
    assert.ok(response.headers["varde-explain"], "the sandbox explains the failure");
  });

  test("SIG-05: refuses a TPP whose certificate lists no role", async () => {
    const roleless = aTpp(bank, new TestAuthority().issue({ roles: [] }));
    const response = await roleless.send({ path: ndct, body: aPayment(), headers });
    assertRefused(response, { status: 403, code: "FORBIDDEN" });
  });
});

describe("the Date header", () => {
  const sendDated = async (offsetSeconds: number) => {
    mock.timers.enable({ apis: ["Date"], now: Date.now() });
    try {
      const date = formatDateHeader(Date.now() + offsetSeconds * 1000);
      return await create({ headers: { Date: date } });
    } finally {
      mock.timers.reset();
    }
  };

  test("SIG-08: accepts a Date within 60 seconds of the bank's clock", async () => {
    for (const seconds of [-60, -1, 0, 1, 60]) assertCreated(await sendDated(seconds));
  });

  test("SIG-09: refuses a Date that differs by more than 60 seconds", async () => {
    for (const seconds of [-3600, -62, 62, 3600]) {
      assertRefused(await sendDated(seconds), { status: 400, code: "BAD_REQUEST", path: "Date" });
    }
  });

  test("GEN-11: refuses a Date that is not in the full form of RFC 7231", async () => {
    for (const value of ["2026-11-15T12:00:00Z", "Sunday, 15-Nov-26 12:00:00 GMT", "now"]) {
      const response = await create({ headers: { Date: value } });
      assertRefused(response, { status: 400, code: "BAD_REQUEST", path: "Date" });
    }
  });
});

describe("signed headers", () => {
  const everyName = ["date", "digest", "x-request-id", "psu-id", "tpp-redirect-uri"];

  test("SIG-22, SIG-33: verifies (request-target) if listed, and never requires it", async () => {
    const names = ["(request-target)", ...everyName];
    const signTarget = (target: string, method = "POST") =>
      create({ tamper: (sent) => resign(sent, { key, names, target, method }) });
    assertCreated(await signTarget(ndct));
    assertRefused(await signTarget(`${ndct}?allowLogicalDuplicate=true`), signatureRefused);
    assertRefused(await signTarget(ndct, "DELETE"), signatureRefused);
    assertCreated(await create());
  });

  test("SIG-24, SIG-30: refuses a candidate header that is sent unsigned, by name", async () => {
    for (const name of everyName) {
      const names = everyName.filter((one) => one !== name);
      const response = await create({ tamper: (sent) => resign(sent, { key, names }) });
      assertRefused(response, { ...signatureRefused, text: new RegExp(name) });
    }
  });

  test("SIG-25: leaves a header that is not sent out of the signing string", async () => {
    const context = { "PSU-ID": undefined, "PSU-Context": "PRIVATE" };
    assertCreated(await create({ headers: context }));
    const names = [...everyName, "psu-corporate-id"];
    const response = await create({
      tamper: (sent) => {
        sent["PSU-Corporate-ID"] = randomUUID();
        resign(sent, { key, names });
        delete sent["PSU-Corporate-ID"];
      },
    });
    assertRefused(response, signatureRefused);
  });

  test("SIG-26: ignores blanks around a value", async () => {
    const padded = (sent: Record<string, string | string[]>) => {
      sent["X-Request-ID"] = ` ${headerValue(sent, "x-request-id")} `;
    };
    assertCreated(await create({ tamper: padded }));
  });

  test("SIG-27: uses the order of headers for the lines", async () => {
    const turned = everyName.toReversed();
    assertCreated(await create({ tamper: (sent) => resign(sent, { key, names: turned }) }));
    const response = await createWith((text) => changePart(text, "headers", turned.join(" ")));
    assertRefused(response, signatureRefused);
  });

  test("SIG-35: refuses a security header that is sent twice", async () => {
    const names = ["Date", "Digest", "Signature", "X-Request-ID", "PSU-ID", "TPP-Session-ID"];
    for (const name of names) {
      const response = await create({
        tamper: (sent) => {
          sent[name] = [headerValue(sent, name.toLowerCase()) ?? "", "another"];
        },
      });
      assertRefused(response, { status: 400, code: "BAD_REQUEST", path: name });
    }
  });

  test("HDR-12, HDR-31: accepts a signed Digest of the body in SHA-256 or SHA-512", async () => {
    const body = JSON.stringify(aPayment());
    const send = (digest: string) =>
      create({
        body,
        tamper: (sent) => {
          sent.Digest = digest;
          resign(sent, { key });
        },
      });
    assertCreated(await send(computeDigest(Buffer.from(body), "SHA-512")));
    const wrong = computeDigest(Buffer.from(`${body} `), "SHA-256");
    for (const digest of [wrong, "MD5=XrY7u+Ae7tCTyyK7j1rNww==", "SHA-256=", "nonsense"]) {
      assertRefused(await send(digest), { status: 400, code: "BAD_REQUEST", path: "Digest" });
    }
  });
});
