import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import {
  attributeOids,
  basicConstraintsExtension,
  type Certificate,
  keyUsageExtension,
  type NameInput,
  readCertificatePem,
  verifyChain,
} from "../../src/certificate/index.ts";
import { isInvalid } from "../../src/invalid.ts";
import {
  aCertificate,
  anAuthority,
  dayMs,
  ecKeys,
  issuerName,
  nowMs,
  otherRsaKeys,
  rsaKeys,
} from "./a-certificate.ts";

const rootName: NameInput = [[attributeOids.commonName, "Rot"]];
const authority = anAuthority();

const findFault = (
  certificate: Certificate,
  anchors: readonly Certificate[] = [authority],
  intermediates: readonly Certificate[] = [],
): string => {
  const verdict = verifyChain(certificate, anchors, nowMs, intermediates);
  return isInvalid(verdict) ? verdict.fault : "none";
};

const fixture = (name: string): Certificate => {
  const pem = readFileSync(new URL(`fixtures/${name}.pem`, import.meta.url), "utf8");
  const read = readCertificatePem(pem);
  assert.ok(!isInvalid(read));
  return read;
};

describe("verifyChain", () => {
  test("returns the anchor that issued a certificate", () => {
    assert.equal(verifyChain(aCertificate(), [authority], nowMs), authority);
  });

  test("verifies certificates of OpenSSL", () => {
    const [seal, anchor] = [fixture("openssl-seal"), fixture("openssl-authority")];
    assert.ok(!isInvalid(verifyChain(seal, [anchor], seal.notBefore + dayMs)));
  });

  test("refuses a certificate signed with SHA-1", () => {
    const [weak, anchor] = [fixture("openssl-sha1"), fixture("openssl-authority")];
    const verdict = verifyChain(weak, [anchor], weak.notBefore + dayMs);
    assert.equal(isInvalid(verdict) ? verdict.fault : "none", "weak-signature-algorithm");
  });

  test("A06: refuses each invalid certificate with its reason", () => {
    const future = { notBefore: nowMs + dayMs };
    const past = { notBefore: nowMs - 9 * dayMs, notAfter: nowMs - dayMs };
    assert.equal(findFault(aCertificate(past)), "expired");
    assert.equal(findFault(aCertificate(future)), "not-yet-valid");
    assert.equal(findFault(aCertificate(), []), "unknown-issuer");
    assert.equal(findFault(aCertificate({ issuerKeys: otherRsaKeys })), "bad-signature");
    assert.equal(findFault(aCertificate({ issuer: rootName })), "unknown-issuer");
    const selfSigned = aCertificate({ issuer: rootName, subject: rootName, issuerKeys: rsaKeys });
    assert.equal(findFault(selfSigned), "unknown-issuer");
    assert.equal(findFault(aCertificate(), [anAuthority(past)]), "expired");
  });

  test("refuses an issuer that is not an authority or may not sign certificates", () => {
    const usages = keyUsageExtension(["keyCertSign"]);
    const leaf = anAuthority({ extensions: [basicConstraintsExtension(false), usages] });
    const silent = anAuthority({
      extensions: [basicConstraintsExtension(true), keyUsageExtension(["digitalSignature"])],
    });
    assert.equal(findFault(aCertificate(), [leaf]), "issuer-not-a-certificate-authority");
    assert.equal(findFault(aCertificate(), [silent]), "issuer-not-a-certificate-authority");
  });
});

describe("intermediates", () => {
  const root = anAuthority({
    subject: rootName,
    issuer: rootName,
    keys: otherRsaKeys,
    issuerKeys: otherRsaKeys,
  });
  const between = anAuthority({
    subject: issuerName,
    issuer: rootName,
    keys: ecKeys,
    issuerKeys: otherRsaKeys,
  });

  test("follows a chain only through the given intermediates", () => {
    assert.equal(findFault(aCertificate(), [root], [between]), "none");
    assert.equal(findFault(aCertificate(), [root]), "unknown-issuer");
    assert.equal(findFault(aCertificate(), [], [between]), "unknown-issuer");
  });

  test("enforces the path length", () => {
    const short = anAuthority({
      subject: rootName,
      issuer: rootName,
      keys: otherRsaKeys,
      issuerKeys: otherRsaKeys,
      pathLengthMax: 0,
    });
    const fault = findFault(aCertificate(), [short], [between]);
    assert.equal(fault, "issuer-not-a-certificate-authority");
    assert.equal(findFault(aCertificate(), [anAuthority({ pathLengthMax: 0 })]), "none");
  });

  test("stops at intermediates that issued each other", () => {
    const loop = anAuthority({ subject: issuerName, issuer: issuerName });
    assert.equal(findFault(aCertificate(), [], [loop]), "chain-too-long");
  });
});
