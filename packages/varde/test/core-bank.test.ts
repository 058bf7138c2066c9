import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { CommandLine, type Running } from "./a-command-line.ts";

describe("varde core-bank and varde check-core-bank", () => {
  const varde = new CommandLine();
  let server: Running;
  let url = "";
  before(async () => {
    server = varde.start(["core-bank", "--port", "0"]);
    [, url = ""] = await server.written(/Contract +(http:\/\/\S+)/);
  });
  after(async () => {
    server.stop();
    assert.equal((await server.ended).code, 0);
    await varde.close();
  });

  test("the check passes, and its report is text, JSON and a page", async () => {
    const page = join(varde.folder, "report.html");
    const { code, stdout } = await varde.run(
      "check-core-bank",
      url,
      "--timeout",
      "60s",
      "--html",
      page,
    );
    assert.equal(code, 0, stdout);
    assert.match(stdout, /^passed {2}HTTP-1 +refuses a body that is not JSON with 400$/m);
    assert.match(stdout, /rules passed, 0 failed, 1 skipped\.\n$/);
    const markup = readFileSync(page, "utf8");
    assert.match(markup, /<h1>The core bank passes the check<\/h1>/);
    assert.match(markup, /<th scope="row">PAYMENTS-3<\/th>/);
    assert.doesNotMatch(markup, /<script| style=| on\w+=/);
    const json = await varde.json("check-core-bank", url, "--rule", "PAYMENTS-1");
    assert.deepEqual([json.passed, json.failed, json.rules[0].id], [1, 0, "PAYMENTS-1"]);
  });

  test("the check fails and names the rule when the accounts do not exist", async () => {
    const accounts = {
      worldId: "bank",
      debtorBban: "99990000004",
      creditorBban: "99901010117",
      customerNumber: "03848420491",
      otherCustomerNumber: "17917931119",
    };
    const file = join(varde.folder, "accounts.json");
    writeFileSync(file, JSON.stringify(accounts));
    const { code, stdout, stderr } = await varde.run(
      ...["check-core-bank", url, "--accounts", file, "--rule", "PAYMENTS-1"],
    );
    assert.equal(code, 1);
    assert.match(stdout, /^failed {2}PAYMENTS-1 .*\n +no account has the number 99990000004$/m);
    assert.match(stderr, /violates the contract/);
    writeFileSync(file, JSON.stringify({ ...accounts, worldId: 7, debtorBban: undefined }));
    const refused = await varde.run("check-core-bank", url, "--accounts", file);
    assert.match(refused.stderr, /accounts\.json needs a text for worldId, debtorBban/);
  });

  test("a file may have a company with mandates, which is checked", async () => {
    const accounts = {
      worldId: "bank",
      debtorBban: "99901010028",
      creditorBban: "99901010117",
      customerNumber: "03848420491",
      otherCustomerNumber: "17917931119",
    };
    const mandates = {
      bban: "99901010915",
      amountMinor: "4000000",
      signers: ["14837130140", "02898331086"],
    };
    const file = join(varde.folder, "company.json");
    const check = (more: object) => {
      writeFileSync(file, JSON.stringify({ ...accounts, ...more }));
      return varde.run("check-core-bank", url, "--accounts", file, "--rule", "MANDATE-4");
    };
    assert.equal(
      (await check({})).stdout,
      "skipped MANDATE        Mandates of companies\n" +
        `${" ".repeat(23)}no company was given, as mandates of the accounts\n` +
        "\n0 rules passed, 0 failed, 1 skipped.\n",
    );
    assert.match((await check({ mandates })).stdout, /^passed {2}MANDATE-4 /);
    const one = await check({ mandates: { ...mandates, signers: ["14837130140"] } });
    assert.equal(one.code, 1);
    assert.match(one.stderr, /company\.json: the value at \/mandates\/signers /);
    const missing = await check({ mandates: { ...mandates, bban: undefined } });
    assert.match(missing.stderr, /the value at \/mandates\/bban /);
  });

  const refusals = {
    "anybody could use the core bank at 0.0.0.0": ["core-bank", "--host", "0.0.0.0"],
    "--tls-cert needs --tls-key too": ["core-bank", "--tls-cert", "a.pem"],
    "--port must be a number": ["core-bank", "--port", "x"],
    "--push-to needs a secret of 32 characters": ["core-bank", "--push-to", "http://127.0.0.1:1"],
    "give the address of the core bank": ["check-core-bank"],
    "url must be an https address": ["check-core-bank", "http://core.example"],
    "set tls or oauth": ["check-core-bank", "https://core.example"],
    "--token-url needs --client-id and the environment variable VARDE_CLIENT_SECRET": [
      ...["check-core-bank", "https://core.example", "--token-url", "https://login.example/token"],
    ],
    "readPriceList: ECONNREFUSED": ["check-core-bank", "http://127.0.0.1:1"],
    "cannot read none.pem (ENOENT)": ["check-core-bank", "https://a.example", "--cert", "none.pem"],
  };
  for (const [message, words] of Object.entries(refusals)) {
    test(`says: ${message}`, async () => {
      const { code, stderr } = await varde.run(...words);
      assert.notEqual(code, 0);
      assert(stderr.includes(message), stderr);
    });
  }
});
