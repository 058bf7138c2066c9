import assert from "node:assert/strict";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { after, describe, test } from "node:test";
import { headerTitle, type LimitedHeader, limitedHeaders, type Operation } from "@varde/protocol";
import { aBank } from "@varde/testkit/bank";
import { aBulk, aBulkItem, aPayment, bulkNdct, ndct } from "@varde/testkit/payments";
import { aSession } from "@varde/testkit/psu";
import { assertRefused } from "@varde/testkit/responses";
import { aTpp, type RawResponse, servedOperations } from "@varde/testkit/tpp";

const bank = await aBank();
after(() => bank.close());
const tpp = aTpp(bank);
const { headers } = await aSession(bank, tpp);

const json = { "Content-Type": "application/json" };
const withJson = ({ body }: Operation) => (body === undefined ? {} : json);
const firstText = (response: RawResponse): string => response.json.tppMessages[0].text;

/** The lengths of the interface's decisions, not those of the registry. */
const expectedMax = (name: string): number => {
  if (/^(signature|tpp-signature-certificate)$/.test(name)) return 8192;
  if (/^(accept.*|tpp-redirect-uri)$/.test(name)) return 2048;
  if (name === "digest") return 512;
  return /-(id|identity)$/.test(name) ? 128 : 1024;
};

describe("lengths of headers", () => {
  for (const { operation, path } of servedOperations) {
    const { id, method } = operation;
    const exceed = async (name: LimitedHeader) => {
      const max = expectedMax(name);
      const sendLength = (length: number) =>
        tpp.exchange(method, path, { ...withJson(operation), [name]: "x".repeat(length) });
      const title = headerTitle(name);
      const code = /^(date|digest|signature)$/.test(name) ? "BAD_REQUEST" : "FORMAT_ERROR";
      const refused = await sendLength(max + 1);
      assertRefused(refused, { status: 400, code, path: title });
      const expected = `The header ${title} has ${max + 1} bytes; at most ${max} are allowed.`;
      assert.ok(firstText(refused).startsWith(expected), refused.text);
      assert.doesNotMatch((await sendLength(max)).text, /bytes; at most/, name);
    };
    test(`HDR-33: ${id} refuses each header that is too long`, async () => {
      await Promise.all(limitedHeaders.map(([name]) => exceed(name)));
    });
  }

  test("HDR-33: counts bytes, and reports all headers that are too long together", async () => {
    const response = await tpp.exchange("GET", "/v1/user", {
      "TPP-Brand-Logging-Information": Buffer.from("å".repeat(600)).toString("latin1"),
      Digest: "x".repeat(513),
    });
    assert.deepEqual(
      response.json.tppMessages.map(({ path }: { path: string }) => path),
      ["Digest", "TPP-Brand-Logging-Information"],
    );
  });

  test("HDR-33: does not explain a value that is too long any further", async () => {
    const response = await tpp.send({
      path: "/v1/user",
      headers,
      tamper: (sent) => {
        sent.Signature = `${sent.Signature}${" ".repeat(8192)}`.padEnd(9000, "x");
      },
    });
    assertRefused(response, { status: 400, code: "BAD_REQUEST", path: "Signature" });
    assert.equal(response.headers["varde-explain"], undefined);
  });

  test("HDR-34: never refuses headers that are passed on from the PSU's browser", async () => {
    const long = "x".repeat(5000);
    const response = await tpp.send({
      path: ndct,
      body: aPayment(),
      headers: {
        ...headers,
        "PSU-User-Agent": long,
        "PSU-Geo-Location": long,
        "PSU-Accept-Language": long,
        "X-Unknown": long,
      },
    });
    assert.equal(response.status, 201, response.text);
  });

  const chain = "-----BEGIN CERTIFICATE-----\n".repeat(400);
  const base64 = (text: string) => Buffer.from(text).toString("base64");

  test("HDR-35: asks for the certificate alone if a chain was sent", async () => {
    const response = await tpp.exchange("GET", "/v1/user", {
      "TPP-Signature-Certificate": base64(chain),
    });
    assert.match(firstText(response), /Send your certificate alone, without its chain\. See /);
  });

  test("HDR-35, SIG-39: says that a key in a file that is too long is compromised", async () => {
    const response = await tpp.exchange("GET", "/v1/user", {
      "TPP-Signature-Certificate": base64(`${chain}-----BEGIN PRIVATE KEY-----\n`),
    });
    assertRefused(response, { status: 400, code: "FORMAT_ERROR" });
    assert.match(firstText(response), /holds a private key\. The key is compromised/);
  });
});

describe("sizes of bodies", () => {
  const bodyMax = (path: string, method: string): number =>
    path.startsWith("/v1/sandbox/") || (method === "POST" && path === bulkNdct)
      ? 1024 * 1024
      : 64 * 1024;
  const withBulks = [
    ...servedOperations,
    ...servedOperations
      .filter(({ path }) => path.startsWith("/v1/payments/"))
      .map(({ operation, path }) => ({
        operation,
        path: path.replace("/payments/", "/bulk-payments/"),
      })),
  ];
  for (const { operation, path } of withBulks) {
    const { method } = operation;
    const max = bodyMax(path, method);
    test(`LIM-23: ${method} ${path} reads a body of ${max} bytes, and no longer one`, async () => {
      const sendBody = (bytes: number) =>
        tpp.exchange(method, path, json, Buffer.alloc(bytes, " "));
      const refused = await sendBody(max + 1);
      assertRefused(refused, { status: 413, code: "BAD_REQUEST" });
      assert.match(firstText(refused), new RegExp(`larger than ${max} bytes`));
      assertRefused(await sendBody(max), { status: 400, code: "HTTP_HEADER_REQUIRED" });
    });
  }

  test("LIM-23: stops at the limit of a body whose length is not known before", async () => {
    const sendChunks = async (bytes: number) => {
      const sent = request(bank.addresses.http + ndct, { method: "POST", headers: json });
      const responded = once(sent, "response");
      sent.write(Buffer.alloc(bytes / 2, " "));
      sent.end(Buffer.alloc(bytes / 2, " "));
      const [response] = (await responded) as [IncomingMessage];
      response.resume();
      return response.statusCode;
    };
    assert.equal(await sendChunks(64 * 1024), 400);
    assert.equal(await sendChunks(64 * 1024 + 2), 413);
  });
});

describe("contents of JSON", () => {
  const create = (body: string) => tpp.send({ path: ndct, body, headers });
  const withField = (field: string) => JSON.stringify(aPayment()).replace("{", `{${field},`);
  const nested = (levels: number) => `"more":${"[".repeat(levels)}${"]".repeat(levels)}`;
  const names = (count: number) =>
    Array.from({ length: count }, (_, at) => `"name${at}":${at}`).join();

  test("LIM-24: accepts 32 levels and refuses 33", async () => {
    assert.equal((await create(withField(nested(31)))).status, 201);
    const refused = await create(withField(nested(32)));
    assertRefused(refused, { status: 400, code: "FORMAT_ERROR" });
    assert.match(firstText(refused), /nested more than 32 levels deep/);
  });

  test("LIM-25: accepts 500 different unknown names and refuses 501", async () => {
    assert.equal((await create(withField(names(500)))).status, 201);
    for (const field of [names(501), `"more":{${names(500)}}`]) {
      const refused = await create(withField(field));
      assertRefused(refused, { status: 400, code: "FORMAT_ERROR" });
      assert.match(firstText(refused), /more than 500 different names/);
    }
  });

  test("LIM-25: counts a name once that is in every element of an array", async () => {
    const payments = Array.from({ length: 600 }, () =>
      aBulkItem({ note: "a", remark: { b: "c" } }),
    );
    const response = await tpp.send({ path: bulkNdct, body: aBulk(payments), headers });
    assert.equal(response.status, 201, response.text);
  });

  test("LIM-26: accepts 30 combining marks in a row and refuses 31", async () => {
    const marks = (count: number, mark: string) => withField(`"more":"a${mark.repeat(count)}"`);
    for (const mark of ["\u0316", "\\u0316"]) {
      assert.equal((await create(marks(30, mark))).status, 201);
      const refused = await create(marks(31, mark));
      assertRefused(refused, { status: 400, code: "FORMAT_ERROR" });
      assert.match(firstText(refused), /more than 30 combining marks in a row \(\/more, /);
    }
  });
});
