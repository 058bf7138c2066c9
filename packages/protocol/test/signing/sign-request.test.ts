import assert from "node:assert/strict";
import { generateKeyPairSync, sign } from "node:crypto";
import { describe, test } from "node:test";
import { attributeOids } from "../../src/certificate/index.ts";
import {
  buildSigningString,
  candidateHeaders,
  coveredHeadersMissing,
  formatKeyId,
  formatSignatureHeader,
  parseSignatureHeader,
  requestTargetName,
  signRequest,
  verifySignature,
} from "../../src/signing/index.ts";
import {
  aCertificate,
  ecKeys,
  nowMs,
  otherRsaKeys,
  rsaKeys,
} from "../certificate/a-certificate.ts";
import { aSignedRequest, plainHeaders, refusalOf, type SentRequest } from "./a-signed-request.ts";

const certificate = aCertificate();

const namesOf = (request: SentRequest): readonly string[] => {
  const header = parseSignatureHeader(request.headers.get("signature") ?? "");
  assert.ok(header.ok);
  return header.value.headers;
};

const change = (request: SentRequest, headers: Record<string, string>): SentRequest => ({
  ...request,
  headers: new Map([...request.headers, ...Object.entries(headers)]),
});

/** The request signed again over another list of names. */
const signNames = (request: SentRequest, names: readonly string[]): SentRequest => {
  const text = buildSigningString(names, {
    method: request.method,
    target: request.target,
    header: (name) => request.headers.get(name),
  });
  assert.ok(text.ok);
  const signature = formatSignatureHeader({
    keyId: formatKeyId(certificate),
    algorithm: "rsa-sha256",
    headers: names,
    signature: sign("sha256", Buffer.from(text.value), rsaKeys.privateKey),
  });
  return change(request, { signature });
};

describe("a request signed here", () => {
  test("SIG-23: verifies, with every candidate header covered in order", async () => {
    const request = await aSignedRequest(certificate);
    assert.equal(refusalOf(request, certificate), undefined);
    assert.deepEqual(namesOf(request), candidateHeaders);
  });

  test("SIG-25: without body and PSU covers what is there and nothing else", async () => {
    const added = await signRequest({
      method: "GET",
      target: "/v1/sandbox/customers",
      headers: { "X-Request-ID": "1" },
      key: rsaKeys.privateKey,
      certificate,
      atMs: nowMs,
    });
    assert.equal(added.Digest, undefined);
    const header = parseSignatureHeader(added.Signature);
    assert.deepEqual(header.ok && header.value.headers, ["date", "x-request-id"]);
    const request = await aSignedRequest(certificate, { headers: { "X-Request-ID": "1" } });
    assert.deepEqual(namesOf(request), ["date", "digest", "x-request-id"]);
  });

  test("SIG-33: covers the target when asked to", async () => {
    const request = await aSignedRequest(certificate, { coverTarget: true });
    assert.equal(namesOf(request)[0], requestTargetName);
    assert.equal(refusalOf(request, certificate), undefined);
    assert.equal(refusalOf({ ...request, target: "/v1/other" }, certificate), "signature");
    assert.equal(refusalOf({ ...request, method: "PUT" }, certificate), "signature");
  });

  test("SIG-34: rsa-sha512 works with either Digest", async () => {
    const request = await aSignedRequest(certificate, {
      algorithm: "rsa-sha512",
      digestAlgorithm: "SHA-512",
    });
    assert.equal(refusalOf(request, certificate), undefined);
  });

  test("SIG-28: an issuer beyond ASCII makes the header an encoded word", async () => {
    const norwegian = aCertificate({ issuer: [[attributeOids.commonName, "Blåbær Čáhci CA"]] });
    const request = await aSignedRequest(norwegian);
    assert.match(request.headers.get("signature") ?? "", /^=\?utf-8\?B\?/);
    assert.equal(refusalOf(request, norwegian), undefined);
  });

  test("a signer outside the process is asked with string and algorithm", async () => {
    const request = await aSignedRequest(certificate, {
      key: async (text, algorithm) => {
        assert.equal(algorithm, "rsa-sha256");
        return sign("sha256", text, rsaKeys.privateKey);
      },
    });
    assert.equal(refusalOf(request, certificate), undefined);
  });

  test("a PEM key signs and a key that is not RSA throws", async () => {
    const pem = rsaKeys.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    assert.equal(
      refusalOf(await aSignedRequest(certificate, { key: pem }), certificate),
      undefined,
    );
    await assert.rejects(aSignedRequest(certificate, { key: ecKeys.privateKey }), /RSA/);
  });

  test("a redirect address beyond ASCII verifies however its bytes are sent", async () => {
    const headers = { ...plainHeaders, "tpp-redirect-uri": "https://tpp.example/blåbær" };
    const request = await aSignedRequest(certificate, { headers });
    const utf8 = Buffer.from(headers["tpp-redirect-uri"]).toString("latin1");
    assert.equal(refusalOf(request, certificate), undefined);
    assert.equal(refusalOf(change(request, { "tpp-redirect-uri": utf8 }), certificate), undefined);
  });
});

describe("attacks on a signed request", () => {
  test("A02: every single bit of the signature flipped is refused", async () => {
    const request = await aSignedRequest(certificate);
    const header = parseSignatureHeader(request.headers.get("signature") ?? "");
    assert.ok(header.ok);
    for (let bit = 0; bit < header.value.signature.length * 8; bit++) {
      const signature = Buffer.from(header.value.signature);
      signature[bit >> 3] = (signature[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const spoilt = change(request, {
        signature: formatSignatureHeader({ ...header.value, signature }),
      });
      assert.equal(refusalOf(spoilt, certificate), "signature");
    }
  });

  test("A02: every single bit of each signed value flipped is refused", async () => {
    const request = await aSignedRequest(certificate);
    for (const name of candidateHeaders) {
      const value = Buffer.from(request.headers.get(name) ?? "", "latin1");
      for (let bit = 0; bit < value.length * 8; bit++) {
        const flipped = Buffer.from(value);
        flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const spoilt = change(request, { [name]: flipped.toString("latin1") });
        assert.notEqual(refusalOf(spoilt, certificate), undefined, `${name}, bit ${bit}`);
      }
    }
  });

  test("A02: any bit of the Signature header flipped is refused or means the same", async () => {
    const request = await aSignedRequest(certificate);
    const value = Buffer.from(request.headers.get("signature") ?? "", "latin1");
    const original = parseSignatureHeader(value.toString("latin1"));
    assert.ok(original.ok);
    for (let bit = 0; bit < value.length * 8; bit++) {
      const flipped = Buffer.from(value);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const spoilt = change(request, { signature: flipped.toString("latin1") });
      if (refusalOf(spoilt, certificate) !== undefined) continue;
      const header = parseSignatureHeader(spoilt.headers.get("signature") ?? "");
      assert.ok(header.ok);
      assert.deepEqual(header.value.signature, original.value.signature);
      assert.deepEqual(header.value.headers, original.value.headers);
    }
  });

  test("A03: each required name dropped and signed again is reported missing", async () => {
    const request = await aSignedRequest(certificate);
    for (const name of candidateHeaders) {
      const names = candidateHeaders.filter((each) => each !== name);
      const spoilt = signNames(request, names);
      assert.equal(refusalOf(spoilt, certificate), `not covered: ${name}`);
      assert.deepEqual(coveredHeadersMissing(names, request.headers), [name]);
    }
  });

  test("SIG-24: date is required even where nothing else is sent", () => {
    assert.deepEqual(coveredHeadersMissing([], new Set()), ["date"]);
    assert.deepEqual(coveredHeadersMissing(["date"], new Set(["psu-id"])), ["psu-id"]);
  });

  test("A01: a header added after signing is not covered", async () => {
    for (const name of ["psu-id", "psu-corporate-id", "tpp-redirect-uri"]) {
      const { [name]: _left, ...headers } = plainHeaders;
      const request = await aSignedRequest(certificate, { headers });
      const spoilt = change(request, { [name]: plainHeaders[name] ?? "" });
      assert.equal(refusalOf(spoilt, certificate), `not covered: ${name}`);
    }
  });

  test("A01: a listed header that is not sent is refused", async () => {
    const request = await aSignedRequest(certificate);
    request.headers.delete("psu-id");
    assert.match(refusalOf(request, certificate) ?? "", /psu-id/);
  });

  test("A01: a changed body with its old Digest is refused", async () => {
    const request = await aSignedRequest(certificate);
    const spoilt = { ...request, body: Buffer.from("{}") };
    assert.equal(refusalOf(spoilt, certificate), "digest");
  });

  test("SIG-19: a key of another kind never verifies", async () => {
    const pss = generateKeyPairSync("rsa-pss", { modulusLength: 2048 });
    const text = "date: Sun, 05 Jan 2014 21:31:40 GMT";
    for (const keys of [ecKeys, pss]) {
      const signature = sign("sha256", Buffer.from(text), keys.privateKey);
      assert.equal(verifySignature(keys.publicKey, "rsa-sha256", text, signature), false);
    }
  });

  test("A01: an own certificate with the victim's serial number does not verify", async () => {
    const own = aCertificate({ keys: otherRsaKeys });
    const request = await aSignedRequest(certificate);
    assert.equal(refusalOf(request, own), "signature");
  });
});
