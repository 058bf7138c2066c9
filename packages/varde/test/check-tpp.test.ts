import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { TestBank } from "@varde/sandbox";
import { aBankWithTpp } from "./a-bank-with-tpp.ts";
import type { CommandLine } from "./a-command-line.ts";

const kari = "03848420491";

describe("varde check-tpp", () => {
  let varde: CommandLine;
  let bank: TestBank;
  const opened = new AsyncDisposableStack();
  before(async () => {
    ({ varde, bank } = await aBankWithTpp(opened));
    await varde.json("clock", "set", "2026-11-16T12:00:00+01:00");
  });
  after(() => opened.disposeAsync());

  const pay = (amount: string) =>
    varde.run(
      ...["pay", "--from", "99901010028", "--to", "99901010117", "--name", "Ola Bråten"],
      ...["--amount", amount, "--approve", kari, "--json"],
    );

  test("says what was not seen, and what to do about it", async () => {
    await pay("11.00");
    const { code, stdout, stderr } = await varde.run("check-tpp", "--profile", "pisp");
    assert.equal(code, 1);
    assert.match(stdout, /^passed +Every request has a signature .*\(t-signed\)$/m);
    assert.match(stdout, /^not seen +.*\(trap-lost-response\)\n +Arm the trap\. Create/m);
    assert.match(stdout, / {11}\S.* check-tpp trap trap-lost-response\n/);
    assert.match(
      stdout,
      /\nNot ready: \d+ required checks not seen\. Profile pisp, \d+ requests\.\n$/,
    );
    assert.match(stderr, /Your client is not ready\./);
  });

  test("writes the judgement as a page and for a build server", async () => {
    const files = ["--html", "ready.html", "--junit", "ready.xml"];
    const { code } = await varde.run("check-tpp", "--profile", "pisp", ...files);
    assert.equal(code, 1);
    const read = (name: string) => readFileSync(join(varde.folder, name), "utf8");
    assert.match(read("ready.html"), /<h1>Not ready: \d+ required checks not seen<\/h1>/);
    assert.match(read("ready.html"), /<td class="passed">passed<\/td>\n<td><strong>t-signed</);
    assert.match(read("ready.xml"), /<testcase classname="security" name="t-signed: /);
    assert.match(read("ready.xml"), /<skipped message="not seen: /);
    const again = await varde.run("check-tpp", ...files);
    assert.match(again.stderr, /ready\.html/, "nothing is overwritten");
  });

  test("arms one trap, and judges it", async () => {
    const armed = await varde.run("check-tpp", "trap", "trap-lost-response");
    assert.match(armed.stdout, /^Create a payment: the bank/);
    assert.match(armed.stdout, /Then: .*check-tpp\n$/);
    const waiting = await varde.run("check-tpp", "--profile", "pisp");
    assert.match(
      waiting.stdout,
      /^waiting .*\(trap-lost-response\)\n +Seen: waiting for your next/m,
    );
    await pay("12.00");
    const judged = await varde.run("check-tpp", "--profile", "pisp");
    assert.match(judged.stdout, /^passed .*\(trap-lost-response\)$/m);
  });

  test("--traps arms the open ones in turn and waits for each", async () => {
    const walk = varde.run("check-tpp", "--traps", "--profile", "pisp", "--timeout", "1s");
    const { code, stdout } = await walk;
    assert.equal(code, 1);
    assert.match(stdout, /^trap-503: Send any request/m);
    assert.doesNotMatch(stdout, /^trap-lost-response: /m);
    assert.doesNotMatch(stdout, /^trap-revoked: /m);
  });

  test("starts over, and counts from a time on", async () => {
    await varde.json("check-tpp", "start-over");
    const { stdout } = await varde.run("check-tpp", "--json");
    assert.equal(JSON.parse(stdout).requests, 0);
    await bank.scenarios.clear();
    await pay("13.00");
    const later = new Date(Date.now() + 60_000).toISOString();
    assert.match((await varde.run("check-tpp", "--since", later)).stdout, /, 0 requests\./);
  });

  test("refuses what it does not know", async () => {
    const wrong = async (...words: string[]) => (await varde.run("check-tpp", ...words)).stderr;
    assert.match(await wrong("trap"), /give the id of the trap/);
    assert.match(await wrong("trap", "trap-x"), /there is no trap trap-x; the traps are trap-lost/);
    assert.match(await wrong("--profile", "bank"), /profile must be one of aisp, pisp, both/);
    assert.match(await wrong("--since", "soon"), /since must be a time like/);
    assert.match(await wrong("start"), /unknown argument "start"/);
  });
});
