import assert from "node:assert/strict";
import { constants, createHash, privateEncrypt, randomUUID, sign } from "node:crypto";
import { after, describe, test } from "node:test";
import { formatKeyId } from "@varde/protocol";
import { startBank } from "@varde/sandbox";
import { RawTpp } from "../support/raw-tpp.ts";
import { rsaKeys } from "../support/test-authority.ts";

const bank = await startBank();
after(() => bank.close());
const tpp = new RawTpp(bank.addresses.http, bank.tpp);
const issued = async (kind: "expired" | "1024-bit" | "ec-key") => {
  const wish = { name: "Failing", organisationNumber: "310000026", roles: ["PSP_PI"] as const };
  return new RawTpp(
    bank.addresses.http,
    await bank.authority.issueTppCertificate({ ...wish, kind }),
  );
};

const target = "/v1/payments/norwegian-domestic-credit-transfers?allowLogicalDuplicate=tr%75e";
const body = '{"creditorName": "Blåbær AS",\n "amount": "100.00"}\n';
const uuid = "0F3c1a52-6f1e-4a8e-9d0b-2f6c7e1b9a10";
const hash = (text: string | Uint8Array, name = "sha256") => createHash(name).update(text).digest();
const digestOf = (text: string | Uint8Array) => `SHA-256=${hash(text).toString("base64")}`;
const every = ["date", "digest", "x-request-id", "psu-id", "tpp-redirect-uri"];

/** One thing that is done wrong; all the rest is done right. */
interface Change {
  /** Headers that are sent otherwise, or not at all. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly names?: readonly string[];
  /** What is signed in place of the right string, made from its lines. */
  readonly signs?: (string: string, values: Readonly<Record<string, string>>) => string | Buffer;
  readonly signature?: (string: string) => Buffer;
  readonly keyId?: string;
  readonly header?: (signature: string) => string;
}

const valuesOf = ({ headers = {} }: Change): Record<string, string> => {
  const values: Record<string, string | undefined> = {
    "content-type": "application/json",
    "x-accept-fix": "amount-as-string",
    "tpp-session-id": "s",
    "psu-ip-address": "192.0.2.1",
    date: new Date().toUTCString(),
    digest: digestOf(body),
    "x-request-id": randomUUID(),
    "psu-id": uuid,
    "tpp-redirect-uri": "https://tpp.example/cb?state=a%20b&lang=nb",
    "tpp-signature-certificate": tpp.certificate.der.toString("base64"),
    ...headers,
  };
  return JSON.parse(JSON.stringify(values)) as Record<string, string>;
};

const send = (change: Change) => {
  const values = valuesOf(change);
  const names = change.names ?? every;
  const valueFor = (name: string) =>
    name === "(request-target)" ? `post ${target}` : values[name];
  const right = names.map((name) => `${name}: ${valueFor(name)}`).join("\n");
  const signed = change.signs?.(right, values) ?? right;
  const signature = (
    change.signature?.(right) ?? sign("sha256", Buffer.from(signed), tpp.key)
  ).toString("base64");
  const keyId = change.keyId ?? formatKeyId(tpp.certificate);
  const written =
    `keyId="${keyId}",algorithm="rsa-sha256",headers="${names.join(" ")}",` +
    `signature="${signature}"`;
  const sent = { signature: change.header?.(written) ?? written, ...values };
  return tpp.exchange("POST", target, sent, body);
};

const put =
  (name: string, value: string | ((right: string) => string)): NonNullable<Change["signs"]> =>
  (string, values) => {
    const right = values[name] ?? "";
    const wrong = typeof value === "string" ? value : value(right);
    return string.replace(`${name}: ${right}`, `${name}: ${wrong}`);
  };
const withTarget = (value: string): Change => ({
  names: ["(request-target)", ...every],
  signs: (string) => string.replace(`post ${target}`, value),
});
const minified = JSON.stringify(JSON.parse(body));
const pretty = JSON.stringify(JSON.parse(body), undefined, 2);
const otherKeys = rsaKeys();
const serial = tpp.certificate.serialNumberHex;

/** What was done wrong, and how the explanation names it. No pattern fits another's explanation. */
const mistakes: Readonly<Record<string, readonly [change: Change, names: RegExp]>> = {
  // The string.
  "a newline at the end": [{ signs: (s) => `${s}\n` }, /a newline after the last line/],
  "lines ended by CRLF": [{ signs: (s) => s.replaceAll("\n", "\r\n") }, /CRLF|carriage return/],
  "lines joined by a comma": [{ signs: (s) => s.replaceAll("\n", ", ") }, /comma/],
  "lines joined by nothing": [{ signs: (s) => s.replaceAll("\n", "") }, /the lines run together/],
  "no blank after the colon": [
    { signs: (s) => s.replaceAll(/^([\w-]+): /gm, "$1:") },
    /no blank after|without a blank/,
  ],
  "equals signs": [{ signs: (s) => s.replaceAll(/^([\w-]+): /gm, "$1=") }, /equals sign/],
  "values without names": [
    { signs: (s) => s.replaceAll(/^[\w-]+: /gm, "") },
    /values (?:only|alone|without)/,
  ],
  "names in capital letters": [
    { signs: (s) => s.replaceAll(/^[\w-]+(?=: )/gm, (name) => name.toUpperCase()) },
    /names in the signing string are lower-case/,
  ],
  "another order": [
    { signs: (s) => s.split("\n").reverse().join("\n") },
    /the order of the headers part/,
  ],
  "a line left out": [
    { signs: (s) => s.replace(/\npsu-id: .*/, "") },
    /every name of the headers part has its line/,
  ],
  "a line too many": [
    { signs: (s) => `${s}\ncontent-type: application/json` },
    /only names of the headers part have a line/,
  ],
  "a line for a header that is not sent": [
    { signs: (s) => s.replace("\ntpp-r", "\npsu-corporate-id: \ntpp-r") },
    /a header that is not sent has no line/,
  ],
  "values in quotes": [
    { signs: (s) => s.replaceAll(/: (.*)$/gm, ': "$1"') },
    /values stand without quotes/,
  ],
  "a UUID in lower case": [
    { signs: put("psu-id", uuid.toLowerCase()) },
    /psu-id: 0f3c.*exactly as they are sent/s,
  ],
  "UTF-16": [{ signs: (s) => Buffer.from(s, "utf16le") }, /UTF-16/],
  "the body": [{ signs: () => body }, /signed the body/i],
  "the string in base64": [
    { signs: (s) => Buffer.from(s).toString("base64") },
    /base64 is for the signature/,
  ],
  "a hash of the string": [{ signs: (s) => hash(s) }, /RSA-SHA256 hashes by itself/],
  // The values in it.
  "the Digest of a minified body": [
    { signs: put("digest", digestOf(minified)) },
    /Digest is over the body exactly as sent/,
  ],
  "a Digest without its algorithm": [
    { signs: put("digest", (right) => right.slice(8)) },
    /the whole Digest value is signed/,
  ],
  "a Date of a second before": [
    { signs: put("date", (right) => new Date(Date.parse(right) - 1000).toUTCString()) },
    /the Date was made twice/,
  ],
  "a Date in ISO 8601": [
    { signs: put("date", (right) => new Date(right).toISOString()) },
    /signed "date: \d{4}-\d\d-\d\dT/,
  ],
  "the redirect address decoded": [
    { signs: put("tpp-redirect-uri", decodeURIComponent) },
    /signed "tpp-redirect-uri: https:\/\/tpp\.example\/cb\?state=a b&/,
  ],
  "the redirect address without its query": [
    { signs: put("tpp-redirect-uri", "https://tpp.example/cb") },
    /signed "tpp-redirect-uri: https:\/\/tpp\.example\/cb"/,
  ],
  "(request-target) with POST": [
    withTarget(`POST ${target}`),
    /signed "\(request-target\): POST \/v1\/[^ ]+"/,
  ],
  "(request-target) without its query": [
    withTarget(`post ${target.split("?")[0]}`),
    /signed "\(request-target\): post [^?"]+"/,
  ],
  "(request-target) with the host": [
    withTarget(`post ${bank.addresses.http}${target}`),
    /signed "\(request-target\): post http/,
  ],
  // The key and the algorithm.
  "another key": [
    { signature: (s) => sign("sha256", Buffer.from(s), otherKeys.privateKey) },
    /another key than the certificate's/,
  ],
  "another padding": [
    {
      signature: (s) =>
        sign("sha256", Buffer.from(s), {
          key: tpp.key,
          padding: constants.RSA_PKCS1_PSS_PADDING,
        }),
    },
    /RSA-PSS/,
  ],
  "another hash": [
    { signature: (s) => sign("sha512", Buffer.from(s), tpp.key) },
    /signed with sha512/,
  ],
  "a bare hash": [{ signature: (s) => privateEncrypt(tpp.key, hash(s)) }, /DigestInfo/],
  "half a signature": [
    { signature: (s) => sign("sha256", Buffer.from(s), tpp.key).subarray(0, 128) },
    /has 128 bytes; the key makes 256/,
  ],
  // The Signature header.
  "a header that is not covered": [
    { names: every.filter((name) => name !== "psu-id") },
    /does not cover psu-id/,
  ],
  "a listed header that is not sent": [
    { names: [...every, "psu-corporate-id"] },
    /lists psu-corporate-id, which the message does not carry/,
  ],
  "names in capital letters in the list": [
    { header: (text) => text.replace('headers="date', 'headers="Date') },
    /lists Date; names in the headers part are lower-case/,
  ],
  "a part that is missing": [
    { header: (text) => text.replace(/algorithm="[^"]*",/, "") },
    /has no part algorithm/,
  ],
  "an algorithm that is not taken": [
    { header: (text) => text.replace("rsa-sha256", "hmac-sha256") },
    /the algorithm "hmac-sha256"/,
  ],
  "a signature that is no base64": [
    { header: (text) => text.replace(/signature="..../, 'signature="*!*!') },
    /signature part that is not canonical base64/,
  ],
  // The keyId.
  "a serial number of another certificate": [
    { keyId: formatKeyId(tpp.certificate).replace(serial, "1234ABCD") },
    /serial number/,
  ],
  "an issuer of another name": [
    { keyId: `SN=${serial},CA=CN=Another CA,O=Varde,C=NO` },
    /keyId .*issuer(?!.*slashes)/,
  ],
  "an issuer with slashes": [
    { keyId: `SN=${serial},CA=/C=NO/O=Varde/CN=Varde sandbox CA` },
    /written with slashes/,
  ],
  // The Digest, the Date and the certificate as they are sent.
  "the Digest header of a minified body": [
    { headers: { digest: digestOf(minified) } },
    /Digest header does not match.*blanks and line breaks taken out/,
  ],
  "the Digest header of a pretty body": [
    { headers: { digest: digestOf(pretty) } },
    /Digest header does not match.*with other blanks/,
  ],
  "the Digest header without the last newline": [
    { headers: { digest: digestOf(body.trimEnd()) } },
    /Digest header does not match.*without its line break at the end/,
  ],
  "the Digest header of nothing": [
    { headers: { digest: digestOf("") } },
    /Digest header does not match.*no body at all/,
  ],
  "the Digest header in hexadecimal": [
    { headers: { digest: `SHA-256=${hash(body).toString("hex")}` } },
    /not canonical base64.*right hash in hexadecimal/,
  ],
  "the Digest header of another body": [
    { headers: { digest: digestOf("something else") } },
    /Digest header does not match[^;]*\.$/,
  ],
  "a clock that is slow": [
    { headers: { date: new Date(Date.now() - 600_000).toUTCString() } },
    /seconds behind the bank's clock/,
  ],
  "a clock that is fast": [
    { headers: { date: new Date(Date.now() + 600_000).toUTCString() } },
    /seconds ahead of the bank's clock/,
  ],
  "a Date header in ISO 8601": [
    { headers: { date: new Date().toISOString() } },
    /Date header is not a date like/,
  ],
  "a certificate that is none": [
    { headers: { "tpp-signature-certificate": "bm90aGluZw==" } },
    /certificate ends in the middle of an element/,
  ],
};

describe("a mistake in signing, made over HTTP, is named by its explanation", () => {
  const told = new Map<string, string>();

  test("a request without any mistake passes the signature", async () => {
    const answer = await send({});
    assert.notEqual(answer.json.tppMessages[0].path, "Signature");
    assert.equal(answer.headers["varde-explain"], undefined, answer.text);
  });

  for (const [title, [change, names]] of Object.entries(mistakes)) {
    test(`SIG-04: ${title}`, async () => {
      const answer = await send(change);
      assert.equal(answer.status, 400, answer.text);
      const [message] = answer.json.tppMessages;
      assert.match(message.text, names);
      const link = String(answer.headers["varde-explain"]);
      const explanation = (await (await fetch(link)).json()) as Record<string, unknown>;
      assert.equal(explanation.text, message.text);
      assert.equal(explanation.request, `POST ${target}`);
      assert.match(String(explanation.computedDigest), /^SHA-256=/);
      told.set(title, message.text);
    });
  }

  test("no explanation names a mistake that was not made", () => {
    assert.equal(told.size, Object.keys(mistakes).length);
    assert(told.size >= 40);
    for (const [title, text] of told) {
      const named = Object.entries(mistakes)
        .filter(([, [, names]]) => names.test(text))
        .map(([other]) => other);
      assert.deepEqual(named, [title], text);
    }
  });

  test("of two mistakes the one that is met first is named, or both", async () => {
    const textOf = async (change: Change) => (await send(change)).json.tppMessages[0].text;
    const late = { date: new Date(Date.now() - 600_000).toUTCString() };
    const newline: Change = { signs: (s) => `${s}\n` };
    assert.match(await textOf({ ...newline, headers: late }), /behind the bank's clock/);
    const both = await textOf({
      signs: (s, values) =>
        String(put("digest", digestOf(minified))(s, values)).replaceAll("\n", "\r\n"),
    });
    assert.match(both, /body exactly as sent/);
    assert.match(both, /CRLF|carriage return/);
    const hashed = await textOf({
      signature: (s) => sign("sha512", Buffer.from(`${s}\n`), tpp.key),
    });
    assert.match(hashed, /sha512.*a newline after the last line/s);
    // What no known mistake explains is not made to fit one.
    const odd = await textOf({ signs: (s) => `odd ${s} odd` });
    assert.match(odd, /no known mistake explains it/);
    for (const [title, [, names]] of Object.entries(mistakes)) {
      assert.doesNotMatch(odd, names, title);
    }
  });

  test("a certificate that is turned away is told apart from a wrong signature", async () => {
    const reasons = await Promise.all(
      (["expired", "1024-bit", "ec-key"] as const).map(async (kind) => {
        const failing = await issued(kind);
        const certificate = failing.certificate.der.toString("base64");
        const answer = await send({ headers: { "tpp-signature-certificate": certificate } });
        const link = String(answer.headers["varde-explain"]);
        const { stage, text, reason } = (await (await fetch(link)).json()) as Record<
          string,
          string
        >;
        assert.equal(stage, "TPP-Signature-Certificate");
        return `${text} ${reason}`;
      }),
    );
    assert.match(reasons[0] ?? "", /expired/);
    assert.match(reasons[1] ?? "", /1024/);
    assert.match(reasons[2] ?? "", /RSA/);
  });
});
