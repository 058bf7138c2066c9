import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:net";
import { describe, test } from "node:test";
import { listenLocally } from "@varde/testkit/processes";
import { ServerFolder } from "@varde/testkit/server";
import { TestAuthority } from "@varde/testkit/tpp";
import { checkServer, loadServerSettings } from "../src/index.ts";

const jwk = JSON.stringify({ kty: "EC", kid: "bank", alg: "ES256" });

const oidc = {
  issuer: "https://eid.example",
  clientId: "fjordbanken",
  key: { file: "eid.jwk" },
  levels: ["substantial", "high"],
  levelMin: "high",
  identityClaim: "pid",
  approvalParameter: "claims",
  approvalClaim: "transaction_text",
};

describe("checking a configuration", () => {
  const check = async (folder: ServerFolder, settings: Readonly<Record<string, unknown>> = {}) => {
    const loaded = loadServerSettings(folder.configure(settings), {});
    return checkServer(loaded).then(
      () => "valid",
      (error: Error) => error.message.replaceAll(`${folder.path}/`, ""),
    );
  };

  test("accepts a valid one, with a port from each source", async () => {
    using folder = new ServerFolder();
    assert.equal(await check(folder), "valid");
    const seal = new TestAuthority().issue();
    folder.write("seal.key", seal.privateKeyPem);
    folder.write("seal.pem", seal.certificatePem);
    folder.write("eid.jwk", jwk);
    const without = "({ scaMethod: _, coreBank: __, psuDirectory: ___, ...ports }) => ports);";
    folder.write("fewer.mjs", folder.read("ports.mjs").replace(/;\n$/, `.then(${without}`));
    const chosen = {
      module: "fewer.mjs",
      anchors: [],
      coreBank: { url: "http://127.0.0.1:9", webhookSecret: { file: "eid.jwk" } },
      certificates: {
        authorities: "trust/authority.pem",
        statusSources: [{ issuer: "Test seal CA", ocsp: ["http://ocsp.example"] }],
      },
      responseSigner: { key: { file: "seal.key" }, certificate: "seal.pem" },
      responseSigning: "always",
      sca: { oidc },
      clientCertificate: "required",
      tls: { key: { file: "seal.key" }, certificate: "seal.pem" },
    };
    assert.equal(await check(folder, chosen), "valid");
  });

  test("connects to no other system", async () => {
    using folder = new ServerFolder();
    folder.write("eid.jwk", jwk);
    const connections: unknown[] = [];
    const server = createServer((socket) => {
      connections.push(socket.destroy());
    });
    await using other = await listenLocally(server);
    const without = "({ scaMethod: _, coreBank: __, psuDirectory: ___, ...ports }) => ports);";
    folder.write("fewer.mjs", folder.read("ports.mjs").replace(/;\n$/, `.then(${without}`));
    const chosen = {
      module: "fewer.mjs",
      anchors: [],
      coreBank: {
        url: other.url,
        oauth: { tokenUrl: other.url, clientId: "a", clientSecret: { file: "eid.jwk" } },
      },
      certificates: {
        authorities: "trust/authority.pem",
        statusSources: [{ issuer: "Test seal CA", ocsp: [other.url] }],
      },
      sca: { oidc: { ...oidc, issuer: other.url } },
      telemetry: { endpoint: other.url, intervalMs: 100 },
    };
    assert.equal(await check(folder, chosen), "valid");
    // A connection that was begun before this one is accepted before it.
    await assert.rejects(fetch(other.url));
    assert.equal(connections.length, 1);
  });

  test("reports every fault of the files and ports, with its place", async () => {
    using folder = new ServerFolder();
    folder.write("register.json", '{ "providers": [] }');
    folder.write("ports.mjs", "export const ports = {};");
    folder.write("eid.jwk", "not JSON: hidden");
    folder.write("seal.key", "hidden");
    const faults = await check(folder, {
      anchors: [],
      certificates: { authorities: "trust/missing.pem" },
      responseSigner: { key: { file: "seal.key" }, certificate: "trust/authority.pem" },
      publicUrl: "http://openbanking.fjordbanken.example",
      trustedProxies: ["10.0.0.0/8", "proxy"],
      drainMs: 60_000,
    });
    const expected = [
      /^bank\.yaml line 7, column 1: module: ports\.mjs must have a function that returns ports/m,
      /^bank\.yaml line \d+, .*: certificates: trust\/missing\.pem cannot be read \(ENOENT\)\.$/m,
      /^bank\.yaml line 8, .*: tppRegister: The register is invalid at \/blocked/m,
      /^bank\.yaml line \d+, .*: responseSigner: key must be a private RSA key in PEM/m,
      /^bank\.yaml line 3, column 1: publicUrl must be an https address in production/m,
      /^bank\.yaml line \d+, column 1: trustedProxies must be addresses .* not "proxy"\.$/m,
    ];
    for (const fault of expected) assert.match(faults, fault);
    assert.equal(faults.split("\n").length, expected.length, faults);
    assert.doesNotMatch(faults, /hidden/);
  });

  test("names the ports that are missing and how to supply them", async () => {
    using folder = new ServerFolder();
    folder.write("ports.mjs", "export default () => ({ tppRegister: {} });");
    const faults = await check(folder);
    assert.match(faults, /^bank\.yaml: The port coreBank is missing; .*module\.$/m);
    assert.match(faults, /^bank\.yaml: The port scaMethod is missing; configure sca\.oidc/m);
    assert.match(
      faults,
      /^bank\.yaml line 8, .*: tppRegister supplies the port tppRegister, and so/m,
    );
  });

  test("accepts a seal in another process, which it does not call", async () => {
    using folder = new ServerFolder();
    const responseSigner = { socket: "missing/seal.sock" };
    assert.equal(await check(folder, { responseSigner, responseSigning: "always" }), "valid");
    const both = { ...responseSigner, certificate: "trust/authority.pem" };
    assert.match(
      await check(folder, { responseSigner: both }),
      /responseSigner: remove key and certificate: the process behind socket has its own/,
    );
    assert.match(
      await check(folder, { responseSigner: { certificate: "trust/authority.pem" } }),
      /responseSigner: give both key and certificate, or the socket of another process\.$/,
    );
  });

  test("accepts SCA in the bank's app with a device finder and a channel for the app", async () => {
    using folder = new ServerFolder();
    const open = folder.read("ports.mjs").replace(/;\n$/, "");
    const withDevices =
      "({ scaMethod: _, ...ports }) => ({ ...ports, findDevice: async () => {} }));";
    folder.write("app.mjs", `${open}.then(${withDevices}`);
    const scopes = ["challenges:read", "challenges:decide"];
    const ownChannels = [{ name: "app", scopes, tokenSha256: "a".repeat(64) }];
    const chosen = { module: "app.mjs", sca: { app: true }, ownChannels };
    assert.equal(await check(folder, chosen), "valid");
    assert.match(
      await check(folder, { ...chosen, ownChannels: [] }),
      /sca\.app: no channel of ownChannels has the scope challenges:read; add it for the app\.$/,
    );
    assert.match(
      await check(folder, { ...chosen, module: "ports.mjs" }),
      /sca\.app: module must return the function findDevice/,
    );
    folder.write("eid.jwk", jwk);
    assert.match(
      await check(folder, { ...chosen, sca: { app: true, oidc } }),
      /sca\.app supplies the port scaMethod, and so does sca\.oidc\.$/,
    );
  });

  test("refuses a port without a method, and a seal of another key", async () => {
    using folder = new ServerFolder();
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    folder.write("seal.key", privateKey.export({ type: "pkcs8", format: "pem" }).toString());
    const responseSigner = { key: { file: "seal.key" }, certificate: "trust/authority.pem" };
    assert.match(
      await check(folder, { responseSigner }),
      /authority\.pem belongs to another key\.$/,
    );
    folder.write(
      "empty.mjs",
      "export default () => ({ coreBank: {}, psuDirectory: {}, scaMethod: {} });",
    );
    assert.match(await check(folder, { module: "empty.mjs" }), /The port coreBank has no method/);
  });
});
