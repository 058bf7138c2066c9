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

describe("whether a request is signed", () => {
  test("SIG-02: every operation refuses a request that is not signed", async () => {
    for (const { operation, path } of servedOperations) {
      const sent = { ...headers, "X-Request-ID": randomUUID(), "Content-Type": "application/json" };
      const answer = await tpp.exchange(operation.method, path, sent, "{}");
      assertRefused(answer, { status: 400, code: "HTTP_HEADER_REQUIRED", path: "Signature" });
    }
  });

  test("SIG-03: a request that lacks the Signature header is answered 400", async () => {
    const answer = await create({ tamper: (sent) => delete sent.Signature });
    assertRefused(answer, { status: 400, code: "HTTP_HEADER_REQUIRED", path: "Signature" });
  });

  test("SIG-04: a signature that fails verification is answered 400", async () => {
    const stranger = pooledRsaKeys().privateKey;
    const answer = await create({ tamper: (sent) => resign(sent, { key: stranger }) });
    assertRefused(answer, signatureRefused);
    assert.ok(answer.headers["varde-explain"], "the sandbox explains what it saw");
  });

  test("SIG-05: a TPP whose certificate lists no role is refused", async () => {
    const roleless = aTpp(bank, new TestAuthority().issue({ roles: [] }));
    const answer = await roleless.send({ path: ndct, body: aPayment(), headers });
    assertRefused(answer, { status: 403, code: "FORBIDDEN" });
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

  test("SIG-08: a Date within 60 seconds of the bank's clock is accepted", async () => {
    for (const seconds of [-60, -1, 0, 1, 60]) assertCreated(await sendDated(seconds));
  });

  test("SIG-09: a Date more than 60 seconds off is refused", async () => {
    for (const seconds of [-3600, -62, 62, 3600]) {
      assertRefused(await sendDated(seconds), { status: 400, code: "BAD_REQUEST", path: "Date" });
    }
  });

  test("GEN-11: a Date that is not in the full form of RFC 7231 is refused", async () => {
    for (const value of ["2026-11-15T12:00:00Z", "Sunday, 15-Nov-26 12:00:00 GMT", "now"]) {
      const answer = await create({ headers: { Date: value } });
      assertRefused(answer, { status: 400, code: "BAD_REQUEST", path: "Date" });
    }
  });
});

describe("what is signed", () => {
  const everyName = ["date", "digest", "x-request-id", "psu-id", "tpp-redirect-uri"];

  test("SIG-22, SIG-33: (request-target) is verified when listed and never demanded", async () => {
    const names = ["(request-target)", ...everyName];
    const signTarget = (target: string, method = "POST") =>
      create({ tamper: (sent) => resign(sent, { key, names, target, method }) });
    assertCreated(await signTarget(ndct));
    assertRefused(await signTarget(`${ndct}?allowLogicalDuplicate=true`), signatureRefused);
    assertRefused(await signTarget(ndct, "DELETE"), signatureRefused);
    assertCreated(await create());
  });

  test("SIG-24, SIG-30: a candidate sent but not signed is refused by name", async () => {
    for (const name of everyName) {
      const names = everyName.filter((one) => one !== name);
      const answer = await create({ tamper: (sent) => resign(sent, { key, names }) });
      assertRefused(answer, { ...signatureRefused, text: new RegExp(name) });
    }
  });

  test("SIG-25: a candidate that is not sent is not in the signing string", async () => {
    const context = { "PSU-ID": undefined, "PSU-Context": "PRIVATE" };
    assertCreated(await create({ headers: context }));
    const names = [...everyName, "psu-corporate-id"];
    const answer = await create({
      tamper: (sent) => {
        sent["PSU-Corporate-ID"] = randomUUID();
        resign(sent, { key, names });
        delete sent["PSU-Corporate-ID"];
      },
    });
    assertRefused(answer, signatureRefused);
  });

  test("SIG-26: blanks around a value are not part of its line", async () => {
    const padded = (sent: Record<string, string | string[]>) => {
      sent["X-Request-ID"] = ` ${headerValue(sent, "x-request-id")} `;
    };
    assertCreated(await create({ tamper: padded }));
  });

  test("SIG-27: the lines are signed in the order of headers", async () => {
    const turned = everyName.toReversed();
    assertCreated(await create({ tamper: (sent) => resign(sent, { key, names: turned }) }));
    const answer = await createWith((text) => changePart(text, "headers", turned.join(" ")));
    assertRefused(answer, signatureRefused);
  });

  test("SIG-35: a security header that is sent twice is refused", async () => {
    const names = ["Date", "Digest", "Signature", "X-Request-ID", "PSU-ID", "TPP-Session-ID"];
    for (const name of names) {
      const answer = await create({
        tamper: (sent) => {
          sent[name] = [headerValue(sent, name.toLowerCase()) ?? "", "another"];
        },
      });
      assertRefused(answer, { status: 400, code: "BAD_REQUEST", path: name });
    }
  });

  test("HDR-12, HDR-31: a Digest is SHA-256 or SHA-512 of the body, signed", async () => {
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
