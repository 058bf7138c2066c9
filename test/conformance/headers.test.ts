import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import { dataSet } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { aCrossBorderPayment, aPayment, ncbct, ndct } from "@varde/testkit/payments";
import { aSession, callHeaders } from "@varde/testkit/psu";
import { assertRefused } from "@varde/testkit/responses";
import {
  aTpp,
  formatRequest,
  type RawAnswer,
  type RawRequest,
  resign,
  sendBytes,
} from "@varde/testkit/tpp";

const bank = await aBank();
after(() => bank.close());
const tpp = aTpp(bank);
const session = await aSession(bank, tpp);
const { kari, ola } = dataSet.people;

type Headers = Readonly<Record<string, string | undefined>>;

const create = (headers: Headers = {}, more: Partial<RawRequest> = {}) =>
  tpp.send({
    path: ndct,
    body: aPayment(),
    ...more,
    headers: { ...session.headers, ...headers },
  });

const assertCreated = (answer: RawAnswer) => assert.equal(answer.status, 201, answer.text);

const assertRequired = (answer: RawAnswer, name: string) =>
  assertRefused(answer, { status: 400, code: "HTTP_HEADER_REQUIRED", path: name });

const assertForm = (answer: RawAnswer, name: string) =>
  assertRefused(answer, { status: 400, code: "FORMAT_ERROR", path: name });

describe("headers a payment creation needs", () => {
  test("HDR-01: x-accept-fix is required on both payment creations", async () => {
    assertRequired(await create({ "x-accept-fix": undefined }), "x-accept-fix");
    const abroad = { path: ncbct, body: aCrossBorderPayment() };
    assertRequired(await create({ "x-accept-fix": undefined }, abroad), "x-accept-fix");
  });

  test("HDR-02, VER-03, VER-18: x-accept-fix is a list, unknown values are told", async () => {
    const known = await create({ "x-accept-fix": "amount-as-string, longer-names" });
    assertCreated(known);
    assert.equal(known.headers["varde-warning"], undefined);
    const unknown = await create({ "x-accept-fix": "amount-as-string,time-travel" });
    assertCreated(unknown);
    assert.match(String(unknown.headers["varde-warning"]), /time-travel/);
  });

  test("HDR-04: X-Request-ID is required", async () => {
    assertRequired(await create({ "X-Request-ID": undefined }), "X-Request-ID");
  });

  test("HDR-06: TPP-Session-ID is required on payment operations", async () => {
    assertRequired(await create({ "TPP-Session-ID": undefined }), "TPP-Session-ID");
    const { paymentId } = (await create()).json;
    const path = `${ndct}/${paymentId}/authorisations`;
    const headers = { ...session.headers, "TPP-Session-ID": undefined };
    assertRequired(await tpp.send({ method: "POST", path, headers }), "TPP-Session-ID");
  });

  test("HDR-07: TPP-Redirect-URI is required on payment operations", async () => {
    assertRequired(await create({ "TPP-Redirect-URI": undefined }), "TPP-Redirect-URI");
  });

  test("HDR-11: Digest is required on payment creation", async () => {
    const names = ["date", "x-request-id", "psu-id", "tpp-redirect-uri"];
    const answer = await create({}, { tamper: (sent) => dropAndSign(sent, "Digest", names) });
    assertRequired(answer, "Digest");
  });

  test("HDR-13: TPP-Signature-Certificate is required", async () => {
    const drop = (sent: Record<string, unknown>) => delete sent["TPP-Signature-Certificate"];
    assertRequired(await create({}, { tamper: drop }), "TPP-Signature-Certificate");
  });

  test("HDR-14: TPP-Signature-Certificate is a certificate in base64", async () => {
    const pem = Buffer.from(bank.tpp.certificatePem).toString("base64");
    assertCreated(await create({}, { tamper: certify(pem) }));
    for (const text of ["nonsense", "AAAA", bank.tpp.certificatePem.split("\n")[1] ?? ""]) {
      const answer = await create({}, { tamper: certify(text) });
      const path = "TPP-Signature-Certificate";
      assertRefused(answer, { status: 400, code: "BAD_REQUEST", path });
    }
  });

  test("HDR-15: Signature is required", async () => {
    const drop = (sent: Record<string, unknown>) => delete sent.Signature;
    assertRequired(await create({}, { tamper: drop }), "Signature");
  });

  test("HDR-16: PSU-ID is required on payment operations", async () => {
    assertRequired(await create({ "PSU-ID": undefined }), "PSU-ID");
  });

  test("HDR-22: PSU-IP-Address is required on payment operations", async () => {
    assertRequired(await create({ "PSU-IP-Address": undefined }), "PSU-IP-Address");
  });

  test("ERR-02, ERR-10: all headers that are missing are named at once", async () => {
    const { json } = await tpp.send({ path: ndct, body: aPayment() });
    const names = json.tppMessages.map(({ path }: { path: string }) => path);
    const due = ["x-accept-fix", "TPP-Session-ID", "TPP-Redirect-URI", "PSU-ID", "PSU-IP-Address"];
    assert.deepEqual(names, due);
  });
});

const certify = (text: string) => (sent: Record<string, string | string[]>) => {
  sent["TPP-Signature-Certificate"] = text;
};

const dropAndSign = (
  sent: Record<string, string | string[]>,
  name: string,
  names: readonly string[],
) => {
  delete sent[name];
  resign(sent, { key: tpp.key, names });
};

describe("headers that may be left out", () => {
  test("HDR-03: the content negotiation headers may be left out or sent", async () => {
    assertCreated(await create());
    assertCreated(
      await create({
        Accept: "application/json",
        "Accept-Charset": "utf-8",
        "Accept-Encoding": "gzip",
        "Accept-Language": "nb",
      }),
    );
  });

  test("END-28: no answer is kept on its way, whether it tells or refuses", async () => {
    const customers = "/v1/sandbox/customers";
    const answers = [
      await create(),
      await create({ "PSU-ID": undefined }),
      await tpp.send({ path: customers }),
      await tpp.send({ path: customers, headers: { "Accept-Signature": "1" } }),
      await tpp.send({ path: "/v1/nothing" }),
    ];
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers["cache-control"]]),
      [201, 400, 200, 200, 404].map((status) => [status, "no-store"]),
    );
  });

  test("HDR-03: Host may be left out", async () => {
    const body = JSON.stringify(aPayment());
    const signed = await tpp.sign({ path: ndct, body, headers: session.headers });
    const bytes = formatRequest("POST", ndct, signed.headers, body);
    assertCreated(await sendBytes(bank.addresses.http, bytes));
  });

  test("HDR-03: an Expect that asks for the unknown is taken no notice of", async () => {
    assertCreated(await create({ Expect: "a-miracle" }));
  });

  test("HDR-08: TPP-Redirect-Preferred may be left out, true or false", async () => {
    for (const value of ["true", "false"]) {
      assertCreated(await create({ "TPP-Redirect-Preferred": value }));
    }
    assertForm(await create({ "TPP-Redirect-Preferred": "maybe" }), "TPP-Redirect-Preferred");
  });

  test("HDR-10: TPP-Brand-Logging-Information has at most 70 characters", async () => {
    const name = "TPP-Brand-Logging-Information";
    assertCreated(await create({ [name]: "Sparegris" }));
    assertForm(await create({ [name]: "x".repeat(71) }), name);
  });

  test("HDR-23: what is forwarded from the PSU's own request is taken", async () => {
    assertCreated(
      await create({
        "PSU-IP-Port": "443",
        "PSU-User-Agent": "Mozilla/5.0",
        "PSU-Accept": "text/html",
        "PSU-Accept-Charset": "utf-8",
        "PSU-Accept-Encoding": "br",
        "PSU-Accept-Language": "nb",
        "PSU-Geo-Location": "GEO:59.913900;10.752200",
      }),
    );
  });

  test("HDR-24: PSU-HTTP-Method is one of five methods", async () => {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      assertCreated(await create({ "PSU-HTTP-Method": method }));
    }
    for (const method of ["HEAD", "get"]) {
      assertForm(await create({ "PSU-HTTP-Method": method }), "PSU-HTTP-Method");
    }
  });

  test("HDR-25: PSU-Device-ID is a UUID", async () => {
    assertCreated(await create({ "PSU-Device-ID": randomUUID() }));
    assertForm(await create({ "PSU-Device-ID": "phone" }), "PSU-Device-ID");
  });
});

describe("who the PSU is", () => {
  test("HDR-17: a PSU-ID that is not a UUID is refused", async () => {
    assertForm(await create({ "PSU-ID": kari.customerNumber }), "PSU-ID");
  });

  test("HDR-18, HDR-28: X-PSU-IDENTITY takes the place of PSU-ID", async () => {
    const byNumber = { "PSU-ID": undefined, "X-PSU-IDENTITY": kari.customerNumber };
    assertCreated(await create(byNumber));
    assertForm(await create({ ...byNumber, "X-PSU-IDENTITY": "12x" }), "X-PSU-IDENTITY");
    assertRefused(await create({ "X-PSU-IDENTITY": ola.customerNumber }), {
      status: 401,
      code: "PSU_CREDENTIALS_INVALID",
    });
  });

  test("HDR-19: a PSU-Corporate-ID that names no agreement of the PSU is refused", async () => {
    assertForm(await create({ "PSU-Corporate-ID": "Vardeberg" }), "PSU-Corporate-ID");
    assertRefused(await create({ "PSU-Corporate-ID": randomUUID() }), {
      status: 401,
      code: "PSU_CREDENTIALS_INVALID",
      path: "PSU-Corporate-ID",
    });
  });

  test("HDR-20: PSU-Context is PRIVATE or CORPORATE", async () => {
    assertCreated(await create({ "PSU-Context": "PRIVATE" }));
    assertForm(await create({ "PSU-Context": "private" }), "PSU-Context");
    assertForm(await create({ "PSU-Context": "BOTH" }), "PSU-Context");
  });

  test("HDR-21, HDR-28, SCA-30: PSU-Context makes one SCA identify and approve", async () => {
    const fresh = { ...callHeaders(randomUUID()), "PSU-ID": undefined };
    const created = await create({ ...fresh, "PSU-Context": "PRIVATE" });
    assertCreated(created);
    assert.ok(created.json._links.scaRedirect.href.startsWith(bank.addresses.http));
    assertRequired(await create(fresh), "PSU-ID");
  });

  test("HDR-32: a payment is read without PSU headers, or with its own PSU-ID", async () => {
    const { paymentId } = (await create()).json;
    const path = `${ndct}/${paymentId}/status`;
    assert.equal((await tpp.send({ path })).status, 200);
    const own = await tpp.send({ path, headers: { "PSU-ID": session.psuId } });
    assert.equal(own.status, 200);
    const other = await aSession(bank, tpp, { customerNumber: ola.customerNumber });
    assertRefused(await tpp.send({ path, headers: { "PSU-ID": other.psuId } }), {
      status: 404,
      code: "RESOURCE_UNKNOWN",
    });
  });
});
