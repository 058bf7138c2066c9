import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { tppCertificateKinds } from "@varde/protocol";
import type { TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { CommandLine } from "./a-command-line.ts";

describe("varde tpp new", () => {
  let bank: TestBank;
  let varde: CommandLine;
  before(async () => {
    bank = await aBank({ bank: { trust: "sandbox-ca" } });
    varde = new CommandLine(bank.addresses.http);
  });
  after(async () => {
    varde.close();
    await bank.close();
  });

  for (const kind of tppCertificateKinds) {
    const verdict = kind === "working" ? "accepts" : "refuses";
    test(`makes a ${kind} certificate, which a strict bank ${verdict}`, async () => {
      const folder = `.${kind}`;
      const made = await varde.json("tpp", "new", "--kind", kind, "--tpp", folder, "--roles", "ai");
      assert.equal(made.kind, kind);
      const { code, stderr } = await varde.run(
        "accounts",
        "--tpp",
        folder,
        "--approve",
        "03848420491",
      );
      assert.equal(code, kind === "working" ? 0 : 1, stderr);
      if (kind !== "working") assert.match(stderr, /40[03] (BAD_REQUEST|FORBIDDEN)/);
    });
  }

  test("suggests a command that the roles of the TPP allow", async () => {
    const next = async (...words: readonly string[]) =>
      (await varde.run("tpp", "new", "--tpp", `.next${words.length}${words.at(-1)}`, ...words))
        .stdout;
    assert.match(await next(), /Next: varde pay --help/);
    assert.match(await next("--roles", "ai"), /Next: varde accounts --help/);
    assert.doesNotMatch(await next("--kind", "expired"), /Next/);
  });

  test("leaves a TPP in the folder as it is", async () => {
    const first = await varde.json("tpp", "new", "--name", "Første AS");
    for (const how of [[], ["--self-signed"], ["--kind", "expired"]]) {
      const second = await varde.run("tpp", "new", ...how);
      assert.equal(second.code, 1);
      assert.match(
        second.stderr,
        /key\.pem, .*certificate\.pem, .* exist already; nothing was overwritten\..*--tpp/,
      );
    }
    assert.equal((await varde.json("tpp", "show")).keyId, first.keyId);
  });

  test("makes a self-signed certificate without a bank", async () => {
    const easy = await aBank();
    const offline = new CommandLine();
    const made = await offline.json(
      "tpp",
      "new",
      "--self-signed",
      "--name",
      "Bård & Sønn",
      "--roles",
      "pi",
      "--bank",
      easy.addresses.http,
    );
    assert.deepEqual(made.roles, ["PSP_PI"]);
    const paid = await offline.json(
      "pay",
      "--from",
      "99901010028",
      "--to",
      "99901010117",
      "--name",
      "Ola",
      "--amount",
      "1.00",
      "--approve",
      "03848420491",
    );
    assert.equal(paid.transactionStatus, "ACSC");
    offline.close();
    await easy.close();
  });

  test("SIG-44: makes a TPP that signs the target at a Varde bank", async (context) => {
    await using demanding = await aBank({ bank: { requestTarget: "required" } });
    for (const how of [[], ["--self-signed"]]) {
      const line = new CommandLine(demanding.addresses.http);
      context.after(() => line.close());
      await line.json("tpp", "new", ...how);
      const paid = await line.json(
        ...["pay", "--from", "99901010028", "--to", "99901010117", "--name", "Ola"],
        ...["--amount", "1.00", "--approve", "03848420491"],
      );
      assert.equal(paid.transactionStatus, "ACSC");
      const { accounts } = await line.json("accounts", "--approve", "03848420491");
      assert.notEqual(accounts.length, 0);
    }
  });

  test("signs no target at a bank that may not be a Varde bank", async (context) => {
    const line = new CommandLine("https://bank.example");
    context.after(() => line.close());
    await line.json("tpp", "new", "--self-signed");
    const record = JSON.parse(readFileSync(join(line.folder, ".varde-tpp", "tpp.json"), "utf8"));
    assert.equal(record.signRequestTarget, false);
  });

  for (const file of ["key.pem", "memory.json", "tpp.json"]) {
    test(`a damaged ${file} is named in one sentence`, async () => {
      const damaged = new CommandLine(bank.addresses.http);
      await damaged.json("tpp", "new", "--self-signed");
      writeFileSync(join(damaged.folder, ".varde-tpp", file), "{");
      const { code, stderr } = await damaged.run("status");
      assert.equal(code, 1);
      assert.match(stderr, new RegExp(`^varde: .varde-tpp.${file} is damaged; .*--tpp\\.\n$`));
      damaged.close();
    });
  }

  test("refuses an invalid role, number or kind", async () => {
    const folder = ["--tpp", ".none"];
    assert.equal((await varde.run("tpp", "new", ...folder, "--roles", "xx")).code, 2);
    assert.equal((await varde.run("tpp", "new", ...folder, "--org", "123456789")).code, 2);
    const kind = await varde.run("tpp", "new", ...folder, "--kind", "unknown");
    assert.equal(kind.code, 1);
    assert.match(kind.stderr, /ec-key/);
  });
});
