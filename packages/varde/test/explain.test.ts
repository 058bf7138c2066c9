import assert from "node:assert/strict";
import { createHash, createPrivateKey, createSign } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { explainRequest, formatKeyId, isInvalid, readCertificatePem } from "@varde/protocol";
import { ownReader } from "@varde/protocol/own-reader";
import type { TestBank } from "@varde/sandbox";
import { pooledRsaKeys } from "@varde/testkit/keys";
import { parseRawRequest } from "../src/parse-raw-request.ts";
import { aBankWithTpp } from "./a-bank-with-tpp.ts";
import type { CommandLine } from "./a-command-line.ts";

let bank: TestBank;
let varde: CommandLine;
const opened = new AsyncDisposableStack();
before(async () => {
  ({ bank, varde } = await aBankWithTpp(opened));
});
after(() => opened.disposeAsync());

// The current time, because the bank's certificates start today; a Date has whole seconds.
const atMs = Math.trunc(Date.now() / 1000) * 1000;
const body = '{"paymentIds":["1","2"]}';

/** Changes to a valid request. */
interface Changes {
  readonly date?: string;
  readonly digest?: string;
  readonly keyId?: string;
  readonly names?: readonly string[];
  readonly signed?: (string: string) => string;
  readonly key?: string;
  readonly without?: string;
  readonly body?: string;
  readonly twice?: string;
}

const write = (change: Changes = {}): string => {
  const certificate = readCertificatePem(bank.tpp.certificatePem);
  assert(!isInvalid(certificate));
  const hash = createHash("sha256").update(body).digest("base64");
  const headers = new Map([
    ["x-accept-fix", "amount-as-string"],
    ["x-request-id", "7"],
    ["date", change.date ?? new Date(atMs).toUTCString()],
    ["digest", change.digest ?? `SHA-256=${hash}`],
    ["psu-id", "0f3c1a52-6f1e-4a8e-9d0b-2f6c7e1b9a10"],
    ["tpp-session-id", "s"],
    ["tpp-redirect-uri", "https://tpp.example/back"],
    ["psu-ip-address", "192.0.2.1"],
    ["tpp-signature-certificate", certificate.der.toString("base64")],
  ]);
  const names = change.names ?? ["date", "digest", "x-request-id", "psu-id", "tpp-redirect-uri"];
  const string = names.map((name) => `${name}: ${headers.get(name)}`).join("\n");
  const signature = createSign("sha256")
    .update(change.signed?.(string) ?? string)
    .sign(createPrivateKey(change.key ?? bank.tpp.privateKeyPem), "base64");
  const keyId = change.keyId ?? formatKeyId(certificate);
  headers.set(
    "signature",
    `keyId="${keyId}",algorithm="rsa-sha256",headers="${names.join(" ")}",signature="${signature}"`,
  );
  headers.delete(change.without ?? "");
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`);
  if (change.twice !== undefined) lines.push(change.twice);
  return ["POST /v1/signing-baskets HTTP/1.1", ...lines, "", change.body ?? body].join("\r\n");
};

const explain = (text: string) =>
  explainRequest(ownReader, parseRawRequest(Buffer.from(text)), atMs);
const faults = (change: Changes) =>
  explain(write(change))
    .checks.filter(({ verdict }) => verdict === "wrong")
    .map(({ check, text }) => `${check}: ${text}`);

describe("explaining a raw request", () => {
  test("finds every piece of a valid request right", () => {
    const explanation = explain(write());
    assert.deepEqual(
      explanation.checks.filter(({ verdict }) => verdict !== "right"),
      [],
    );
    assert.equal(explanation.operation, "createBasket");
    assert.match(explanation.signingString ?? "", /^date: .*\ndigest: SHA-256=/);
  });

  const other = pooledRsaKeys().privateKey;
  const otherKey = other.export({ type: "pkcs8", format: "pem" }).toString();
  const mistakes: Readonly<Record<string, readonly [Changes, RegExp]>> = {
    "a header is missing": [{ without: "psu-ip-address" }, /^Headers: .*PSU-IP-Address/],
    "a header comes twice": [{ twice: "psu-id: 1" }, /^Headers: psu-id is sent more than once/],
    "the clock is off": [
      { date: new Date(atMs + 90_000).toUTCString() },
      /^Date: 90 seconds ahead/,
    ],
    "the date has another form": [{ date: "2026-11-15T12:00:00Z" }, /^Date: /],
    "the body changed": [{ body: `${body} ` }, /^Digest: .*does not match/],
    "a line break was added": [{ body: `${body}\n` }, /^Digest: .*line break/],
    "the serial is wrong": [{ keyId: "SN=1,CA=CN=x" }, /^keyId: .*serial number/],
    "the date is too long": [
      { date: "x".repeat(1025) },
      /^Date: The header Date has 1025 bytes; at most 1024 are allowed/,
    ],
    "the signature is too long": [
      { keyId: "x".repeat(9000) },
      /^Signature form: The header Signature has \d+ bytes; at most 8192 are allowed/,
    ],
    "another header is too long": [
      { twice: `x-psu-identity: ${"1".repeat(129)}` },
      /^Headers: The header X-PSU-IDENTITY has 129 bytes; at most 128 are allowed/,
    ],
    "the signature is missing": [{ without: "signature" }, /^Signature form: .*missing/],
    "a name is not covered": [
      { names: ["date", "digest"] },
      /^Covered headers: x-request-id, psu-id/,
    ],
    "the string ends with a line break": [
      { signed: (s) => `${s}\n` },
      /^Signature: .*newline after the last/,
    ],
    "lines end with CRLF": [
      { signed: (s) => s.replaceAll("\n", "\r\n") },
      /^Signature: You signed/,
    ],
    "the order differs": [{ signed: (s) => s.split("\n").reverse().join("\n") }, /^Signature: You/],
    "another key signed": [{ key: otherKey }, /^Signature: .*another key/],
  };
  for (const [name, [change, expected]] of Object.entries(mistakes)) {
    test(`finds exactly one wrong piece if ${name}`, () => {
      const found = faults(change);
      assert.equal(found.length, 1, found.join("\n"));
      assert.match(found[0] ?? "", expected);
    });
  }

  test("accepts bare newlines and the output of curl -v", () => {
    const [head = "", text = ""] = write().split("\r\n\r\n");
    const bare = `${head.replaceAll("\r\n", "\n")}\n\n${text}`;
    const curl = `> ${head.replaceAll("\r\n", "\n> ")}\n> \n${text}`;
    for (const form of [bare, curl]) assert.equal(explain(form).verdict, "right");
  });
});

describe("the output of curl -v", () => {
  const printed = (request: string) =>
    [
      "*   Trying 127.0.0.1:8080...",
      "* Connected to 127.0.0.1 (127.0.0.1) port 8080",
      ...`${request}\r\ncontent-length: ${body.length}`.split("\r\n").map((line) => `> ${line}`),
      "> ",
      `} [${body.length} bytes data]`,
      `* upload completely sent off: ${body.length} bytes`,
      "< HTTP/1.1 400 Bad Request",
      "< content-type: application/json",
      "< ",
      '{"tppMessages":[]}',
    ].join("\n");

  test("has no body, which leaves the Digest unchecked instead of wrong", () => {
    const [head = ""] = write().split("\r\n\r\n");
    const { verdict, checks, computedDigest } = explain(printed(head));
    assert.equal(verdict, "unchecked");
    assert.deepEqual(
      checks.filter((each) => each.verdict !== "right").map(({ check, text }) => [check, text]),
      [["Digest", checks[2]?.text]],
    );
    assert.match(checks[2]?.text ?? "", /body is missing.*curl -v does not print/);
    assert.equal(computedDigest, undefined);
  });

  test("shows other mistakes", () => {
    const [wrong = ""] = write({ signed: (s) => `${s}\n` }).split("\r\n\r\n");
    const { verdict, checks } = explain(printed(wrong));
    assert.equal(verdict, "wrong");
    assert.match(checks.at(-1)?.text ?? "", /newline after the last/);
  });
});

test("a tolerated form is reported as tolerated", () => {
  const { verdict, checks } = explain(write().replace('algorithm="rsa', 'algorithm="RSA'));
  assert.equal(verdict, "tolerated");
  const found = checks.filter((each) => each.verdict === "tolerated");
  assert.deepEqual(
    found.map(({ check }) => check),
    ["Signature form"],
  );
  assert.match(found[0]?.text ?? "", /asks for the algorithm rsa-sha256/);
});

describe("varde explain", () => {
  test("exits with 0 for a valid request and with 1 for an invalid one", async () => {
    writeFileSync(join(varde.folder, "right.txt"), write());
    const right = await varde.run("explain", "right.txt", "--recorded");
    assert.equal(right.code, 0, right.stderr);
    const old = await varde.start(
      ["explain", "-"],
      write({ date: "Sun, 05 Jan 2014 21:31:40 GMT" }),
    ).ended;
    assert.equal(old.code, 1);
    assert.match(old.stdout, /^wrong: The signature would be refused\.\nDate: \d+ seconds behind/);
    assert.match(old.stdout, /\nwrong {6}Date/);
    assert.match(old.stdout, /\nright {6}Signature /);
    assert.match(old.stdout, /\nFor an older request, add --recorded\./);
  });

  test("shows the sandbox's explanation of a refusal", async () => {
    const response = await fetch(`${bank.addresses.http}/v1/sandbox/customers`, {
      headers: {
        date: "Sun, 05 Jan 2014 21:31:40 GMT",
        "x-request-id": "1",
        "tpp-signature-certificate": "x",
        signature: "x",
      },
    });
    const link = response.headers.get("varde-explain");
    const { code, stdout } = await varde.run("explain", link ?? "");
    assert.equal(code, 1);
    assert.match(
      stdout,
      /^GET \/v1\/sandbox\/customers .*\n\nwrong: .*\nDate: .*behind the bank's clock/,
    );
    assert.equal(stdout.match(/^\w+ +Date /gm)?.length, 1, "a part has one verdict");
    const asJson = await varde.run("explain", link ?? "", "--json");
    assert.equal(JSON.parse(asJson.stdout).stage, "Date");
  });
});

describe("varde sign", () => {
  test("prints headers that the bank accepts and explain finds right", async () => {
    const signed = await varde.json(
      "sign",
      "GET",
      "/v1/user",
      "-H",
      "TPP-Redirect-URI: https://tpp.example/",
      "--cover-target",
    );
    assert.match(signed.signingString, /^\(request-target\): get \/v1\/user\ndate: /);
    const response = await fetch(`${bank.addresses.http}/v1/user`, { headers: signed.headers });
    assert.equal(response.status, 401);
    assert.match(await response.text(), /scaRedirect/);
    const lines = Object.entries(signed.headers).map(([name, value]) => `${name}: ${value}`);
    const raw = ["GET /v1/user HTTP/1.1", ...lines, "", ""].join("\n");
    assert.equal((await varde.start(["explain", "-"], raw).ended).code, 0);
  });

  test("signs the target with the path of the bank's address", async () => {
    const { signingString, curl } = await varde.json(
      ...["sign", "GET", "/v1/user", "--cover-target", "--bank", "https://bank.example/api"],
    );
    assert.match(signingString, /^\(request-target\): get \/api\/v1\/user\n/);
    assert.match(curl, /https:\/\/bank\.example\/api\/v1\/user/);
  });

  test("quotes the curl command for the shell and lists missing headers", async () => {
    const { stdout, stderr } = await varde.run(
      "sign",
      "POST",
      "/v1/signing-baskets",
      "--body",
      "it's",
    );
    assert.match(stdout, /\n\ncurl -i -X POST .*--data-binary 'it'\\''s'\n$/s);
    assert.match(stderr, /createBasket also needs: x-accept-fix, .*PSU-ID/);
  });
});
