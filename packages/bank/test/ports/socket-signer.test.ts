import assert from "node:assert/strict";
import { sign } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { formatCertificatePem, isInvalid, readCertificatePem } from "@varde/protocol";
import { pooledRsaKeys } from "@varde/testkit/keys";
import { SigningProcess } from "@varde/testkit/signers";
import { TestAuthority } from "@varde/testkit/tpp";
import { responseSignerContract, runContract } from "../../src/contracts/index.ts";
import { SocketSigner } from "../../src/ports/socket-signer.ts";

const authority = new TestAuthority();
const issueSeal = () => {
  const keys = pooledRsaKeys();
  const certificate = readCertificatePem(authority.issue({ keys }).certificatePem);
  if (isInvalid(certificate)) throw new Error(certificate.reason);
  return { key: keys.privateKey, certificate, pem: formatCertificatePem(certificate.der) };
};
const seal = issueSeal();
const bytes = Buffer.from("bytes to sign");

/** Serves requests on a Unix socket, and returns a signer that sends them there. */
const aSigner = async (serve: RequestListener, timeoutMs = 5_000) => {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "varde-socket-"));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const socket = join(folder, "seal.sock");
  const server = createServer(serve).listen(socket);
  await once(server, "listening");
  stack.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  const signer = stack.use(new SocketSigner({ socket, timeoutMs }));
  const opened = stack.move();
  return { signer, server, [Symbol.asyncDispose]: () => opened.disposeAsync() };
};

const signedWith = (key = seal.key, certificate: unknown = seal.pem) =>
  JSON.stringify({ signature: sign("sha256", bytes, key).toString("base64"), certificate });

describe("a signer behind a socket", () => {
  test("obeys the contract with a key in another process", async () => {
    await using signing = await SigningProcess.start(seal);
    const reports = await runContract(responseSignerContract(signing.signer));
    assert.deepEqual(
      reports.filter(({ result }) => result !== "passed"),
      [],
    );
  });

  test("signs again after its process was replaced, and fails in between", async () => {
    await using signing = await SigningProcess.start(seal);
    await signing.signer.sign(bytes);
    await signing.end();
    await assert.rejects(signing.signer.sign(bytes), /signing process cannot be reached at .*sock/);
    await signing.start();
    assert.equal(
      (await signing.signer.sign(bytes)).certificate.serialNumber,
      seal.certificate.serialNumber,
    );
  });

  test("takes over a new key with its certificate", async () => {
    const next = issueSeal();
    const seals = [seal, next];
    await using served = await aSigner((_request, response) => {
      const { key, pem } = seals.shift() ?? next;
      response.end(signedWith(key, pem));
    });
    for (const { certificate } of [seal, next]) {
      const signed = await served.signer.sign(bytes);
      assert.deepEqual(signed.certificate.der, certificate.der);
    }
  });

  test("sends the bytes again if an idle connection was closed", async () => {
    let requests = 0;
    await using served = await aSigner((request, response) => {
      requests += 1;
      if (requests === 2) request.socket.destroy();
      else response.end(signedWith());
    });
    await served.signer.sign(bytes);
    await served.signer.sign(bytes);
    assert.equal(requests, 3);
  });

  const malformed: readonly (readonly [string, string, RegExp])[] = [
    ["another key's signature", signedWith(issueSeal().key), /does not fit its certificate/],
    ["no certificate", signedWith(seal.key, null), /not return both a signature and a certificate/],
    [
      "a text in place of a certificate",
      signedWith(seal.key, "x"),
      /certificate of the signing process/,
    ],
    ["no JSON", "signed", /not return both a signature and a certificate/],
    ["a long response", " ".repeat(70_000), /more than 65536 bytes/],
  ];
  for (const [what, body, message] of malformed) {
    test(`refuses ${what}`, async () => {
      await using served = await aSigner((_request, response) => response.end(body));
      await assert.rejects(served.signer.sign(bytes), message);
    });
  }

  test("reports a status and a timeout", async () => {
    await using refusing = await aSigner((_request, response) => response.writeHead(500).end());
    await assert.rejects(refusing.signer.sign(bytes), /returned 500/);
    await using silent = await aSigner(() => {}, 20);
    await assert.rejects(silent.signer.sign(bytes), /did not respond within 20 ms/);
  });
});
