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

const faultOf = (
  certificate: Certificate,
  anchors: readonly Certificate[] = [authority],
  intermediates: readonly Certificate[] = [],
): string => {
  const verdict = verifyChain(certificate, anchors, nowMs, intermediates);
  return verdict.ok ? "none" : verdict.fault;
};

const fixture = (name: string): Certificate => {
  const pem = readFileSync(new URL(`fixtures/${name}.pem`, import.meta.url), "utf8");
  const read = readCertificatePem(pem);
  assert.ok(read.ok);
  return read.value;
};

describe("a chain to an anchor", () => {
  test("a certificate that the anchor issued leads to it", () => {
    const verdict = verifyChain(aCertificate(), [authority], nowMs);
    assert.ok(verdict.ok);
    assert.equal(verdict.anchor, authority);
  });

  test("OpenSSL's certificates lead to OpenSSL's authority", () => {
    const [seal, anchor] = [fixture("openssl-seal"), fixture("openssl-authority")];
    assert.ok(verifyChain(seal, [anchor], seal.notBefore + dayMs).ok);
  });

  test("a certificate signed with SHA-1 proves nothing", () => {
    const [weak, anchor] = [fixture("openssl-sha1"), fixture("openssl-authority")];
    const verdict = verifyChain(weak, [anchor], weak.notBefore + dayMs);
    assert.equal(verdict.ok ? "none" : verdict.fault, "weak-signature-algorithm");
  });

  test("A06: every untrue certificate is refused for its own reason", () => {
    const future = { notBefore: nowMs + dayMs };
    const past = { notBefore: nowMs - 9 * dayMs, notAfter: nowMs - dayMs };
    assert.equal(faultOf(aCertificate(past)), "expired");
    assert.equal(faultOf(aCertificate(future)), "not-yet-valid");
    assert.equal(faultOf(aCertificate(), []), "unknown-issuer");
    assert.equal(faultOf(aCertificate({ issuerKeys: otherRsaKeys })), "bad-signature");
    assert.equal(faultOf(aCertificate({ issuer: rootName })), "unknown-issuer");
    const selfSigned = aCertificate({ issuer: rootName, subject: rootName, issuerKeys: rsaKeys });
    assert.equal(faultOf(selfSigned), "unknown-issuer");
    assert.equal(faultOf(aCertificate(), [anAuthority(past)]), "expired");
  });

  test("an issuer that is no authority, or may not sign certificates, issues nothing", () => {
    const usages = keyUsageExtension(["keyCertSign"]);
    const leaf = anAuthority({ extensions: [basicConstraintsExtension(false), usages] });
    const silent = anAuthority({
      extensions: [basicConstraintsExtension(true), keyUsageExtension(["digitalSignature"])],
    });
    assert.equal(faultOf(aCertificate(), [leaf]), "issuer-not-a-certificate-authority");
    assert.equal(faultOf(aCertificate(), [silent]), "issuer-not-a-certificate-authority");
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

  test("a chain through a given intermediate is followed, and none is invented", () => {
    assert.equal(faultOf(aCertificate(), [root], [between]), "none");
    assert.equal(faultOf(aCertificate(), [root]), "unknown-issuer");
    assert.equal(faultOf(aCertificate(), [], [between]), "unknown-issuer");
  });

  test("a path length is kept", () => {
    const short = anAuthority({
      subject: rootName,
      issuer: rootName,
      keys: otherRsaKeys,
      issuerKeys: otherRsaKeys,
      pathLengthMax: 0,
    });
    const fault = faultOf(aCertificate(), [short], [between]);
    assert.equal(fault, "issuer-not-a-certificate-authority");
    assert.equal(faultOf(aCertificate(), [anAuthority({ pathLengthMax: 0 })]), "none");
  });

  test("intermediates that vouch for each other end the search", () => {
    const loop = anAuthority({ subject: issuerName, issuer: issuerName });
    assert.equal(faultOf(aCertificate(), [], [loop]), "chain-too-long");
  });
});
