import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:net";
import { describe, test } from "node:test";
import { ConfigurationRefused } from "@varde/bank";
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
      /^bank\.yaml line \d+, .*: certificates\.statusSources is missing/m,
      /^bank\.yaml line 8, .*: tppRegister: The register is invalid at \/blocked/m,
      /^bank\.yaml line \d+, .*: responseSigner: key must be a private RSA key in PEM/m,
      /^bank\.yaml line 3, column 1: publicUrl must be an https address in production/m,
      /^bank\.yaml line \d+, column 1: trustedProxies must be addresses .* not "proxy"\.$/m,
    ];
    for (const fault of expected) assert.match(faults, fault);
    assert.equal(faults.split("\n").length, expected.length, faults);
    assert.doesNotMatch(faults, /hidden/);
  });

  /** Files for a configuration with a core bank behind HTTP and authorities of its own. */
  const withSystems = (folder: ServerFolder) => {
    const without = "({ scaMethod: _, coreBank: __, psuDirectory: ___, ...ports }) => ports);";
    folder.write("fewer.mjs", folder.read("ports.mjs").replace(/;\n$/, `.then(${without}`));
    folder.write("eid.jwk", jwk);
    const statusSources = [{ issuer: "Test seal CA", ocsp: ["http://ocsp.example"] }];
    const certificates = { authorities: "trust/authority.pem", statusSources };
    const coreBank = { url: "http://127.0.0.1:9" };
    return { module: "fewer.mjs", anchors: [], coreBank, certificates, sca: { oidc } };
  };
  /** Returns the faults, also those that are found while the file is read. */
  const faultsOf = async (folder: ServerFolder, settings: Readonly<Record<string, unknown>>) => {
    try {
      return await check(folder, settings);
    } catch (error) {
      assert(error instanceof ConfigurationRefused, String(error));
      return error.message.replaceAll(`${folder.path}/`, "");
    }
  };

  test("names a network of proxies that is every address, or none", async () => {
    using folder = new ServerFolder();
    for (const network of ["0.0.0.0/0", "::/0"]) {
      const faults = await faultsOf(folder, { trustedProxies: [network] });
      assert.match(faults, /^bank\.yaml line \d+, column 1: trustedProxies contains \S+\/0, which/);
      assert.equal(faults.split("\n").length, 1, faults);
    }
    for (const network of ["10.0.0.0/33", "fd00::/129", "10.0.0.0/8/8"]) {
      const faults = await faultsOf(folder, { trustedProxies: [network] });
      assert.match(faults, /trustedProxies must be addresses or networks like 10\.0\.0\.0\/8/);
    }
    assert.equal(await faultsOf(folder, { trustedProxies: ["10.0.0.0/8", "::1"] }), "valid");
  });

  test("names the data whose retention is below the minimum, and unknown data", async () => {
    using folder = new ServerFolder();
    const retentionDays = { kpi: 30, consents: 10, payment: 3 };
    const faults = (await faultsOf(folder, { retentionDays })).split("\n");
    const [place = ""] = /^bank\.yaml line \d+, column 1: /.exec(faults[0] ?? "") ?? [];
    assert.deepEqual(faults.toSorted(), [
      `${place}retentionDays has no field "payment"; did you mean "payments"?`,
      `${place}retentionDays.consents must be whole days, from 180 to 36500, not 10.`,
      `${place}retentionDays.kpi must be whole days, from 184 to 36500, not 30.`,
    ]);
  });

  test("names a time limit of the core bank that is not below portTimeoutMs", async () => {
    using folder = new ServerFolder();
    const { coreBank, ...systems } = withSystems(folder);
    const wrong = { ...systems, coreBank: { ...coreBank, timeoutMs: 12_000 } };
    assert.match(
      await faultsOf(folder, wrong),
      /^bank\.yaml line .*: coreBank\.timeoutMs is 12000, .* 10000 \(portTimeoutMs\)/,
    );
    assert.equal(await faultsOf(folder, { ...wrong, portTimeoutMs: 12_001 }), "valid");
  });

  test("names certificates that could not be checked for revocation", async () => {
    using folder = new ServerFolder();
    const { certificates, ...systems } = withSystems(folder);
    const { authorities } = certificates;
    assert.match(
      await faultsOf(folder, { ...systems, certificates: { authorities } }),
      /^bank\.yaml line .*: certificates\.statusSources is missing: .*every TPP would be refused/,
    );
    const accepting = { authorities, whenUnavailable: "accept" };
    assert.equal(await faultsOf(folder, { ...systems, certificates: accepting }), "valid");
    const misspelt = [{ issuer: "Tset seal CA", ocsp: ["http://ocsp.example"] }];
    assert.match(
      await faultsOf(folder, {
        ...systems,
        certificates: { authorities, statusSources: misspelt },
      }),
      /certificates: statusSources has the issuer "Tset seal CA", but .* are "Test seal CA"\.$/,
    );
    const silent = [{ issuer: "Test seal CA" }];
    assert.match(
      await faultsOf(folder, { ...systems, certificates: { authorities, statusSources: silent } }),
      /certificates\.statusSources has "Test seal CA" without an address; give ocsp or crl\.$/,
    );
  });

  test("names a file of authorities that is not PEM", async () => {
    using folder = new ServerFolder();
    const { certificates, ...systems } = withSystems(folder);
    folder.write("trust/authority.der", "\x30\x82 binary");
    const binary = { ...certificates, authorities: "trust/authority.der" };
    assert.match(
      await faultsOf(folder, { ...systems, certificates: binary }),
      /^bank\.yaml line .*: certificates: trust\/authority\.der has no certificate in PEM form;/,
    );
  });

  test("names a webhook secret that is too short, without showing it", async () => {
    using folder = new ServerFolder();
    folder.write("short", "hidden");
    const { coreBank, ...systems } = withSystems(folder);
    const short = { ...coreBank, webhookSecret: { file: "short" } };
    const faults = await faultsOf(folder, { ...systems, coreBank: short });
    assert.match(
      faults,
      /^bank\.yaml line .*: coreBank\.webhookSecret must be a secret of 32 char/,
    );
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
