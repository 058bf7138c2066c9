import assert from "node:assert/strict";
import { constants, privateEncrypt, sign } from "node:crypto";
import { describe, test } from "node:test";
import { ownReader } from "../../../src/reader.ts";
import {
  type DiagnoseInput,
  diagnoseSignature,
  signatureMistakes,
} from "../../../src/signing/index.ts";
import { ecKeys, otherRsaKeys, rsaKeys } from "../../certificate/a-certificate.ts";
import {
  body,
  headers,
  names,
  right,
  sha256,
  sha256Digest,
  signedStrings,
  target,
  text,
  uri,
} from "./signed-strings.ts";

const evidence = (
  signature: Uint8Array,
  changes: Partial<DiagnoseInput> = {},
): Omit<DiagnoseInput, "reader"> => ({
  publicKey: rsaKeys.publicKey,
  algorithm: "rsa-sha256",
  names,
  signature,
  method: "POST",
  target,
  header: (name) => headers[name],
  presentNames: Object.keys(headers),
  body: Buffer.from(body),
  ...changes,
});

const signed = (string: string | Uint8Array, hashName = "sha256"): Buffer =>
  sign(hashName, Buffer.from(string), rsaKeys.privateKey);

const outside = {
  "other-key": sign("sha256", Buffer.from(right), otherRsaKeys.privateKey),
  "other-padding": sign("sha256", Buffer.from(right), {
    key: rsaKeys.privateKey,
    padding: constants.RSA_PKCS1_PSS_PADDING,
  }),
  "signature-length": signed(right).subarray(0, 128),
  "signature-as-hex": Buffer.from(signed(right).toString("hex")),
  "signature-encoded-twice": Buffer.from(signed(right).toString("base64")),
  "signature-is-hmac": sha256(right),
  "signature-is-ecdsa": sign("sha256", Buffer.from(right), ecKeys.privateKey),
  "other-hash": signed(right, "sha512"),
  "hash-without-digest-info": privateEncrypt(rsaKeys.privateKey, sha256(right)),
};

describe("every known mistake", () => {
  for (const [mistake, strings] of Object.entries(signedStrings)) {
    test(`diagnoses ${mistake}`, () => {
      for (const string of strings) {
        const diagnosis = diagnoseSignature(ownReader, evidence(signed(string)));
        assert.equal(diagnosis.mistake, mistake, diagnosis.text);
        assert.match(diagnosis.text, /^You .+: .+\.$/s);
      }
    });
  }

  for (const [mistake, signature] of Object.entries(outside)) {
    test(`diagnoses ${mistake}`, () => {
      assert.equal(diagnoseSignature(ownReader, evidence(signature)).mistake, mistake);
    });
  }

  test("diagnoses string-not-hashed", () => {
    const short = { names: ["date"] };
    const string = `date: ${headers.date}`;
    const signature = privateEncrypt(rsaKeys.privateKey, Buffer.from(string));
    assert.equal(
      diagnoseSignature(ownReader, evidence(signature, short)).mistake,
      "string-not-hashed",
    );
  });

  const withHost = (host: string) => {
    const listed = ["date", "host"];
    const signature = signed(`date: ${headers.date}\nhost: ${host}`);
    return diagnoseSignature(ownReader, evidence(signature, { names: listed }));
  };

  test("diagnoses host-port", () => {
    const diagnosis = withHost("bank.example");
    assert.equal(diagnosis.mistake, "host-port");
    assert.match(diagnosis.text, /signed "host: bank.example", .*saw "host: bank.example:8443"/);
    assert.equal(withHost("bank.example:8443:443").mistake, "host-port");
  });

  test("diagnoses host-with-scheme", () => {
    assert.equal(withHost("https://bank.example:8443").mistake, "host-with-scheme");
  });

  test("every mistake has a test", () => {
    const host = ["host-port", "host-with-scheme"];
    const alone = ["string-not-hashed", "header-absent", "key-not-rsa", ...host];
    const tested = [...Object.keys(signedStrings), ...Object.keys(outside), ...alone];
    assert.deepEqual(signatureMistakes.toSorted(), tested.toSorted());
  });
});

describe("diagnoseSignature", () => {
  test("says what was signed and what the server saw", () => {
    const { text: said } = diagnoseSignature(
      ownReader,
      evidence(signed(text({ date: "Thu, 05 Nov 2026 09:31:39 GMT" }))),
    );
    assert.ok(said.includes('You signed "date: Thu, 05 Nov 2026 09:31:39 GMT"'));
    assert.ok(said.includes('the server saw "date: Thu, 05 Nov 2026 09:31:40 GMT"'));
  });

  test("shows the bytes of a letter that was signed in ISO-8859-1", () => {
    const { text: said } = diagnoseSignature(
      ownReader,
      evidence(signed(Buffer.from(right, "latin1"))),
    );
    assert.match(said, /"ø" is F8 in the string that you signed; right is C3 B8\.$/);
    const [, yours, ours] = /you signed (".*"); right is (".*")/.exec(said) ?? [];
    assert.ok(yours === undefined || yours !== ours, said);
  });

  test("finds a space that was sent as + and signed as %20", () => {
    const sent = { ...headers, "tpp-redirect-uri": uri.replace("%20", "+") };
    const changes = { header: (name: string) => sent[name as keyof typeof sent] };
    assert.equal(
      diagnoseSignature(ownReader, evidence(signed(right), changes)).mistake,
      "redirect-uri-space",
    );
  });

  test("names two mistakes made together", () => {
    const both = text({ digest: sha256Digest("") }).replaceAll("\n", "\r\n");
    assert.equal(
      diagnoseSignature(ownReader, evidence(signed(both))).mistake,
      "digest-of-empty-body + crlf",
    );
    const hashed = diagnoseSignature(ownReader, evidence(signed(`${right}\n`, "sha512")));
    assert.equal(hashed.mistake, "other-hash + trailing-newline");
  });

  test("says that no known mistake matches, and shows the first line", () => {
    const { mistake, text: said } = diagnoseSignature(
      ownReader,
      evidence(signed("something else")),
    );
    assert.equal(mistake, "unknown");
    assert.ok(said.includes(`"(request-target): post ${target}"`));
  });

  test("finds nothing wrong with a correct signature", () => {
    assert.equal(diagnoseSignature(ownReader, evidence(signed(right))).mistake, "none");
  });

  test("names a listed header that was not sent, and a key that is not RSA", () => {
    const absent = evidence(signed(right), { names: ["date", "psu-corporate-id"] });
    assert.equal(diagnoseSignature(ownReader, absent).mistake, "header-absent");
    const ec = evidence(signed(right), { publicKey: ecKeys.publicKey });
    assert.equal(diagnoseSignature(ownReader, ec).mistake, "key-not-rsa");
  });

  test("does not confuse other mistakes with form mistakes when one header is signed", () => {
    const signature = signed(`date: ${headers.date}\n`);
    const diagnosis = diagnoseSignature(ownReader, evidence(signature, { names: ["date"] }));
    assert.equal(diagnosis.mistake, "trailing-newline");
  });
});
