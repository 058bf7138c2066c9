import assert from "node:assert/strict";
import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { createTppClient, readIdentityFiles } from "../src/index.ts";
import { aScene, tpp } from "./a-client.ts";
import { anAuthorityPem, aSeal } from "./a-seal.ts";

const payment = { product: "NDCT", paymentId: "p-1" } as const;

describe("making a client", () => {
  const bank = { baseUrl: "https://bank.example" };

  test("a key that is not the certificate's is refused at once", () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    assert.throws(
      () =>
        createTppClient({ bank, identity: { certificate: tpp.certificatePem, key: privateKey } }),
      { name: "TypeError", message: /not the key of its certificate/ },
    );
  });

  test("a certificate that is none and an address that is none are refused at once", () => {
    const identity = { certificate: tpp.certificatePem, key: tpp.privateKeyPem };
    assert.throws(() => createTppClient({ bank, identity: { ...identity, certificate: "x" } }));
    assert.throws(() => createTppClient({ bank: { baseUrl: "bank.example" }, identity }));
  });

  test("an identity is read from files", async (context) => {
    const folder = await mkdtemp(join(tmpdir(), "varde-tpp-"));
    context.after(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, "seal.pem"), tpp.certificatePem);
    await writeFile(join(folder, "seal.key"), tpp.privateKeyPem);
    const identity = await readIdentityFiles(join(folder, "seal.pem"), join(folder, "seal.key"));
    assert.ok(createPrivateKey(String(identity.key)).equals(tpp.privateKey));
    createTppClient({ bank, identity }).close();
  });

  test("a bank with an authority of its own is reached over TLS by naming it", async (context) => {
    const server = aSeal("localhost", { addresses: true });
    const tls = { key: server.privateKeyPem, cert: server.certificatePem };
    const trusted = await aScene(context, () => ({ body: { transactionStatus: "ACSC" } }), {
      tls,
      bank: { ca: anAuthorityPem() },
    });
    assert.equal((await trusted.client.payments.status(payment)).transactionStatus, "ACSC");
    const stranger = await aScene(context, () => ({ body: {} }), { tls });
    await assert.rejects(stranger.client.payments.status(payment), {
      name: "NetworkError",
      fault: "tls",
      attempts: 1,
    });
    assert.equal(stranger.bank.seen.length, 0);
  });
});
