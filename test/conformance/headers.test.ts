import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import { dataSet } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { aPayment, ndct } from "@varde/testkit/payments";
import { aSession, callHeaders } from "@varde/testkit/psu";
import { assertRefused } from "@varde/testkit/responses";
import {
  aTpp,
  formatRequest,
  type RawRequest,
  type RawResponse,
  sendBytes,
} from "@varde/testkit/tpp";
import { PaymentVerdicts } from "./payment-verdicts.ts";

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

const assertCreated = (response: RawResponse) => assert.equal(response.status, 201, response.text);

const assertRequired = (response: RawResponse, name: string) =>
  assertRefused(response, { status: 400, code: "HTTP_HEADER_REQUIRED", path: name });

const assertForm = (response: RawResponse, name: string) =>
  assertRefused(response, { status: 400, code: "FORMAT_ERROR", path: name });

const payment = new PaymentVerdicts({
  body: aPayment,
  send: (body, headers) => create(headers, { body }),
});

describe("headers that a payment creation requires", () => {
  test("HDR-02, VER-03, VER-18: accepts a list, and reports unknown values", async () => {
    const known = await create({ "x-accept-fix": "amount-as-string, longer-names" });
    assertCreated(known);
    assert.equal(known.headers["varde-warning"], undefined);
    const unknown = await create({ "x-accept-fix": "amount-as-string,time-travel" });
    assertCreated(unknown);
    assert.match(String(unknown.headers["varde-warning"]), /time-travel/);
  });

  const instead = [
    ["Signature", "Authorization"],
    ["Signature", "Signature-Input"],
    ["Digest", "Content-Digest"],
    ["Digest", "Repr-Digest"],
    ["TPP-Signature-Certificate", "Client-Cert"],
  ] as const;
  for (const [name, other] of instead) {
    test(`SIG-03: says that ${other} was sent in place of ${name}`, async () => {
      const response = await create(
        {},
        {
          tamper: (sent) => {
            sent[other] = String(sent[name]);
            delete sent[name];
          },
        },
      );
      assertRequired(response, name);
      const text = String(response.json.tppMessages[0].text);
      assert.match(text, new RegExp(`${other.toLowerCase()} was sent in its place`));
    });
  }

  test("HDR-06, HDR-07, HDR-16, HDR-22: requires headers of PSU and session", async () => {
    for (const name of ["session", "redirect-uri", "psu-id", "ip"]) {
      await payment.follow(`hdr-${name}`);
    }
  });

  test("HDR-14: TPP-Signature-Certificate is a certificate in base64", async () => {
    const pem = Buffer.from(bank.tpp.certificatePem).toString("base64");
    assertCreated(await create({}, { tamper: certify(pem) }));
    for (const text of ["nonsense", "AAAA", bank.tpp.certificatePem.split("\n")[1] ?? ""]) {
      const response = await create({}, { tamper: certify(text) });
      const path = "TPP-Signature-Certificate";
      assertRefused(response, { status: 400, code: "BAD_REQUEST", path });
    }
  });

  test("ERR-02, ERR-10: names all missing headers at once", async () => {
    const { json } = await tpp.send({ path: ndct, body: aPayment() });
    const names = json.tppMessages.map(({ path }: { path: string }) => path);
    const due = ["x-accept-fix", "TPP-Session-ID", "TPP-Redirect-URI", "PSU-ID", "PSU-IP-Address"];
    assert.deepEqual(names, due);
  });
});

const certify = (text: string) => (sent: Record<string, string | string[]>) => {
  sent["TPP-Signature-Certificate"] = text;
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

  test("END-28: forbids caching of every response, refusals included", async () => {
    const customers = "/v1/sandbox/customers";
    const responses = [
      await create(),
      await create({ "PSU-ID": undefined }),
      await tpp.send({ path: customers }),
      await tpp.send({ path: customers, headers: { "Accept-Signature": "1" } }),
      await tpp.send({ path: "/v1/nothing" }),
    ];
    assert.deepEqual(
      responses.map(({ status, headers }) => [status, headers["cache-control"]]),
      [201, 400, 200, 200, 404].map((status) => [status, "no-store"]),
    );
  });

  test("HDR-03: Host may be left out", async () => {
    const body = JSON.stringify(aPayment());
    const signed = await tpp.sign({ path: ndct, body, headers: session.headers });
    const bytes = formatRequest("POST", ndct, signed.headers, body);
    assertCreated(await sendBytes(bank.addresses.http, bytes));
  });

  test("HDR-03: ignores an unknown Expect", async () => {
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

  test("HDR-23: accepts headers forwarded from the PSU's own request", () =>
    payment.follow("hdr-forwarded-accepted"));

  test("HDR-24: PSU-HTTP-Method is one of five methods", async () => {
    for (const method of ["GET", "POST", "PATCH", "DELETE"]) {
      assertCreated(await create({ "PSU-HTTP-Method": method }));
    }
    await payment.follow("hdr-method-value");
    assertForm(await create({ "PSU-HTTP-Method": "get" }), "PSU-HTTP-Method");
  });

  test("HDR-25: PSU-Device-ID is a UUID", () => payment.follow("hdr-device-form"));
});

describe("identification of the PSU", () => {
  test("HDR-17: refuses a PSU-ID that is not a UUID", () => payment.follow("hdr-psu-id-form"));

  test("HDR-18, HDR-28: accepts X-PSU-IDENTITY in place of PSU-ID", async () => {
    const byNumber = { "PSU-ID": undefined, "X-PSU-IDENTITY": kari.customerNumber };
    assertCreated(await create(byNumber));
    assertForm(await create({ ...byNumber, "X-PSU-IDENTITY": "12x" }), "X-PSU-IDENTITY");
    assertRefused(await create({ "X-PSU-IDENTITY": ola.customerNumber }), {
      status: 401,
      code: "PSU_CREDENTIALS_INVALID",
    });
  });

  test("HDR-19: refuses a PSU-Corporate-ID that is not an agreement of the PSU", async () => {
    assertForm(await create({ "PSU-Corporate-ID": "Vardeberg" }), "PSU-Corporate-ID");
    assertRefused(await create({ "PSU-Corporate-ID": randomUUID() }), {
      status: 401,
      code: "PSU_CREDENTIALS_INVALID",
      path: "PSU-Corporate-ID",
    });
  });

  test("HDR-20: PSU-Context is PRIVATE or CORPORATE", async () => {
    await payment.follow("hdr-context-value");
    assertForm(await create({ "PSU-Context": "private" }), "PSU-Context");
  });

  test("HDR-21, HDR-28, SCA-30: identifies and approves in one SCA with PSU-Context", async () => {
    const fresh = { ...callHeaders(randomUUID()), "PSU-ID": undefined };
    const created = await create({ ...fresh, "PSU-Context": "PRIVATE" });
    assertCreated(created);
    assert.ok(created.json._links.scaRedirect.href.startsWith(bank.addresses.http));
    assertRequired(await create(fresh), "PSU-ID");
  });

  test("HDR-32: reads a payment without PSU headers or with its own PSU-ID", async () => {
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
