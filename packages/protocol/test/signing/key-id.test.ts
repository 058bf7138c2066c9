import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertReadsFast } from "@varde/testkit/rounds";
import fc from "fast-check";
import { attributeOids, type Certificate, type NameInput } from "../../src/certificate/index.ts";
import { isInvalid } from "../../src/invalid.ts";
import { ownReader } from "../../src/reader.ts";
import {
  formatDistinguishedName,
  formatKeyId,
  matchKeyId,
  parseDistinguishedName,
  parseKeyId,
} from "../../src/signing/index.ts";
import { aCertificate } from "../certificate/a-certificate.ts";

/** Serial bytes 0A 1B 2C 3D, issuer C, O, 2.5.4.97, CN in this order. */
const certificate = aCertificate();
const identifierHex = Buffer.from("NTRNO-310000000").toString("hex");

const outcome = (keyId: string, of: Certificate = certificate) => {
  const match = matchKeyId(keyId, of, ownReader);
  if (isInvalid(match)) return "refused";
  return match.map(({ form }) => form).join(" ") || "accepted";
};

const withIssuer = (issuer: NameInput): Certificate => aCertificate({ issuer });

describe("keyId as common tools write it", () => {
  const rows: readonly (readonly [printer: string, keyId: string, expected: string])[] = [
    [
      "OpenSSL RFC2253",
      "SN=0A1B2C3D,CA=CN=Seal CA,organizationIdentifier=NTRNO-310000000,O=Fjordtillit AS,C=NO",
      "accepted",
    ],
    [
      "Java X500Principal",
      `SN=A1B2C3D,CA=CN=Seal CA,2.5.4.97=#130f${identifierHex},O=Fjordtillit AS,C=NO`,
      "accepted",
    ],
    [
      "Java X500Principal with its other string type",
      `SN=A1B2C3D,CA=CN=Seal CA,2.5.4.97=#0c0f${identifierHex},O=Fjordtillit AS,C=NO`,
      "accepted",
    ],
    [
      "Java toString",
      "SN=A1B2C3D,CA=CN=Seal CA, OID.2.5.4.97=NTRNO-310000000, O=Fjordtillit AS, C=NO",
      "issuer-blanks issuer-names",
    ],
    [
      "Node X509Certificate, lines joined",
      "SN=0A1B2C3D,CA=C=NO,O=Fjordtillit AS,organizationIdentifier=NTRNO-310000000,CN=Seal CA",
      "issuer-order",
    ],
    [
      "a vendor's proxy that drops attributes",
      "SN=a1b2c3d,CA=CN=Seal CA,O=Fjordtillit AS,C=NO",
      "serial-lower-case issuer-subset",
    ],
    [
      "colons and 0x in the serial number",
      "SN=0x0a:1b:2c:3d,CA=CN=Seal CA,organizationIdentifier=NTRNO-310000000,O=Fjordtillit AS,C=NO",
      "serial-0x serial-colons serial-lower-case",
    ],
    [
      "an issuer in capitals",
      "SN=0A1B2C3D,CA=CN=SEAL CA,organizationIdentifier=NTRNO-310000000,O=FJORDTILLIT AS,C=NO",
      "issuer-spelling",
    ],
  ];
  for (const [printer, keyId, expected] of rows) {
    test(`SIG-31: ${printer} gives ${expected}`, () => {
      assert.equal(outcome(keyId), expected);
    });
  }

  // Names from RFC 4519, RFC 4514 and OpenSSL's list of objects.
  const names: Readonly<Record<string, readonly string[]>> = {
    "2.5.4.4": ["SN", "surname"],
    "2.5.4.5": ["serialNumber"],
    "2.5.4.7": ["L", "localityName"],
    "2.5.4.8": ["ST", "stateOrProvinceName", "S"],
    "2.5.4.9": ["street", "streetAddress"],
    "2.5.4.11": ["OU", "organizationalUnitName"],
    "2.5.4.12": ["title"],
    "2.5.4.15": ["businessCategory"],
    "2.5.4.17": ["postalCode"],
    "2.5.4.42": ["GN", "givenName"],
    "2.5.4.46": ["dnQualifier"],
    "0.9.2342.19200300.100.1.1": ["UID", "userId"],
    "0.9.2342.19200300.100.1.25": ["DC", "domainComponent"],
    "1.2.840.113549.1.9.1": ["emailAddress"],
  };
  for (const [oid, all] of Object.entries(names)) {
    test(`SIG-31: knows ${all.join(" and ")}, and OID.${oid}`, () => {
      const issued = withIssuer([
        ["2.5.4.6", "NO"],
        ["2.5.4.10", "Fjordtillit AS"],
        [oid, "some value"],
        ["2.5.4.3", "CA"],
      ]);
      for (const name of [oid, `OID.${oid}`, ...all]) {
        const spelled = `SN=0A1B2C3D,CA=CN=CA,${name}=some value,O=Fjordtillit AS,C=NO`;
        assert.match(outcome(spelled, issued), /^(?:accepted|issuer-names)$/, name);
      }
    });
  }

  for (const [longer, usual] of [
    ["commonName", "CN"],
    ["countryName", "C"],
    ["organizationName", "O"],
  ] as const) {
    test(`SIG-31: knows ${longer} for ${usual}`, () => {
      const usualForm =
        "SN=0A1B2C3D,CA=CN=Seal CA,organizationIdentifier=NTRNO-310000000,O=Fjordtillit AS,C=NO";
      const [before, after] = [new RegExp(`(?<=[,=])${usual}=`), `${longer}=`];
      assert.equal(outcome(usualForm.replace(before, after)), "issuer-names");
    });
  }

  test("SIG-31: treats S and ST as the same attribute", () => {
    const other = withIssuer([
      ["2.5.4.6", "NO"],
      ["2.5.4.8", "Vestland"],
      ["2.5.4.7", "Bergen"],
      ["2.5.4.11", "Tillit"],
      ["2.5.4.10", "Fjordtillit AS"],
      ["2.5.4.3", "CA"],
    ]);
    const proxy = "SN=A1B2C3D,CA=CN=CA,O=Fjordtillit AS,OU=Tillit,L=Bergen,S=Vestland,C=NO";
    assert.equal(outcome(proxy, other), "issuer-names");
    assert.equal(outcome(proxy.replace("S=Vest", "ST=Vest"), other), "accepted");
    assert.equal(formatKeyId(other).includes("ST=Vestland"), true);
  });
});

describe("a keyId that is refused", () => {
  const issuer = "CN=Seal CA,organizationIdentifier=NTRNO-310000000,O=Fjordtillit AS,C=NO";

  test("SIG-16: refuses another serial number, with a hint if it is in decimal", () => {
    assert.equal(outcome(`SN=0A1B2C3E,CA=${issuer}`), "refused");
    const match = matchKeyId(`SN=${0x0a1b2c3d},CA=${issuer}`, certificate, ownReader);
    assert.match(isInvalid(match) ? match.reason : "", /write it in hexadecimal/);
  });

  test("SIG-18: refuses another issuer, an extra attribute, or no common name", () => {
    for (const name of [
      issuer.replace("Seal CA", "Other CA"),
      `${issuer},OU=More`,
      `${issuer},C=NO`,
      issuer.replace("C=NO", "C=SE"),
      "organizationIdentifier=NTRNO-310000000,O=Fjordtillit AS,C=NO",
      "",
    ]) {
      assert.equal(outcome(`SN=0A1B2C3D,CA=${name}`), "refused", name);
    }
  });

  test("SIG-14: refuses another form with a reason", () => {
    for (const keyId of [
      "",
      "SN=1",
      "CA=CN=x,SN=1",
      "SN=XYZ,CA=CN=x",
      "SN=,CA=CN=x",
      "rsa-key-1",
    ]) {
      assert.equal(!isInvalid(parseKeyId(keyId)), false, keyId);
    }
    const slashes = parseKeyId("SN=1,CA=/C=NO/CN=x", ownReader);
    assert.match(isInvalid(slashes) ? slashes.reason : "", /slashes/);
  });

  test("A01: reads a long keyId in linear time", () => {
    assertReadsFast(
      (text) => parseKeyId(text, ownReader),
      [
        ["SN=", " "],
        ["SN=", " ", "1,CA"],
        ["SN=1", " ", ",CA=CN=a"],
        ["CA=", ", "],
        ["sn=", "ca"],
        ["", "0:", "!"],
        ["SN=1,CA=", "CN=a,"],
      ],
    );
  });

  test("refuses a subset of an issuer that has no common name", () => {
    const nameless = withIssuer([
      ["2.5.4.6", "NO"],
      ["2.5.4.10", "O"],
    ]);
    assert.equal(outcome("SN=0A1B2C3D,CA=O=O", nameless), "refused");
    assert.equal(outcome("SN=0A1B2C3D,CA=C=NO,O=O", nameless), "issuer-order");
    assert.equal(outcome("SN=0A1B2C3D,CA=O=O,C=NO", nameless), "accepted");
  });
});

describe("RFC 2253 names", () => {
  const parseAttributes = (text: string) => {
    const name = parseDistinguishedName(text);
    assert.ok(!isInvalid(name), text);
    return name.attributes.map(({ oid, value }) => `${oid}:${value}`);
  };

  test("decodes escapes, hex pairs, quotes, semicolons and plus signs", () => {
    assert.deepEqual(parseAttributes(String.raw`CN=L. Eagle,O=Sue\, Grabbit and Runn,C=GB`), [
      "2.5.4.3:L. Eagle",
      "2.5.4.10:Sue, Grabbit and Runn",
      "2.5.4.6:GB",
    ]);
    assert.deepEqual(parseAttributes(String.raw`SN=Lu\C4\8Di\C4\87`), ["2.5.4.4:Lučić"]);
    assert.deepEqual(parseAttributes(String.raw`CN=Before\0DAfter`), ["2.5.4.3:Before\rAfter"]);
    assert.deepEqual(parseAttributes('O="A, B";C=NO'), ["2.5.4.10:A, B", "2.5.4.6:NO"]);
    assert.deepEqual(parseAttributes("OU=Sales+CN=J. Smith"), [
      "2.5.4.11:Sales",
      "2.5.4.3:J. Smith",
    ]);
    assert.deepEqual(parseAttributes(String.raw`CN=\ a\ `), ["2.5.4.3: a "]);
    assert.deepEqual(parseAttributes("1.2.3.4=#04024869"), ["1.2.3.4:#04024869"]);
  });

  test("refuses malformed names", () => {
    for (const text of [
      "",
      "CN",
      "=x",
      "XX=1",
      "CN=a,",
      "CN=a\\",
      "2.5.4.97=#0z",
      "2.5.4.97=#13",
    ]) {
      assert.equal(!isInvalid(parseDistinguishedName(text)), false, text);
    }
  });

  test("SIG-17: formats any issuer as RFC 2253, which is never just tolerated", () => {
    const value = fc.string({
      unit: fc.constantFrom(",", "+", '"', "\\", "<", ">", ";", "#", " ", "=", "ø", "a", "Č"),
      minLength: 1,
    });
    const oid = fc.constantFrom(...Object.values(attributeOids), "2.5.4.11", "2.5.4.8", "1.2.3.4");
    const name = fc.array(fc.tuple(oid, value), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(name, (issuer) => {
        const unusual = withIssuer(issuer.filter(([type]) => type !== attributeOids.country));
        fc.pre(unusual.issuer.length > 0);
        assert.deepEqual(matchKeyId(formatKeyId(unusual), unusual), []);
      }),
      { numRuns: 200 },
    );
  });

  test("SIG-15: formats the serial number in hexadecimal and the issuer last to first", () => {
    assert.equal(
      formatKeyId(certificate),
      `SN=0A1B2C3D,CA=CN=Seal CA,2.5.4.97=#0c0f${identifierHex},O=Fjordtillit AS,C=NO`,
    );
    assert.equal(formatDistinguishedName([]), "");
  });
});

test("SIG-31: compares an issuer of 500 attributes in time that grows with their number", () => {
  const issuer = (count: number) =>
    withIssuer(Array.from({ length: count }, (_, at) => ["2.5.4.11", `\u00c5 o\u0308 ${at}`]));
  const cpuMs = (count: number): number => {
    const certificate = issuer(count);
    const keyId = formatKeyId(certificate);
    const rounds = [1, 2, 3].map(() => {
      // A copy, because the last comparison of a certificate is cached.
      const copy = { ...certificate };
      const before = process.threadCpuUsage();
      assert.deepEqual(matchKeyId(keyId, copy), []);
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1_000;
    });
    return Math.min(...rounds);
  };
  const many = cpuMs(500);
  assert.ok(many < 25, `${many} ms`);
});
