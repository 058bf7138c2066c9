import assert from "node:assert/strict";
import { test } from "node:test";
import { CommandLine } from "./a-command-line.ts";

const ports = { PORT: "0", HTTPS_PORT: "0" };

test("varde start serves http and https, logs what it did, and stops when told to", async (t) => {
  const varde = new CommandLine(undefined, ports);
  t.after(() => varde.close());
  const bank = varde.start(["start"]);
  const [, http = ""] = await bank.written(/Interface +(http:\S+)\/v1/);
  const [, https = ""] = await bank.written(/(https:\S+)\/v1/);
  await varde.json("tpp", "new", "--bank", http);
  const listed = await varde.json("accounts", "--bank", http, "--approve", "03848420491");
  assert.equal(listed.accounts.length, 2);
  const paid = await varde.json(
    "pay",
    "--bank",
    http,
    "--from",
    "99901010028",
    "--to",
    "99901010117",
    "--name",
    "Ola Bråten",
    "--amount",
    "2.50",
    "--approve",
    "03848420491",
  );
  const status = await varde.json("status", paid.paymentId, "--bank", https);
  assert.equal(status.transactionStatus, "ACSC");
  const batch = await varde.json("batch", "--bank", http);
  assert.equal(batch.taken, 0);
  const follow = varde.start(["logs", "--follow"]);
  await follow.written(/createPayment/);
  follow.stop();
  const refused = await varde.run("logs", "--refused");
  assert.match(refused.stdout, /401 {2}listAccounts .*SCA_NOT_FOUND/);
  assert.doesNotMatch(refused.stdout, /createPayment/);
  bank.stop();
  assert.equal((await bank.ended).code, 0);
});

test("varde start says in one sentence what a wrong setting is", async (t) => {
  const varde = new CommandLine(undefined, { PORT: "eighty" });
  t.after(() => varde.close());
  const { code, stderr } = await varde.run("start");
  assert.equal(code, 1);
  assert.match(stderr, /^varde: PORT must be a port from 0 to 65535, not "eighty"\.\n$/);
});
