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

describe("createTppClient", () => {
  const bank = { baseUrl: "https://bank.example" };

  test("throws if the key does not belong to the certificate", () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    assert.throws(
      () =>
        createTppClient({ bank, identity: { certificate: tpp.certificatePem, key: privateKey } }),
      { name: "TypeError", message: /does not belong to its certificate/ },
    );
  });

  test("throws if the certificate or the address is invalid", () => {
    const identity = { certificate: tpp.certificatePem, key: tpp.privateKeyPem };
    assert.throws(() => createTppClient({ bank, identity: { ...identity, certificate: "x" } }));
    assert.throws(() => createTppClient({ bank: { baseUrl: "bank.example" }, identity }));
  });

  test("reads an identity from files", async (context) => {
    const folder = await mkdtemp(join(tmpdir(), "varde-tpp-"));
    context.after(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, "seal.pem"), tpp.certificatePem);
    await writeFile(join(folder, "seal.key"), tpp.privateKeyPem);
    const identity = await readIdentityFiles(join(folder, "seal.pem"), join(folder, "seal.key"));
    assert.ok(createPrivateKey(String(identity.key)).equals(tpp.privateKey));
    createTppClient({ bank, identity }).close();
  });

  test("connects over TLS to a bank whose private authority is configured", async (context) => {
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
    assert.equal(stranger.bank.requests.length, 0);
  });
});
