import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { dataSet, type TestBank } from "@varde/sandbox";
import { aBankWithTpp } from "./a-bank-with-tpp.ts";
import { CommandLine } from "./a-command-line.ts";

const { kari, ola } = dataSet.people;
const payment = ["--from", kari.current.bban, "--to", ola.current.bban, "--name", ola.name];

describe("approving from the command line", () => {
  let bank: TestBank;
  let varde: CommandLine;
  const opened = new AsyncDisposableStack();
  before(async () => {
    ({ bank, varde } = await aBankWithTpp(opened));
  });
  after(() => opened.disposeAsync());
  const pay = (amount: string, ...more: readonly string[]) =>
    varde.run("pay", ...payment, "--amount", amount, ...more);

  test("a number that no customer has is refused before anything is created", async () => {
    const { code, stderr } = await pay("5.00", "--approve", "12345678");
    assert.equal(code, 1);
    assert.match(stderr, /no customer with the number 12345678/);
    assert.equal((await varde.run("status")).code, 1, "no payment was made");
  });

  test("the wrong customer leaves nothing behind that stops the next command", async () => {
    const wrong = await pay("6.00", "--approve", ola.customerNumber, "--json");
    assert.equal(wrong.code, 1);
    assert.equal(JSON.parse(wrong.stdout).transactionStatus, "CANC");
    assert.equal(wrong.stderr, "");
    const right = await pay("6.00", "--approve", kari.customerNumber);
    assert.equal(right.code, 0, right.stderr);
    const { accounts } = await varde.json("accounts", "--approve", kari.customerNumber);
    assert(accounts.length > 0);
  });

  test("approves a payment that was created unsigned", async () => {
    const made = await pay("7.00", "--unsigned", "--approve", kari.customerNumber, "--json");
    const { paymentId } = JSON.parse(made.stdout);
    const approved = await varde.json("approve", paymentId);
    assert.equal(approved.transactionStatus, "ACSC");
  });

  test("approves a link, once, and reports a refusal with 1", async () => {
    const running = varde.start(["pay", "--psu", "linked", ...payment, "--amount", "8.00"]);
    const [link] = await running.written(/http:\/\/\S+\/sca\/\S+/);
    const { redirect } = await varde.json("approve", link, "--as", kari.customerNumber);
    assert.match(redirect, /psu-id=/);
    assert.equal((await running.ended).code, 0);
    const again = await varde.run("approve", link, "--as", kari.customerNumber);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /already finished/);
  });

  test("stops waiting for the PSU after --timeout, with 1 and only JSON", async () => {
    const words = ["pay", "--psu", "slow", ...payment, "--amount", "9.00", "--timeout", "1s"];
    const { code, stdout, stderr } = await varde.start([...words, "--json"]).ended;
    assert.equal(code, 1);
    assert.match(JSON.parse(stderr).scaRedirect, /\/sca\//);
    assert.match(JSON.parse(stdout).error.message, /within 1 second; --timeout/);
  });

  test("a TPP controls its own world, whatever other TPPs are called", async () => {
    const other = new CommandLine(bank.addresses.http);
    try {
      await other.json("tpp", "new");
      const [ours, theirs] = [await varde.json("tpp", "show"), await other.json("tpp", "show")];
      assert.equal(ours.name, theirs.name);
      assert.notEqual(ours.world, theirs.world);
      await other.json("clock", "set", "2030-01-02T08:00:00+01:00");
      assert.equal((await varde.json("clock")).motion, "running");
      assert.equal((await other.json("clock")).motion, "fixed");
    } finally {
      other.close();
    }
  });
});
