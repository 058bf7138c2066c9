import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { CommandLine } from "./a-command-line.ts";

const ports = { PORT: "0", HTTPS_PORT: "0" };

test("varde start serves http and https, logs requests, and stops on SIGTERM", async (t) => {
  const varde = new CommandLine(undefined, ports);
  t.after(() => varde.close());
  const bank = varde.start(["start"]);
  const [, http = ""] = await bank.written(/Interface +(http:\S+)\/v1/);
  const [, https = ""] = await bank.written(/(https:\S+)\/v1/);
  await bank.written(/Next, .*:\n\n {2}varde tpp new --bank http:\/\/127\.0\.0\.1:\d+\n/);
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
  await follow.written(/The sandbox has stopped; waiting/);
  follow.stop();
  const later = await varde.run("logs", "--refused");
  assert.match(later.stderr, /does not respond\. This is from \.varde.varde\.log:/);
  assert.match(later.stdout, /401 {2}listAccounts .*SCA_NOT_FOUND/);
  const elsewhere = await varde.run("logs", "--data", "nowhere");
  assert.equal(elsewhere.code, 1);
  assert.match(elsewhere.stderr, /There is no log at nowhere/);
});

test("varde start reports an invalid setting in one sentence", async (t) => {
  const varde = new CommandLine(undefined, { PORT: "eighty" });
  t.after(() => varde.close());
  const { code, stderr } = await varde.run("start");
  assert.equal(code, 1);
  assert.match(stderr, /^varde: PORT must be a port from 0 to 65535, not "eighty"\.\n$/);
});

test("a second start names the running bank and a command that starts another", async (t) => {
  const varde = new CommandLine();
  t.after(() => varde.close());
  const port = await findFreePort();
  const words = ["start", "--port", String(port), "--https-port", "off", "--data", "mine"];
  const first = varde.start(words);
  await first.written(/Data +mine /);
  for (const again of [words, ["start", "--port", "0", "--https-port", "off", "--data", "mine"]]) {
    const { code, stderr } = await varde.run(...again);
    assert.equal(code, 1);
    assert(stderr.startsWith(`varde: The bank is already running at http://127.0.0.1:${port}, `));
  }
  const elsewhere = await varde.run("start", "--port", String(port), "--https-port", "off");
  const running = new RegExp(
    `^varde: A bank is already running at http://127\\.0\\.0\\.1:${port}\\.`,
  );
  assert.match(elsewhere.stderr, running);
  const { stderr } = await varde.run(...words);
  const [, command = ""] = /\n {2}varde (start .*)\n$/.exec(stderr) ?? [];
  assert.match(command, /^start --port \d+ --data mine-\d+$/);
  const second = varde.start(command.split(" "));
  await second.written(/Data +mine-\d+ /);
  for (const bank of [first, second]) {
    bank.stop();
    assert.equal((await bank.ended).code, 0);
  }
});

test("an option of varde start that is a setting names its environment variable", async (t) => {
  const varde = new CommandLine();
  t.after(() => varde.close());
  const faults: readonly (readonly [string, RegExp])[] = [
    ["--host 0.0.0.0", /unknown option "--host"; set the environment variable HOST\./],
    ["--path-prefix /api", /set the environment variable VARDE_PATH_PREFIX\./],
    ["--database-url x", /set the environment variable DATABASE_URL\./],
    ["--prot 9090", /unknown option "--prot"; did you mean --port\?/],
    ["--port eighty", /--port must be a port from 0 to 65535, not "eighty"/],
    ["--https-port 70000", /--https-port must be a port/],
  ];
  for (const [words, sentence] of faults) {
    const { code, stderr } = await varde.run("start", ...words.split(" "));
    assert.equal(code, 2, stderr);
    assert.match(stderr, sentence);
  }
});

test("a second bank on another PORT starts beside the first, with its own data", async (t) => {
  const varde = new CommandLine();
  const taken = createServer();
  t.after(() => {
    varde.close();
    taken.close();
  });
  const [first, second] = [await findFreePort(), await findFreePort()];
  // The https port of the second bank is in use by another program.
  await new Promise<void>((resolve) => taken.listen(second + 363, "127.0.0.1", resolve));
  const one = varde.start(["start"], "", { PORT: String(first) });
  const two = varde.start(["start"], "", { PORT: String(second) });
  for (const [bank, port] of [[one, first] as const, [two, second] as const]) {
    const [, http = ""] = await bank.written(/Interface +(http:\S+)\/v1/);
    assert.equal(http, `http://127.0.0.1:${port}`);
    await bank.written(new RegExp(`Data +\\.varde-${port} `));
    const [, https] = await bank.written(/https:\/\/127\.0\.0\.1:(\d+)\/v1/);
    await bank.written(/\n\n {2}! /);
    assert.equal(Number(https) === port + 363, port === first);
  }
  await two.written(new RegExp(`Port ${second + 363} is in use, so https is on port \\d+`));
  for (const bank of [one, two]) {
    bank.stop();
    assert.equal((await bank.ended).code, 0);
  }
  const logs = await varde.run("logs", "--bank", `http://127.0.0.1:${first}`);
  assert.match(logs.stderr, new RegExp(`This is from \\.varde-${first}.varde\\.log:`));
});

/** Returns a free port whose derived https port is free too. */
const findFreePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if ((await isFree(port)) && (await isFree(port + 363))) return port;
  }
};

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
