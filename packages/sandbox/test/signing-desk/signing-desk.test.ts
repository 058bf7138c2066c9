import assert from "node:assert/strict";
import { request } from "node:http";
import { after, before, describe, test } from "node:test";
import { dataSet, startBank, type TestBank } from "@varde/sandbox";

const ndct = "/v1/payments/norwegian-domestic-credit-transfers";

describe("the signing desk", () => {
  let bank: TestBank;
  before(async () => {
    bank = await startBank();
  });
  after(() => bank.close());

  const call = async (
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
    // biome-ignore lint/suspicious/noExplicitAny: a test reads any response
  ): Promise<{ status: number; text: string; json: any }> => {
    const { port } = new URL(bank.addresses.http);
    return new Promise((resolve, reject) => {
      const sent = request({
        host: "127.0.0.1",
        port,
        method: body === undefined ? "GET" : "POST",
        path: `/control/v1${path}`,
        headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      });
      sent.on("error", reject);
      sent.on("response", async (response) => {
        const chunks = await response.toArray();
        const text = Buffer.concat(chunks).toString("utf8");
        resolve({ status: response.statusCode ?? 0, text, json: JSON.parse(text) });
      });
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  };
  const customers = { method: "GET", target: "/v1/sandbox/customers" };

  test("creates a default TPP once, if none is named", async () => {
    const calls = await Promise.all([
      call("/signed-requests", customers),
      call("/signed-requests", customers),
    ]);
    for (const { json } of calls) assert.equal(json.response.status, 200, json.response.body);
    const { tpps } = (await call("/tpps")).json;
    assert.deepEqual(
      tpps.map(({ name }: { name: string }) => name),
      ["Reference TPP"],
    );
  });

  test("signs as an existing TPP, and never shows its key", async () => {
    const made = await call("/tpp-certificates", { name: "Regnskap", roles: ["PSP_AI"] });
    const tpp = made.json.serialNumberHex;
    const { json, text } = await call("/signed-requests", { ...customers, tpp });
    assert.equal(json.tpp.name, "Regnskap");
    assert.equal(json.response.status, 200);
    assert.match(json.signingString, /^date: .*\nx-request-id: [^\n]+$/);
    assert.match(json.curl, /^curl -i -X GET 'http:\/\/127\.0\.0\.1:\d+\/v1\/sandbox\/customers'/);
    const listed = (await call("/tpps")).text;
    assert.doesNotMatch(text + listed, /PRIVATE KEY|BEGIN/);
    assert.match((await call("/signed-requests", { ...customers, tpp: "nobody" })).text, /no TPP/);
  });

  test("returns the response of a payment, and explains a refused request", async () => {
    const { kari, ola } = dataSet.people;
    const wish = {
      method: "POST",
      target: ndct,
      headers: {
        "x-accept-fix": "amount-as-string",
        "TPP-Session-ID": "s",
        "TPP-Redirect-URI": "https://tpp.example/",
        "PSU-IP-Address": "192.0.2.7",
        "PSU-Context": "PRIVATE",
      },
      body: JSON.stringify({
        instructedAmount: { amount: "1.00", currency: "NOK" },
        creditorName: ola.name,
        creditorAccount: { bban: ola.current.bban, currency: "NOK" },
        creditorAddress: { country: "NO" },
        debtorAccount: { bban: kari.current.bban, currency: "NOK" },
      }),
    };
    const { json } = await call("/signed-requests", wish);
    assert.equal(json.response.status, 201, json.response.body);
    assert.match(json.signingString, /\ndigest: SHA-256=/);
    const late = { ...wish.headers, Date: "Sun, 05 Jan 2014 21:31:40 GMT" };
    const refused = (await call("/signed-requests", { ...wish, headers: late })).json;
    assert.equal(refused.response.status, 400);
    assert.equal(refused.explanation.stage, "Date");
    assert.match(refused.codes.BAD_REQUEST.remedy, /varde explain/);
  });

  test("can sign without sending, and the bank accepts the headers", async () => {
    const { json } = await call("/signatures", { ...customers, coverTarget: true });
    assert.equal(json.response, undefined);
    assert.match(json.signingString, /^\(request-target\): get \/v1\/sandbox\/customers\n/);
    const { url, headers } = json.request;
    assert.equal((await fetch(url, { headers })).status, 200);
  });

  test("sends requests to the interface of this bank only", async () => {
    for (const target of [
      "/control/v1/worlds",
      "//evil.example/v1/",
      "http://evil.example/v1/x",
      "/v1/x y",
      "/v1/x\r\nHost: evil",
    ]) {
      const response = await call("/signed-requests", { ...customers, target });
      assert.equal(response.status, 400, target);
    }
    const headers = { Host: "evil.example", Connection: "upgrade", "X-A": "\r\nB: c" };
    const split = await call("/signed-requests", { ...customers, headers });
    assert.equal(split.status, 400, split.text);
  });

  test("refuses pages of another origin, even on loopback, and other sites", async () => {
    const { host, origin } = new URL(bank.addresses.http);
    const statusFrom = async (headers: Readonly<Record<string, string>>) =>
      (await call("/signatures", customers, { host, ...headers })).status;
    assert.equal(await statusFrom({}), 200);
    assert.equal(await statusFrom({ origin, "sec-fetch-site": "same-origin" }), 200);
    for (const stranger of [
      { origin: "http://localhost:3000" },
      { origin: "http://127.0.0.1:1" },
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { host: "evil.example" },
    ]) {
      assert.equal(await statusFrom(stranger), 403, JSON.stringify(stranger));
    }
    assert.equal(
      (await call("/signatures", customers, { "content-type": "text/plain" })).status,
      415,
    );
    const keys = { origin: "http://localhost:3000" };
    assert.equal((await call("/tpp-certificates", {}, { host, ...keys })).status, 403);
  });
});
