import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { aBankWithTpp } from "./a-bank-with-tpp.ts";
import type { CommandLine } from "./a-command-line.ts";

const kari = "03848420491";
const pay = ["pay", "--from", "99901010028", "--to", "99901010117", "--name", "Ola Bråten"];

describe("varde record and replay", () => {
  let varde: CommandLine;
  const opened = new AsyncDisposableStack();
  before(async () => {
    ({ varde } = await aBankWithTpp(opened));
    await varde.json(...pay, "--amount", "249.50", "--approve", kari);
    await varde.json("transactions", "99901010028", "--approve", kari);
    const refused = await varde.run(...pay, "--amount", "1.005", "--approve", kari);
    assert.equal(refused.code, 1);
    const recorded = await varde.run("record", "bug.har");
    assert.equal(recorded.code, 0, recorded.stderr);
    assert.match(recorded.stdout, /^Recorded \d+ steps in bug.har\n$/);
  });
  after(() => opened.disposeAsync());

  test("a replay says that there is no difference", async () => {
    const { code, stdout, stderr } = await varde.run("replay", "bug.har");
    assert.equal(code, 0, stdout + stderr);
    assert.match(stdout, /^Replayed \d+ steps, 0 differences\n$/);
  });

  test("a replay shows a difference, with what was recorded, and fails", async () => {
    const text = readFileSync(join(varde.folder, "bug.har"), "utf8");
    writeFileSync(
      join(varde.folder, "other.har"),
      text.replace("FORMAT_ERROR", "KID_\\\\u001b[2JBAD"),
    );
    const { code, stdout, stderr } = await varde.run("replay", "other.har");
    assert.equal(code, 1);
    const [place, where, recorded, replayed, summary] = stdout.split("\n");
    assert.match(place ?? "", /^\d+ {2}POST \/v1\/payments\/norwegian-domestic-credit-transfers$/);
    assert.equal(where, "   body /tppMessages/0/code");
    assert.equal(recorded, "   recorded  KID_?[2JBAD");
    assert.equal(replayed, "   replayed  FORMAT_ERROR");
    assert.match(summary ?? "", /, 1 difference$/);
    assert.match(stderr, /^varde: 1 difference\.\n$/);
  });

  test("a file that is not a recording is refused, without starting a bank", async () => {
    writeFileSync(join(varde.folder, "no.har"), '{"log":{"version":"1.2","entries":[]}}');
    const { code, stderr } = await varde.run("replay", "no.har");
    assert.equal(code, 1);
    assert.match(stderr, /the recording has no part _varde: it was not written by varde record/);
    assert.equal((await varde.run("replay", "nowhere.har")).code, 2);
    assert.equal((await varde.run("replay")).code, 2);
    assert.equal((await varde.run("record")).code, 2);
  });
});
