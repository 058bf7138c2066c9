import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, describe, test } from "node:test";
import { environmentName, isHostSetting, sandboxSettings } from "@varde/sandbox";
import { sandboxSettingsRefused, serverSettings } from "@varde/server";
import { ServerFolder, writeExampleFiles } from "@varde/testkit/server";
import { TestAuthority } from "@varde/testkit/tpp";
import { Ajv } from "ajv";
import { parse } from "yaml";
import { CommandLine } from "./a-command-line.ts";

describe("varde serve", () => {
  const varde = new CommandLine();
  const folder = new ServerFolder();
  after(() => {
    varde.close();
    folder[Symbol.dispose]();
  });

  test("--check accepts a valid configuration and starts nothing", async () => {
    const { code, stdout } = await varde.run("serve", "--check", folder.configure());
    assert.deepEqual([code, stdout], [0, `${folder.file} is valid.\n`]);
  });

  test("warns at --check and at the start, once, if the audit is not signed", async () => {
    const file = folder.configure({ logTo: "stdout" });
    const place = RegExp.escape(`${file}: `);
    const warning = `${place}responseSigner is not set: .* could rewrite the audit\\. Set `;
    const checked = await varde.run("serve", "--check", file);
    assert.match(checked.stderr, new RegExp(`^${warning}`, "m"));
    const server = varde.start(["serve", file]);
    await server.written(/is open for TPPs/);
    server.stop();
    const { code, stdout } = await server.ended;
    assert.equal(code, 0);
    const lines = stdout.split("\n").filter((line) => line.includes("responseSigner"));
    assert.equal(lines.length, 1, stdout);
    assert.match(lines[0] ?? "", new RegExp(`"level":40,.*"msg":"${warning}`));
    const seal = new TestAuthority().issue();
    folder.write("seal.key", seal.privateKeyPem);
    folder.write("seal.pem", seal.certificatePem);
    const responseSigner = { key: { file: "seal.key" }, certificate: "seal.pem" };
    const signed = await varde.run("serve", "--check", folder.configure({ responseSigner }));
    assert.equal(signed.stderr, "");
  });

  test("--check reports every fault with line and column, with exit code 1", async () => {
    const file = folder.configure({ workers: 3, drainMs: -1, clientCertificat: "off" });
    const { code, stderr } = await varde.run("serve", "--check", file);
    assert.equal(code, 1);
    assert.match(stderr, /line 12, column 1: "clientCertificat" is not a setting; did you mean/);
    assert.match(stderr, /line 11, column 1: drainMs must be a whole number, not -1\.$/m);
  });

  test("--check and the JSON Schema accept the example in packaging", async () => {
    const root = new URL("../../../", import.meta.url);
    const example = readFileSync(new URL("packaging/bank.yaml", root), "utf8");
    const schema = readFileSync(new URL("docs/reference/bank.schema.json", root), "utf8");
    const { $schema: _draft, ...rest } = JSON.parse(schema);
    const validate = new Ajv({ strict: false }).compile(rest);
    assert(validate(parse(example)), JSON.stringify(validate.errors));
    using copy = new ServerFolder();
    writeExampleFiles(copy.path);
    const file = copy.write("bank.yaml", example);
    const { code, stderr } = await varde.run("serve", "--check", file);
    assert.equal(code, 0, stderr);
  });

  test("needs one file", async () => {
    assert.equal((await varde.run("serve")).code, 2);
    assert.equal((await varde.run("serve", "one.yaml", "two.yaml")).code, 2);
  });

  test("varde config --production shows its settings, and no secret", async () => {
    folder.write("url", "postgres://varde:hidden@localhost/varde");
    const file = folder.configure({ databaseUrl: { file: "url" }, dataFolder: undefined });
    const { stdout } = await varde.run("config", "--production", "--config", file);
    assert.match(stdout, /^databaseUrl +\S+bank\.yaml +\(set\)$/m);
    assert.match(stdout, /^sca\.oidc\.scope +default \(VARDE_SCA_OIDC_SCOPE\) +openid$/m);
    assert.doesNotMatch(stdout, /hidden/);
  });

  test("knows every setting of a sandbox, or refuses it", () => {
    for (const name of Object.keys(sandboxSettings).filter((each) => isHostSetting(each))) {
      const refused = sandboxSettingsRefused[name as keyof typeof sandboxSettingsRefused];
      assert(refused !== undefined || Object.hasOwn(serverSettings, name), name);
      // HTTPS_PORT is the port of tls in production.
      if (refused === undefined || name === "httpsPort") continue;
      const variable = environmentName(name, sandboxSettings[name as keyof typeof sandboxSettings]);
      assert.equal(environmentName(name, refused), variable);
    }
  });
});
