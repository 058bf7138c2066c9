import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, mock, test } from "node:test";
import { dataSet } from "@varde/sandbox";
import { aBank, countRows, requestLog } from "@varde/testkit/bank";
import { aPayment, ndct } from "@varde/testkit/payments";
import { aSession, callHeaders, finishSca } from "@varde/testkit/psu";
import { formatRequest, type RawResponse, RawTpp, sendBytes } from "@varde/testkit/tpp";

const { texts, lines: log, logTo } = requestLog();
const bank = await aBank({ logTo, expectsErrors: true });
after(() => bank.close());
const { http } = bank.addresses;
const tpp = new RawTpp(http, bank.tpp);
const { kari, ola } = dataSet.people;
const session = await aSession(bank, tpp);

const strings = [
  "'; drop table payment; --",
  "' or '1'='1",
  '") returning *; --',
  "$1",
  "?",
  "%s%n%d{{7*7}}",
  '{"level":60,"msg":"forged"}',
  '\\n{\\"level\\":60}',
  "../../../etc/passwd",
  "<script>alert(1)</script>",
];
const withBreaks = [
  "a\r\nSet-Cookie: x=1",
  'a\n{"level":60,"msg":"forged"}',
  "a\u0000b",
  "a\u2028b",
];

/** Asserts that the response is not a server error and contains nothing injected by the caller. */
const assertNoEffect = (response: RawResponse, label: string) => {
  assert.ok(response.status < 500, `${label}: ${response.text}`);
  assert.equal(response.headers["set-cookie"], undefined, label);
};

/** Asserts that each request logs one line of valid JSON. */
const assertOneLineEach = async (requests: number, send: () => Promise<void>) => {
  const before = log.length;
  await send();
  const lines = log.slice(before);
  assert.equal(lines.length, requests);
  for (const text of texts) assert.equal(text.indexOf("\n"), text.length - 1);
  for (const { level, msg } of lines) {
    assert.equal(level, 30);
    assert.equal(msg, undefined);
  }
};

describe("strings with a meaning in other systems", () => {
  test("A14: have no effect in any header, with one log line each", async () => {
    const names = [
      "X-Request-ID",
      "TPP-Session-ID",
      "TPP-Redirect-URI",
      "TPP-Redirect-Preferred",
      "TPP-Brand-Logging-Information",
      "PSU-ID",
      "X-PSU-IDENTITY",
      "PSU-Corporate-ID",
      "PSU-Context",
      "PSU-IP-Address",
      "PSU-User-Agent",
      "x-accept-fix",
      "Digest",
      "Date",
      "Accept-Signature",
      "Accept-Language",
      "User-Agent",
    ];
    const tables = await countRows(bank);
    await assertOneLineEach(names.length * strings.length, async () => {
      for (const name of names) {
        for (const value of strings) {
          const headers = { ...session.headers, [name]: value };
          assertNoEffect(await tpp.send({ path: ndct, body: aPayment(), headers }), name);
        }
      }
    });
    assert.ok((await countRows(bank)).payments >= tables.payments);
  });

  test("A14: have no effect in the signature headers", async () => {
    const names = ["Signature", "TPP-Signature-Certificate", "Digest"];
    await assertOneLineEach(names.length * strings.length, async () => {
      for (const name of names) {
        for (const value of strings) {
          const response = await tpp.send({
            path: ndct,
            body: aPayment(),
            headers: session.headers,
            tamper: (sent) => {
              sent[name] = value;
            },
          });
          assertNoEffect(response, name);
        }
      }
    });
  });

  test("A14: have no effect in any text of a body, and are stored unchanged", async () => {
    const tried = [...strings, ...withBreaks];
    const bodies = tried.flatMap((text) => [
      aPayment({ creditorName: text }),
      aPayment({ ultimateDebtor: text }),
      aPayment({ remittanceInformationUnstructured: text }),
      aPayment({ remittanceInformationStructuredArray: [{ reference: text }] }),
      aPayment({ creditorAddress: { country: "NO", street: text, city: text } }),
      aPayment({ endToEndIdentification: text }),
      aPayment({ debtorAccount: { bban: text, currency: "NOK" } }),
      aPayment({ [text]: text }),
    ]);
    await assertOneLineEach(bodies.length, async () => {
      for (const body of bodies) {
        const response = await tpp.send({ path: ndct, body, headers: session.headers });
        assertNoEffect(response, JSON.stringify(body));
      }
    });
    const creditorName = strings[0];
    const body = aPayment({ creditorName });
    const { json } = await tpp.send({ path: ndct, body, headers: session.headers });
    const details = await tpp.send({ path: `${ndct}/${json.paymentId}` });
    assert.equal(details.json.creditorName, creditorName);
  });

  test("A14: have no effect in paths and queries", async () => {
    for (const text of [...strings, ...withBreaks]) {
      const part = encodeURIComponent(text);
      const paths = [`${ndct}/${part}/status`, `/v1/payments/${part}`, `/v1/${part}`];
      for (const path of [...paths, `${ndct}?allowLogicalDuplicate=${part}`]) {
        const body = aPayment();
        const method = path.includes("status") ? "GET" : "POST";
        const response = await tpp.send({ method, path, body, headers: session.headers });
        assertNoEffect(response, path);
        assert.ok(!response.text.includes("<script>"), path);
      }
    }
  });

  test("A14: have no effect on the SCA pages", async () => {
    const response = await tpp.send({ path: "/v1/user", headers: callHeaders(randomUUID()) });
    const link = response.json._links.scaRedirect.href;
    const first = await fetch(link);
    const cookie = first.headers.get("set-cookie")?.split(";")[0] ?? "";
    const csrf = /name="csrf" value="([^"]+)"/.exec(await first.text())?.[1] ?? "";
    for (const customerNumber of strings.slice(0, 3)) {
      const form = new URLSearchParams({ csrf, step: "identify", customerNumber });
      const page = await fetch(link, { method: "POST", headers: { cookie }, body: form });
      assert.equal(page.status, 200);
    }
  });

  test("A14: line breaks on the wire become neither headers nor log lines", async () => {
    const signed = await tpp.sign({ path: ndct, body: aPayment(), headers: session.headers });
    for (const text of withBreaks) {
      const sent = { Host: new URL(http).host, ...signed.headers, "X-Other": text };
      const before = log.length;
      const bytes = formatRequest("POST", ndct, sent, signed.body);
      assertNoEffect(await sendBytes(http, bytes), JSON.stringify(text));
      assert.ok(log.length - before <= 1);
    }
  });

  test("A14: the bank still runs and its books balance after all of this", async () => {
    const { status } = await tpp.send({
      path: ndct,
      body: aPayment(),
      headers: session.headers,
    });
    assert.equal(status, 201);
    assert.deepEqual(await bank.checkBooks(), []);
  });
});

describe("contents of the log", () => {
  const pan = "4111111111111111";

  test("A17: does not log identity numbers, card numbers, keys or whole signatures", async () => {
    const signatures: string[] = [];
    const send = async (headers: Record<string, string | undefined>, body: unknown) => {
      const signed = await tpp.sign({ path: ndct, body, headers });
      signatures.push(/signature="([^"]+)"/.exec(String(signed.headers.Signature))?.[1] ?? "");
      return tpp.sendAgain(signed);
    };
    const byNumber = { ...session.headers, "PSU-ID": undefined };
    await send({ ...byNumber, "X-PSU-IDENTITY": kari.customerNumber }, aPayment());
    await send({ ...byNumber, "X-PSU-IDENTITY": ola.customerNumber }, aPayment());
    await send({ ...byNumber, "X-PSU-IDENTITY": `${kari.customerNumber}9` }, aPayment());
    const other = { identification: pan, schemeNameProprietary: "creditCardAccount" };
    await send(session.headers, aPayment({ debtorAccount: { other, currency: "NOK" } }));
    await send(session.headers, aPayment({ creditorName: pan }));
    await send({ ...session.headers, Date: "yesterday" }, aPayment());
    await send({ ...session.headers, "PSU-IP-Address": kari.customerNumber }, aPayment());
    const single = { ...callHeaders(randomUUID()), "PSU-Context": "PRIVATE" };
    const created = await send(single, aPayment());
    await finishSca(bank, created.json._links.scaRedirect.href);
    await failInside(() => send(session.headers, aPayment()));

    const whole = texts.join("");
    assert.ok(log.length > 100);
    const secret = created.json._links.scaRedirect.href.split("/sca/")[1];
    const { privateKeyPem, certificatePem } = bank.tpp;
    const keyLines = [...privateKeyPem.split("\n"), ...certificatePem.split("\n")];
    const numbers = [kari, ola].flatMap((one) => [one.customerNumber, one.current.bban]);
    const forbidden = [...numbers, pan, secret, ...signatures, ...keyLines];
    for (const text of forbidden.filter((one) => one.length > 8)) {
      assert.ok(!whole.includes(text), `the log contains ${text}`);
    }
    assert.doesNotMatch(whole, /PRIVATE KEY/);
  });

  const failInside = async (send: () => Promise<RawResponse>) => {
    mock.method(bank.storage, "write", async () => {
      throw new Error("the disk is gone");
    });
    try {
      assert.equal((await send()).status, 500);
    } finally {
      mock.restoreAll();
    }
  };
});
