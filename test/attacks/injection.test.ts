import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, mock, test } from "node:test";
import { dataSet } from "@varde/sandbox";
import { aBank, countRows } from "@varde/testkit/bank";
import { aPayment, ndct } from "@varde/testkit/payments";
import { aSession, callHeaders, walkSca } from "@varde/testkit/psu";
import { formatRequest, type RawAnswer, RawTpp, sendBytes } from "@varde/testkit/tpp";

const log: string[] = [];
const bank = await aBank({ logTo: { write: (line) => void log.push(line) } });
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

/** A refusal or a success, never a fault, and no header or line that the caller made up. */
const assertNoEffect = (answer: RawAnswer, label: string) => {
  assert.ok(answer.status < 500, `${label}: ${answer.text}`);
  assert.equal(answer.headers["set-cookie"], undefined, label);
};

/** One line of the log for each request, each of them JSON that the bank wrote. */
const assertOneLineEach = async (requests: number, send: () => Promise<void>) => {
  const before = log.length;
  await send();
  const lines = log.slice(before);
  assert.equal(lines.length, requests);
  for (const line of lines) {
    assert.equal(line.indexOf("\n"), line.length - 1);
    const { level, msg } = JSON.parse(line) as { level: number; msg?: string };
    assert.equal(level, 30);
    assert.equal(msg, undefined);
  }
};

describe("strings that mean something elsewhere", () => {
  test("A14: in every header they have no effect, with one line of the log each", async () => {
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

  test("A14: in the headers of the signature itself they have no effect", async () => {
    const names = ["Signature", "TPP-Signature-Certificate", "Digest"];
    await assertOneLineEach(names.length * strings.length, async () => {
      for (const name of names) {
        for (const value of strings) {
          const answer = await tpp.send({
            path: ndct,
            body: aPayment(),
            headers: session.headers,
            tamper: (sent) => {
              sent[name] = value;
            },
          });
          assertNoEffect(answer, name);
        }
      }
    });
  });

  test("A14: in every text of a body they have no effect and are kept as they are", async () => {
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
        const answer = await tpp.send({ path: ndct, body, headers: session.headers });
        assertNoEffect(answer, JSON.stringify(body));
      }
    });
    const creditorName = strings[0];
    const body = aPayment({ creditorName });
    const { json } = await tpp.send({ path: ndct, body, headers: session.headers });
    const details = await tpp.send({ path: `${ndct}/${json.paymentId}` });
    assert.equal(details.json.creditorName, creditorName);
  });

  test("A14: in paths and queries they have no effect", async () => {
    for (const text of [...strings, ...withBreaks]) {
      const part = encodeURIComponent(text);
      const paths = [`${ndct}/${part}/status`, `/v1/payments/${part}`, `/v1/${part}`];
      for (const path of [...paths, `${ndct}?allowLogicalDuplicate=${part}`]) {
        const body = aPayment();
        const method = path.includes("status") ? "GET" : "POST";
        const answer = await tpp.send({ method, path, body, headers: session.headers });
        assertNoEffect(answer, path);
        assert.ok(!answer.text.includes("<script>"), path);
      }
    }
  });

  test("A14: at the SCA pages they have no effect", async () => {
    const answer = await tpp.send({ path: "/v1/user", headers: callHeaders(randomUUID()) });
    const link = answer.json._links.scaRedirect.href;
    const first = await fetch(link);
    const cookie = first.headers.get("set-cookie")?.split(";")[0] ?? "";
    const csrf = /name="csrf" value="([^"]+)"/.exec(await first.text())?.[1] ?? "";
    for (const customerNumber of strings.slice(0, 3)) {
      const form = new URLSearchParams({ csrf, step: "identify", customerNumber });
      const page = await fetch(link, { method: "POST", headers: { cookie }, body: form });
      assert.equal(page.status, 200);
    }
  });

  test("A14: line breaks on the wire do not become headers or lines", async () => {
    const signed = await tpp.sign({ path: ndct, body: aPayment(), headers: session.headers });
    for (const text of withBreaks) {
      const sent = { Host: new URL(http).host, ...signed.headers, "X-Other": text };
      const before = log.length;
      const bytes = formatRequest("POST", ndct, sent, signed.body);
      assertNoEffect(await sendBytes(http, bytes), JSON.stringify(text));
      assert.ok(log.length - before <= 1);
    }
  });

  test("A14: after all of it the bank stands and its books add up", async () => {
    const { status } = await tpp.send({
      path: ndct,
      body: aPayment(),
      headers: session.headers,
    });
    assert.equal(status, 201);
    assert.deepEqual(await bank.checkBooks(), []);
  });
});

describe("what the log must not hold", () => {
  const pan = "4111111111111111";

  test("A17: identity numbers, card numbers, keys and whole signatures are not in it", async () => {
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
    await walkSca(bank, created.json._links.scaRedirect.href);
    await failInside(() => send(session.headers, aPayment()));

    const whole = log.join("");
    assert.ok(log.length > 100);
    const secret = created.json._links.scaRedirect.href.split("/sca/")[1];
    const { privateKeyPem, certificatePem } = bank.tpp;
    const keyLines = [...privateKeyPem.split("\n"), ...certificatePem.split("\n")];
    const numbers = [kari, ola].flatMap((one) => [one.customerNumber, one.current.bban]);
    const forbidden = [...numbers, pan, secret, ...signatures, ...keyLines];
    for (const text of forbidden.filter((one) => one.length > 8)) {
      assert.ok(!whole.includes(text), `the log holds ${text}`);
    }
    assert.doesNotMatch(whole, /PRIVATE KEY/);
  });

  const failInside = async (send: () => Promise<RawAnswer>) => {
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
