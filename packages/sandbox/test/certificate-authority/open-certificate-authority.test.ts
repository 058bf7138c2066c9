import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { connect, createServer, type TLSSocket } from "node:tls";
import {
  type Certificate,
  formatKeyId,
  isInvalid,
  readCertificate,
  readCertificatePem,
  signRequest,
  signResponse,
  type TppCertificateKind,
  tppCertificateKinds,
  verifyChain,
  verifyResponse,
} from "@varde/protocol";
import {
  type CertificateAuthority,
  openCertificateAuthority,
} from "../../src/certificate-authority/index.ts";

const nowMs = Date.UTC(2026, 10, 15, 12);
const now = () => nowMs;

const read = (pem: string): Certificate => {
  const certificate = readCertificatePem(pem);
  assert.ok(!isInvalid(certificate));
  return certificate;
};

const aTpp = (kind: TppCertificateKind) => ({
  name: "Blåbær Betaling AS",
  organisationNumber: "310000000",
  roles: ["PSP_PI", "PSP_AI"] as const,
  kind,
});

describe("certificates for TPPs", () => {
  let authority: CertificateAuthority;
  const issued = new Map<TppCertificateKind, Certificate>();

  before(async () => {
    authority = await openCertificateAuthority({ now });
    for (const kind of tppCertificateKinds) {
      issued.set(kind, read((await authority.issueTppCertificate(aTpp(kind))).certificatePem));
    }
  });

  const of = (kind: TppCertificateKind): Certificate => {
    const certificate = issued.get(kind);
    assert.ok(certificate);
    return certificate;
  };
  const faultOf = (kind: TppCertificateKind): string => {
    const verdict = verifyChain(of(kind), [authority.certificate], nowMs);
    return isInvalid(verdict) ? verdict.fault : "none";
  };

  test("a working one is a seal of the TPP with the requested roles", () => {
    const certificate = of("working");
    assert.equal(certificate.organizationIdentifier, "PSDNO-FSA-310000000");
    assert.equal(certificate.organizationName, "Blåbær Betaling AS");
    assert.deepEqual(certificate.roles, ["PSP_PI", "PSP_AI"]);
    assert.equal(certificate.qcType, "eseal");
    assert.equal(certificate.ncaId, "NO-FSA");
    assert.deepEqual(certificate.keyUsages, ["digitalSignature", "nonRepudiation"]);
    assert.equal(certificate.isCertificateAuthority, false);
    assert.equal(certificate.modulusBits, 2048);
    assert.equal(faultOf("working"), "none");
    assert.equal(authority.isRevoked(certificate.serialNumberHex), false);
  });

  test("A06: each invalid kind fails only in the way it names", () => {
    assert.equal(faultOf("expired"), "expired");
    assert.equal(faultOf("not-yet-valid"), "not-yet-valid");
    assert.equal(faultOf("other-ca"), "unknown-issuer");
    for (const kind of ["revoked", "wrong-role", "1024-bit", "ec-key"] as const) {
      assert.equal(faultOf(kind), "none", kind);
    }
    assert.deepEqual(of("wrong-role").roles, ["PSP_IC"]);
    assert.equal(of("1024-bit").modulusBits, 1024);
    assert.equal(of("ec-key").keyType, "ec");
    assert.deepEqual(
      authority.listRevocations().map(({ serialNumberHex }) => serialNumberHex),
      [of("revoked").serialNumberHex],
    );
  });

  test("serial numbers are unique, and Node can read the certificates", () => {
    const serials = new Set([...issued.values()].map(({ serialNumber }) => serialNumber));
    assert.equal(serials.size, tppCertificateKinds.length);
    for (const certificate of issued.values()) {
      const x509 = new X509Certificate(certificate.der);
      assert.equal(x509.serialNumber, certificate.serialNumberHex);
      assert.equal(x509.validFromDate.getTime(), certificate.notBefore);
    }
  });

  test("its key signs a request under its certificate", async () => {
    const tpp = await authority.issueTppCertificate(aTpp("working"));
    const added = await signRequest({
      method: "GET",
      target: "/v1/sandbox/customers",
      headers: { "X-Request-ID": "1" },
      key: tpp.privateKeyPem,
      certificate: read(tpp.certificatePem),
      atMs: nowMs,
    });
    const sent = readCertificate(added["TPP-Signature-Certificate"]);
    assert.ok(!isInvalid(sent) && added.Signature.includes(formatKeyId(sent)));
    assert.ok(sent.der.equals(read(tpp.certificatePem).der));
    assert.equal(tpp.caPem, authority.caPem);
  });
});

describe("the data folder", () => {
  const dataFolder = mkdtempSync(join(tmpdir(), "varde-authority-"));
  after(() => rmSync(dataFolder, { recursive: true }));
  const folder = join(dataFolder, "certificate-authority");
  const open = (atMs = nowMs) => openCertificateAuthority({ dataFolder, now: () => atMs });

  test("a second start reads the same root, seal, server certificate and revocations", async () => {
    const first = await open();
    const seal = await first.readResponseIdentity();
    const server = await first.issueServerCertificate(["localhost", "127.0.0.1"]);
    first.revoke("0A");
    const second = await open();
    assert.equal(second.caPem, first.caPem);
    const sealAgain = await second.readResponseIdentity();
    assert.equal(sealAgain.certificate.fingerprint, seal.certificate.fingerprint);
    assert.deepEqual(await second.issueServerCertificate(["127.0.0.1"]), server);
    assert.equal(second.isRevoked("0A"), true);
  });

  test("the server certificate is renewed for other hosts and before it expires", async () => {
    const authority = await open();
    const before = await authority.issueServerCertificate(["localhost"]);
    const wider = await authority.issueServerCertificate(["localhost", "::1"]);
    assert.notDeepEqual(wider, before);
    const later = await open(nowMs + 380 * 86_400_000);
    assert.notDeepEqual(await later.issueServerCertificate(["localhost", "::1"]), wider);
    assert.equal(later.caPem, authority.caPem);
  });

  test("certificates of another root are renewed", async () => {
    const seal = await (await open()).readResponseIdentity();
    const other = await openCertificateAuthority({ now });
    const identity = await other.readResponseIdentity();
    rmSync(join(folder, "root.pem"));
    const reborn = await open();
    const again = await reborn.readResponseIdentity();
    assert.notEqual(again.certificate.fingerprint, seal.certificate.fingerprint);
    assert.ok(!isInvalid(verifyChain(again.certificate, [reborn.certificate], nowMs)));
    assert.equal(!isInvalid(verifyChain(identity.certificate, [reborn.certificate], nowMs)), false);
  });

  test("a response key that is deleted is replaced under the same root", async () => {
    const authority = await open();
    const seal = await authority.readResponseIdentity();
    rmSync(join(folder, "response.pem"));
    const next = await open();
    const replaced = await next.readResponseIdentity();
    assert.notEqual(replaced.certificate.fingerprint, seal.certificate.fingerprint);
    assert.equal(next.caPem, authority.caPem);
  });

  test("only the owner can read its files", { skip: process.platform === "win32" }, async () => {
    await open();
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    for (const name of readdirSync(folder)) {
      assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600, name);
    }
  });

  test("a malformed file is reported, not replaced", async () => {
    await open();
    writeFileSync(join(folder, "root.pem"), "spoilt");
    await assert.rejects(open(), {
      name: "ConfigurationRefused",
      message: /certificate-authority\/root\.pem in the data folder is damaged; restore/,
    });
    assert.equal(readFileSync(join(folder, "root.pem"), "utf8"), "spoilt");
  });
});

describe("the bank's own certificates", () => {
  test("SIG-10: a response is signed with a certificate of the sandbox's authority", async () => {
    const authority = await openCertificateAuthority({ now });
    const { key, certificate } = await authority.readResponseIdentity();
    const body = Buffer.from("{}");
    const signed = await signResponse({ requestId: "1", body, key, certificate, atMs: nowMs });
    const headers = new Map(
      Object.entries(signed).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const response = verifyResponse({
      header: (name) => headers.get(name),
      body,
      requestId: "1",
      anchors: [authority.certificate],
      atMs: nowMs,
    });
    assert.ok(!isInvalid(response));
  });

  test("https on loopback is trusted by a client that trusts the authority", async () => {
    const authority = await openCertificateAuthority();
    const { certificatePem, privateKeyPem } = await authority.issueServerCertificate([
      "localhost",
      "127.0.0.1",
      "::1",
    ]);
    const server = createServer({ cert: certificatePem, key: privateKeyPem }, (socket) =>
      socket.end("ok"),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    assert.ok(address !== null && typeof address === "object");
    for (const servername of ["localhost", "127.0.0.1", "::1"]) {
      const socket: TLSSocket = connect({
        host: "127.0.0.1",
        port: address.port,
        ca: authority.caPem,
        ...(servername === "localhost" && { servername }),
        checkServerIdentity: (_host, certificate) => {
          const x509 = new X509Certificate(certificate.raw);
          const fits = servername === "localhost" ? x509.checkHost : x509.checkIP;
          return fits.call(x509, servername) === undefined ? new Error(servername) : undefined;
        },
      });
      await new Promise((resolve, reject) =>
        socket.on("secureConnect", resolve).on("error", reject),
      );
      assert.equal(socket.authorized, true, servername);
      socket.destroy();
    }
    await new Promise((resolve) => server.close(resolve));
  });
});
