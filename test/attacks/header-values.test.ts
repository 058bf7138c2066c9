import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { dataSet } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { aPayment, ndct } from "@varde/testkit/payments";
import { aSession, finishSca } from "@varde/testkit/psu";
import { assertErrorShape, assertRefused } from "@varde/testkit/responses";
import { aTpp } from "@varde/testkit/tpp";

const bank = await aBank();
after(() => bank.close());
const tpp = aTpp(bank);
const { headers } = await aSession(bank, tpp);

const createWith = (name: string, value: string) =>
  tpp.send({ path: ndct, body: aPayment(), headers: { ...headers, [name]: value } });

describe("the redirect address", () => {
  const refused = [
    "javascript:alert(1)",
    "JavaScript://tpp.example/%0aalert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "http://tpp.example/back",
    "https://user:secret@tpp.example/",
    "https://tpp.example@evil.example/",
    "https://tpp.example/#fragment",
    "//evil.example/",
    "/back",
    "https:tpp.example",
    "https:///tpp.example",
    "https://tpp.example\\@evil.example/",
    "https://tpp.example/\\evil",
    'https://tpp.example/"><script>',
    "https://tpp.example/<b>",
    "https://tpp.example/a b",
    "https://?x",
    "https://tpp.example:99999/",
    "https://2130706433/",
    "https://0x7f.1/",
    "http://localhost.evil.example/",
    "http://127.0.0.1.evil.example/",
    "https://tpp.éxample/",
    `https://tpp.example/${"x".repeat(8192)}`,
    "tpp-app://back",
    "https://tpp.example/, https://evil.example/",
  ];
  for (const uri of refused) {
    test(`B17: refuses ${uri.slice(0, 50)} and does not repeat it`, async () => {
      const response = await createWith("TPP-Redirect-URI", uri);
      assertRefused(response, { status: 400, code: "FORMAT_ERROR", path: "TPP-Redirect-URI" });
      assert.ok(!response.text.includes(uri));
    });
  }

  test("B17: escapes markup in the query of an accepted address on the page", async () => {
    const uri = "https://tpp.example/back?x='onload=alert(1)'&y=%22%3E%3Cscript%3E";
    const response = await tpp.send({
      path: ndct,
      body: aPayment({ creditorName: "<img src=x onerror=alert(1)>" }),
      headers: {
        ...headers,
        "TPP-Session-ID": "single",
        "PSU-Context": "PRIVATE",
        "TPP-Redirect-URI": uri,
        "TPP-Brand-Logging-Information": "<script>alert(2)</script>",
      },
    });
    assert.equal(response.status, 201, response.text);
    const link = response.json._links.scaRedirect.href;
    const page = await (await fetch(link)).text();
    assert.doesNotMatch(page, /<script|<img src=x|onload=alert\(1\)'/);
    assert.match(page, /&lt;(?:script|img)/);
  });

  test("B17: redirects the PSU to the signed address", async () => {
    const uri = "https://tpp.example/back?to=//evil.example/&x=%0d%0aSet-Cookie:a";
    const response = await tpp.send({
      path: "/v1/user",
      headers: { ...headers, "PSU-ID": undefined, "TPP-Session-ID": "n", "TPP-Redirect-URI": uri },
    });
    const back = await finishSca(bank, response.json._links.scaRedirect.href, {
      customerNumber: dataSet.people.ola.customerNumber,
    });
    assert.equal(back.origin, "https://tpp.example");
    assert.ok(back.href.startsWith(uri));
  });
});

describe("ids and addresses", () => {
  const ids: readonly [string, number][] = [
    ["x", 201],
    ["y".repeat(128), 201],
    ["z".repeat(129), 400],
    ["z".repeat(300), 400],
    ["a b", 400],
    ["\u00e6", 400],
    ["a,b;c=d\"e'f", 201],
    ["../../etc/passwd", 201],
  ];
  for (const [id, status] of ids) {
    test(`B18: responds to an X-Request-ID like ${id.slice(0, 12)} with ${status}`, async () => {
      const response = await createWith("X-Request-ID", id);
      assert.equal(response.status, status, response.text);
      if (status === 400) assertErrorShape(response);
      else assert.equal(response.headers["x-request-id"], id);
    });
  }

  const addresses: readonly [string, number][] = [
    ["192.0.2.1", 201],
    ["2001:db8::17", 201],
    ["::ffff:192.0.2.1", 201],
    ["999.1.1.1", 400],
    ["192.0.2", 400],
    ["192.0.2.1:443", 400],
    ["192.0.2.1, 192.0.2.2", 400],
    ["fe80::1%eth0", 400],
    ["[2001:db8::17]", 400],
    ["localhost", 400],
    ["0x7f000001", 400],
    ["1".repeat(5000), 400],
  ];
  for (const [address, status] of addresses) {
    test(`B18: responds to PSU-IP-Address ${address.slice(0, 24)} with ${status}`, async () => {
      const response = await createWith("PSU-IP-Address", address);
      assert.equal(response.status, status, response.text);
      if (status === 400) assertRefused(response, { status, code: "FORMAT_ERROR" });
    });
  }

  test("B18: refuses other malformed headers with 400, never 500", async () => {
    const malformed: readonly [string, string][] = [
      ["PSU-ID", "0f3c1a52-6f1e-4a8e-9d0b-2f6c7e1b9a1"],
      ["PSU-ID", "{0f3c1a52-6f1e-4a8e-9d0b-2f6c7e1b9a10}"],
      ["PSU-Corporate-ID", "x"],
      ["X-PSU-IDENTITY", "1234567"],
      ["X-PSU-IDENTITY", "123456789012"],
      ["TPP-Session-ID", "a b"],
      ["TPP-Session-ID", "x".repeat(129)],
      ["PSU-IP-Port", "65536"],
      ["PSU-IP-Port", "-1"],
      ["PSU-Device-ID", "x"],
      ["PSU-Context", ""],
    ];
    for (const [name, value] of malformed) {
      const response = await createWith(name, value);
      assertRefused(response, { status: 400, code: "FORMAT_ERROR", path: name });
    }
  });
});
