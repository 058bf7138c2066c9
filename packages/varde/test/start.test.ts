import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { CommandLine } from "./a-command-line.ts";

const ports = { PORT: "0", HTTPS_PORT: "0" };

test("varde start serves http and https, logs what it did, and stops when told to", async (t) => {
  const varde = new CommandLine(undefined, ports);
  t.after(() => varde.close());
  const bank = varde.start(["start"]);
  const [, http = ""] = await bank.written(/Interface +(http:\S+)\/v1/);
  const [, https = ""] = await bank.written(/(https:\S+)\/v1/);
  await bank.written(/Next +VARDE_BANK=http:\/\/127\.0\.0\.1:\d+ varde tpp new/);
  assert.equal(readFileSync(join(varde.folder, ".varde", ".gitignore"), "utf8"), "*\n");
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
  const refused = await varde.run("logs", "--refused");
  assert.match(refused.stdout, /401 {2}listAccounts .*SCA_NOT_FOUND\n {10}\S/);
  assert.doesNotMatch(refused.stdout, /createPayment/);
  const follow = varde.start(["logs", "--follow"]);
  await follow.written(/201 {2}createPayment .*Example TPP/);
  await follow.written(/Following http/);
  const headers = { date: "Sun, 05 Jan 2014 21:31:40 GMT", "x-request-id": "1", signature: "x" };
  await fetch(`${http}/v1/user`, { headers: { ...headers, "tpp-signature-certificate": "x" } });
  await follow.written(
    /400 {2}readUser .*GET \/v1\/user {2}BAD_REQUEST\n +Date: .*seconds behind the bank's clock/,
  );
  const [, link = ""] = await follow.written(/varde explain (http:\S+)/);
  assert.match((await varde.run("explain", link)).stdout, /[1-9]\d{8,} seconds behind/);
  bank.stop();
  assert.equal((await bank.ended).code, 0);
  await follow.written(/The sandbox is gone; waiting for it/);
  follow.stop();
  const later = await varde.run("logs", "--refused");
  assert.match(later.stderr, /does not answer\. This is from \.varde.varde\.log:/);
  assert.match(later.stdout, /401 {2}listAccounts .*SCA_NOT_FOUND/);
  const elsewhere = await varde.run("logs", "--data", "nowhere");
  assert.equal(elsewhere.code, 1);
  assert.match(elsewhere.stderr, /There is no log at nowhere/);
});

test("varde start says in one sentence what a wrong setting is", async (t) => {
  const varde = new CommandLine(undefined, { PORT: "eighty" });
  t.after(() => varde.close());
  const { code, stderr } = await varde.run("start");
  assert.equal(code, 1);
  assert.match(stderr, /^varde: PORT must be a port from 0 to 65535, not "eighty"\.\n$/);
});
