import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { connect, type SecureVersion } from "node:tls";
import { readSettings, startSandbox } from "@varde/sandbox";
import { aBank, aProductionBank } from "@varde/testkit/bank";
import { pooledRsaKeys } from "@varde/testkit/keys";
import { callHeaders } from "@varde/testkit/psu";
import { assertRefused } from "@varde/testkit/responses";
import { aTpp, TestAuthority } from "@varde/testkit/tpp";

const sandbox = await aBank();
const authority = new TestAuthority();
const blocked = "PSDNO-FSA-310000000";
const lookups: unknown[][] = [];
const production = await aProductionBank(
  sandbox,
  { anchors: [authority.certificate] },
  {
    tppRegister: {
      admit: async ({ identifier, operation, country, roles, at }) => {
        lookups.push([
          identifier,
          operation.id,
          country,
          [...roles].join(),
          Date.now() - at < 60_000,
        ]);
        return identifier === blocked
          ? { isAdmitted: false, reason: "the register lists no such provider" }
          : { isAdmitted: true };
      },
    },
  },
);
after(async () => {
  await production.close();
  await sandbox.close();
});

const readUser = (identity: { certificatePem: string; privateKeyPem: string }) =>
  aTpp(production, identity).send({
    path: "/v1/user",
    headers: callHeaders("s1"),
  });
const createTpp = (organisationNumber: string, keys = pooledRsaKeys()) =>
  authority.issue({
    keys,
    subject: [
      ["2.5.4.6", "NO"],
      ["2.5.4.10", "Register TPP"],
      ["2.5.4.97", `PSDNO-FSA-${organisationNumber}`],
    ],
  });

test("SIG-06: refuses a certificate of an untrusted authority in production", async () => {
  assertRefused(await readUser(createTpp("210000003")), { status: 401, code: "SCA_NOT_FOUND" });
  const foreign = new TestAuthority().issue();
  assertRefused(await readUser(foreign), { status: 403, code: "FORBIDDEN" });
  assertRefused(await readUser(sandbox.tpp), { status: 403, code: "FORBIDDEN" });
});

test("SIG-41: refuses a public exponent below 65537 in production only", async () => {
  const keys = generateKeyPairSync("rsa", { modulusLength: 2048, publicExponent: 3 });
  const identity = createTpp("210000003", keys);
  assertRefused(await readUser(identity), {
    status: 400,
    code: "BAD_REQUEST",
    path: "TPP-Signature-Certificate",
  });
  const inSandbox = await aTpp(sandbox, identity).send({
    path: "/v1/user",
    headers: callHeaders("s1"),
  });
  assertRefused(inSandbox, { status: 401, code: "SCA_NOT_FOUND" });
});

test("SIG-07: refuses a TPP that is not in the register in production", async () => {
  assertRefused(await readUser(createTpp("310000000")), { status: 403, code: "FORBIDDEN" });
  const lookup = lookups.find(([identifier]) => identifier === blocked);
  assert.deepEqual(lookup?.slice(1), ["readUser", "NO", "PSP_PI,PSP_AI", true]);
  assert.equal(production.log.lines.at(-1)?.reason, "the register lists no such provider");
});

test("GEN-12: does not serve sandbox operations in production", async () => {
  const tpp = aTpp(production, createTpp("210000003"));
  for (const path of ["/v1/sandbox/customers", "/v1/sandbox/accounts"]) {
    assertRefused(await tpp.send({ path }), { status: 404, code: "NOT_FOUND" });
  }
});

test("SIG-04: names only the stage of a failed check in production", async () => {
  const tpp = aTpp(production, createTpp("210000003"));
  const response = await tpp.send({
    path: "/v1/user",
    headers: callHeaders("s1"),
    tamper: (sent) => {
      sent["TPP-Redirect-URI"] = "https://evil.example/";
    },
  });
  assertRefused(response, {
    status: 400,
    code: "BAD_REQUEST",
    text: /^The Signature check failed\.$/,
  });
  assert.equal(response.headers["varde-explain"], undefined);
});

test("SIG-01: refuses TLS below 1.2", async () => {
  const folder = await mkdtemp(join(tmpdir(), "varde-tls-"));
  const settings = readSettings({
    PORT: "0",
    HTTPS_PORT: "0",
    VARDE_DATA: folder,
    VARDE_LOG: "none",
  });
  const running = await startSandbox(settings);
  try {
    const port = Number(new URL(running.addresses.https ?? "").port);
    assert.equal(await protocolWith(port, "TLSv1.3"), "TLSv1.3");
    assert.equal(await protocolWith(port, "TLSv1.2"), "TLSv1.2");
    await assert.rejects(protocolWith(port, "TLSv1.1"));
    await assert.rejects(protocolWith(port, "TLSv1"));
  } finally {
    await running.close();
    await rm(folder, { recursive: true });
  }
});

/**
 * Connects at the lowest security level, so that the client offers versions that the bank must
 * refuse.
 */
const protocolWith = (port: number, version: SecureVersion): Promise<string | null> =>
  new Promise((resolve, reject) => {
    const socket = connect({
      host: "127.0.0.1",
      port,
      rejectUnauthorized: false,
      minVersion: version,
      maxVersion: version,
      ciphers: "DEFAULT:@SECLEVEL=0",
    });
    socket.once("error", reject);
    socket.once("secureConnect", () => {
      resolve(socket.getProtocol());
      socket.destroy();
    });
  });
