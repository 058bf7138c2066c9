import assert from "node:assert/strict";
import { generateKeyPairSync, sign } from "node:crypto";
import { describe, test } from "node:test";
import { attributeOids } from "../../src/certificate/index.ts";
import { isInvalid } from "../../src/invalid.ts";
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
import { aSignedRequest, findRefusal, plainHeaders, type SentRequest } from "./a-signed-request.ts";

const certificate = aCertificate();

const coveredNames = (request: SentRequest): readonly string[] => {
  const header = parseSignatureHeader(request.headers.get("signature") ?? "");
  assert.ok(!isInvalid(header));
  return header.headers;
};

const change = (request: SentRequest, headers: Record<string, string>): SentRequest => ({
  ...request,
  headers: new Map([...request.headers, ...Object.entries(headers)]),
});

/** Signs the request again over another list of names. */
const signNames = (request: SentRequest, names: readonly string[]): SentRequest => {
  const text = buildSigningString(names, {
    method: request.method,
    target: request.target,
    header: (name) => request.headers.get(name),
  });
  assert.ok(!isInvalid(text));
  const signature = formatSignatureHeader({
    keyId: formatKeyId(certificate),
    algorithm: "rsa-sha256",
    headers: names,
    signature: sign("sha256", Buffer.from(text), rsaKeys.privateKey),
  });
  return change(request, { signature });
};

describe("signRequest", () => {
  test("SIG-23: covers every candidate header in order, and the signature verifies", async () => {
    const request = await aSignedRequest(certificate);
    assert.equal(findRefusal(request, certificate), undefined);
    assert.deepEqual(coveredNames(request), candidateHeaders);
  });

  test("SIG-25: covers only the headers that are present, without body and PSU", async () => {
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
    assert.deepEqual(!isInvalid(header) && header.headers, ["date", "x-request-id"]);
    const request = await aSignedRequest(certificate, { headers: { "X-Request-ID": "1" } });
    assert.deepEqual(coveredNames(request), ["date", "digest", "x-request-id"]);
  });

  test("SIG-33: covers the target if requested", async () => {
    const request = await aSignedRequest(certificate, { coverTarget: true });
    assert.equal(coveredNames(request)[0], requestTargetName);
    assert.equal(findRefusal(request, certificate), undefined);
    assert.equal(findRefusal({ ...request, target: "/v1/other" }, certificate), "signature");
    assert.equal(findRefusal({ ...request, method: "PUT" }, certificate), "signature");
  });

  test("SIG-34: signs with rsa-sha512 and either Digest", async () => {
    const request = await aSignedRequest(certificate, {
      algorithm: "rsa-sha512",
      digestAlgorithm: "SHA-512",
    });
    assert.equal(findRefusal(request, certificate), undefined);
  });

  test("SIG-28: encodes the header if the issuer is not ASCII", async () => {
    const norwegian = aCertificate({ issuer: [[attributeOids.commonName, "Blåbær Čáhci CA"]] });
    const request = await aSignedRequest(norwegian);
    assert.match(request.headers.get("signature") ?? "", /^=\?utf-8\?B\?/);
    assert.equal(findRefusal(request, norwegian), undefined);
  });

  test("passes string and algorithm to an external signer", async () => {
    const request = await aSignedRequest(certificate, {
      key: async (text, algorithm) => {
        assert.equal(algorithm, "rsa-sha256");
        return sign("sha256", text, rsaKeys.privateKey);
      },
    });
    assert.equal(findRefusal(request, certificate), undefined);
  });

  test("signs with a PEM key and throws for a key that is not RSA", async () => {
    const pem = rsaKeys.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    assert.equal(
      findRefusal(await aSignedRequest(certificate, { key: pem }), certificate),
      undefined,
    );
    await assert.rejects(aSignedRequest(certificate, { key: ecKeys.privateKey }), /RSA/);
  });

  test("verifies a redirect address that is not ASCII in either encoding", async () => {
    const headers = { ...plainHeaders, "tpp-redirect-uri": "https://tpp.example/blåbær" };
    const request = await aSignedRequest(certificate, { headers });
    const utf8 = Buffer.from(headers["tpp-redirect-uri"]).toString("latin1");
    assert.equal(findRefusal(request, certificate), undefined);
    assert.equal(
      findRefusal(change(request, { "tpp-redirect-uri": utf8 }), certificate),
      undefined,
    );
  });
});

describe("attacks on a signed request", () => {
  test("A02: refuses a signature with any bit flipped", async () => {
    const request = await aSignedRequest(certificate);
    const header = parseSignatureHeader(request.headers.get("signature") ?? "");
    assert.ok(!isInvalid(header));
    for (let bit = 0; bit < header.signature.length * 8; bit++) {
      const signature = Buffer.from(header.signature);
      signature[bit >> 3] = (signature[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const tampered = change(request, {
        signature: formatSignatureHeader({ ...header, signature }),
      });
      assert.equal(findRefusal(tampered, certificate), "signature");
    }
  });

  test("A02: refuses a signed value with any bit flipped", async () => {
    const request = await aSignedRequest(certificate);
    for (const name of candidateHeaders) {
      const value = Buffer.from(request.headers.get(name) ?? "", "latin1");
      for (let bit = 0; bit < value.length * 8; bit++) {
        const flipped = Buffer.from(value);
        flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const tampered = change(request, { [name]: flipped.toString("latin1") });
        assert.notEqual(findRefusal(tampered, certificate), undefined, `${name}, bit ${bit}`);
      }
    }
  });

  test("A02: refuses a Signature header with any bit flipped or reads it the same", async () => {
    const request = await aSignedRequest(certificate);
    const value = Buffer.from(request.headers.get("signature") ?? "", "latin1");
    const original = parseSignatureHeader(value.toString("latin1"));
    assert.ok(!isInvalid(original));
    for (let bit = 0; bit < value.length * 8; bit++) {
      const flipped = Buffer.from(value);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const tampered = change(request, { signature: flipped.toString("latin1") });
      if (findRefusal(tampered, certificate) !== undefined) continue;
      const header = parseSignatureHeader(tampered.headers.get("signature") ?? "");
      assert.ok(!isInvalid(header));
      assert.deepEqual(header.signature, original.signature);
      assert.deepEqual(header.headers, original.headers);
    }
  });

  test("A03: reports each required header that the signature does not cover", async () => {
    const request = await aSignedRequest(certificate);
    for (const name of candidateHeaders) {
      const names = candidateHeaders.filter((each) => each !== name);
      const tampered = signNames(request, names);
      assert.equal(findRefusal(tampered, certificate), `not covered: ${name}`);
      assert.deepEqual(coveredHeadersMissing(names, request.headers), [name]);
    }
  });

  test("SIG-24: requires date even if no other header is sent", () => {
    assert.deepEqual(coveredHeadersMissing([], new Set()), ["date"]);
    assert.deepEqual(coveredHeadersMissing(["date"], new Set(["psu-id"])), ["psu-id"]);
  });

  test("A01: refuses a header that was added after signing", async () => {
    for (const name of ["psu-id", "psu-corporate-id", "tpp-redirect-uri"]) {
      const { [name]: _left, ...headers } = plainHeaders;
      const request = await aSignedRequest(certificate, { headers });
      const tampered = change(request, { [name]: plainHeaders[name] ?? "" });
      assert.equal(findRefusal(tampered, certificate), `not covered: ${name}`);
    }
  });

  test("A01: refuses a listed header that was not sent", async () => {
    const request = await aSignedRequest(certificate);
    request.headers.delete("psu-id");
    assert.match(findRefusal(request, certificate) ?? "", /psu-id/);
  });

  test("A01: refuses a changed body with its old Digest", async () => {
    const request = await aSignedRequest(certificate);
    const tampered = { ...request, body: Buffer.from("{}") };
    assert.equal(findRefusal(tampered, certificate), "digest");
  });

  test("SIG-19: never verifies with a key of another type", async () => {
    const pss = generateKeyPairSync("rsa-pss", { modulusLength: 2048 });
    const text = "date: Sun, 05 Jan 2014 21:31:40 GMT";
    for (const keys of [ecKeys, pss]) {
      const signature = sign("sha256", Buffer.from(text), keys.privateKey);
      assert.equal(verifySignature(keys.publicKey, "rsa-sha256", text, signature), false);
    }
  });

  test("A01: refuses the attacker's certificate with the serial number of the victim", async () => {
    const own = aCertificate({ keys: otherRsaKeys });
    const request = await aSignedRequest(certificate);
    assert.equal(findRefusal(request, own), "signature");
  });
});
