import assert from "node:assert/strict";
import { createPublicKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { assertReadsFast } from "@varde/testkit/rounds";
import fc from "fast-check";
import { der, derOid, derSequence } from "../../src/certificate/der-writer.ts";
import {
  type Certificate,
  formatCertificatePem,
  psd2StatementDer,
  readCertificate,
  readCertificateDer,
  readCertificatePem,
} from "../../src/certificate/index.ts";
import { readQcStatements } from "../../src/certificate/qc-statements.ts";
import { isInvalid } from "../../src/invalid.ts";
import { ownReader } from "../../src/reader.ts";
import {
  aCertificate,
  aCertificateDer,
  anAuthority,
  ecKeys,
  rsaKeys,
  sealExtensions,
} from "./a-certificate.ts";

const fixture = (name: string): Certificate => {
  const pem = readFileSync(new URL(`fixtures/${name}.pem`, import.meta.url), "utf8");
  const read = readCertificatePem(pem);
  assert.ok(!isInvalid(read));
  return read;
};

const refusalReason = (headerValue: string): string => {
  const read = readCertificate(headerValue, ownReader);
  return isInvalid(read) ? read.reason : "read";
};

describe("a certificate of another tool", () => {
  test("reads roles, names and serial number of an OpenSSL seal", () => {
    const seal = fixture("openssl-seal");
    assert.equal(seal.serialNumber, 0x0a1b2c3dn);
    assert.equal(seal.serialNumberHex, "0A1B2C3D");
    assert.equal(seal.organizationIdentifier, "PSDNO-FSA-310000000");
    assert.equal(seal.organizationName, "Blåbær Betaling AS");
    assert.equal(seal.commonName, "blabaer.example");
    assert.deepEqual(seal.roles, ["PSP_PI", "PSP_AI"]);
    assert.equal(seal.ncaName, "Finanstilsynet");
    assert.equal(seal.ncaId, "NO-FSA");
    assert.equal(seal.qcType, "eseal");
    assert.deepEqual(seal.keyUsages, ["digitalSignature", "nonRepudiation"]);
    assert.equal(seal.isCertificateAuthority, false);
    assert.equal(seal.keyType, "rsa");
    assert.equal(seal.modulusBits, 2048);
    assert.deepEqual(
      seal.issuer.map(({ oid }) => oid),
      ["2.5.4.6", "2.5.4.10", "2.5.4.97", "2.5.4.3"],
    );
  });

  test("reads the OpenSSL authority with its path length", () => {
    const authority = fixture("openssl-authority");
    assert.equal(authority.isCertificateAuthority, true);
    assert.equal(authority.pathLengthMax, 0);
    assert.deepEqual(authority.keyUsages, ["keyCertSign", "cRLSign"]);
  });

  test("reads the same facts from a certificate of @peculiar/x509", () => {
    const seal = fixture("peculiar-seal");
    assert.deepEqual(seal.roles, ["PSP_PI", "PSP_AI"]);
    assert.equal(seal.qcType, "eseal");
    assert.equal(seal.notBefore, Date.UTC(2026, 0, 1));
    assert.equal(seal.notAfter, Date.UTC(2126, 0, 1), "a year after 2049 is a GeneralizedTime");
  });

  test("distinguishes an RSA-PSS key from an RSA key", () => {
    assert.equal(fixture("openssl-pss").keyType, "rsa-pss");
  });
});

describe("a certificate of issueCertificate", () => {
  test("has the published DER of the PSD2 statement", () => {
    const published =
      "304A06060400819827023040302630110607040081982701020C065053505F504930110607040081982701030C" +
      "065053505F41490C0E46696E616E7374696C73796E65740C064E4F2D465341";
    const ours = psd2StatementDer(["PSP_PI", "PSP_AI"], "Finanstilsynet", "NO-FSA");
    assert.equal(ours.toString("hex").toUpperCase(), published);
    assert.deepEqual(readQcStatements(derSequence(Buffer.from(published, "hex"))), {
      roles: ["PSP_PI", "PSP_AI"],
      ncaName: "Finanstilsynet",
      ncaId: "NO-FSA",
    });
  });

  test("has roles by their OID, not by the text next to it", () => {
    const statement = psd2StatementDer(["PSP_AI"], "Finanstilsynet", "NO-FSA").toString("hex");
    const liar = statement.replace(
      Buffer.from("PSP_AI").toString("hex"),
      Buffer.from("PSP_PI").toString("hex"),
    );
    assert.deepEqual(readQcStatements(derSequence(Buffer.from(liar, "hex"))).roles, ["PSP_AI"]);
  });

  test("distinguishes an EC key from an RSA key, without a modulus", () => {
    const certificate = aCertificate({ keys: ecKeys });
    assert.equal(certificate.keyType, "ec");
    assert.equal(certificate.modulusBits, undefined);
  });

  test("SIG-40: is not read if its RSA key has an exponent that is 1 or even", () => {
    const jwk = rsaKeys.publicKey.export({ format: "jwk" });
    for (const exponent of [1, 2, 65_536]) {
      const e = Buffer.from(exponent.toString(16).padStart(6, "0"), "hex").toString("base64url");
      const publicKey = createPublicKey({ key: { ...jwk, e }, format: "jwk" });
      const der = aCertificateDer({ keys: { ...rsaKeys, publicKey } });
      assert.equal(
        refusalReason(der.toString("base64")),
        `has an RSA key with the public exponent ${exponent}; it must be odd and above 1`,
      );
    }
    assert.equal(aCertificate().publicExponent, 65_537n);
  });

  test("has the same public key fingerprint as another certificate of the key", () => {
    const [a, b] = [aCertificate({ serialNumber: 1n }), aCertificate({ serialNumber: 2n })];
    assert.equal(a.publicKeyFingerprint, b.publicKeyFingerprint);
    assert.notEqual(a.fingerprint, b.fingerprint);
  });

  test("has no facts without extensions", () => {
    const certificate = aCertificate({ extensions: [] });
    assert.equal(certificate.roles, undefined);
    assert.equal(certificate.keyUsages, undefined);
    assert.equal(certificate.qcType, undefined);
    assert.equal(certificate.isCertificateAuthority, false);
  });

  test("has the serial number it was issued with, of any size", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 159n }), (serialNumber) => {
        const certificate = aCertificate({ serialNumber });
        assert.equal(certificate.serialNumber, serialNumber);
        assert.equal(BigInt(`0x${certificate.serialNumberHex}`), serialNumber);
      }),
      { numRuns: 25 },
    );
  });
});

describe("the header value", () => {
  const whole = aCertificateDer();
  const base64 = whole.toString("base64");

  test("HDR-14: accepts base64 of the DER and base64 of a PEM file", () => {
    const pem = Buffer.from(formatCertificatePem(whole)).toString("base64");
    for (const value of [base64, pem]) {
      const read = readCertificate(value);
      assert.ok(!isInvalid(read));
      assert.ok(read.der.equals(whole));
    }
  });

  test("HDR-14: refuses other encodings", () => {
    const spoilt = {
      empty: "",
      "a space inside": `${base64.slice(0, 40)} ${base64.slice(40)}`,
      "the URL alphabet": whole.toString("base64url"),
      "a PEM text": formatCertificatePem(whole),
      "no base64 at all": "certificate",
      "a byte too few": whole.subarray(0, -1).toString("base64"),
      "a byte too many": Buffer.concat([whole, Buffer.of(0)]).toString("base64"),
      "two certificates": Buffer.concat([whole, whole]).toString("base64"),
      "over 8 KB": Buffer.alloc(6200).toString("base64"),
      "a PEM without an end": Buffer.from("-----BEGIN CERTIFICATE-----\nMIIB").toString("base64"),
    };
    for (const [name, value] of Object.entries(spoilt)) {
      assert.notEqual(refusalReason(value), "read", name);
    }
  });

  test("A01: diagnoses a long value in linear time", () => {
    assertReadsFast(readCertificate, [
      ["", "_", "!"],
      ["", "-", "=!"],
      ['"', "'"],
      ["", "0A:", "!"],
      ["", "%2"],
      ["", " "],
      ["", "-----BEGIN CERTIFICATE-----"],
    ]);
  });

  test("A01: refuses thousands of nested sequences", () => {
    let bomb: Buffer = Buffer.alloc(0);
    for (let level = 0; level < 1200; level++) bomb = derSequence(bomb);
    assert.match(refusalReason(bomb.toString("base64")), /nested/);
  });

  test("refuses indefinite, padded and overlong lengths", () => {
    for (const hex of ["3080", "308100", "30820001", "3084ffffffff", "3f8101", "30"]) {
      assert.notEqual(refusalReason(Buffer.from(hex, "hex").toString("base64")), "read", hex);
    }
  });

  test("refuses a duplicate extension", () => {
    const [first = Buffer.alloc(0)] = sealExtensions();
    const twice = aCertificateDer({ extensions: [first, first] });
    assert.match(refusalReason(twice.toString("base64")), /twice/);
  });

  test("reports an unknown critical extension", () => {
    const strange = derSequence(derOid("1.2.3.4"), der(0x01, Buffer.of(0xff)), der(0x04));
    const { unknownCriticalExtensions } = aCertificate({ extensions: [strange] });
    assert.deepEqual(unknownCriticalExtensions, ["1.2.3.4"]);
  });

  test("never throws for any bytes", () => {
    fc.assert(
      fc.property(
        fc.nat(whole.length - 1),
        fc.integer({ min: 1, max: 255 }),
        fc.nat(40),
        (at, mask, cut) => {
          const broken = Buffer.from(whole.subarray(0, whole.length - (cut > 20 ? cut : 0)));
          broken[at % broken.length] = (broken[at % broken.length] ?? 0) ^ mask;
          readCertificateDer(broken);
        },
      ),
      { numRuns: 2000 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        assert.equal(!isInvalid(readCertificateDer(bytes)), false);
      }),
    );
  });

  test("reads the certificate of an authority", () => {
    assert.equal(anAuthority({ pathLengthMax: 3 }).pathLengthMax, 3);
  });
});
