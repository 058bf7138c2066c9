import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { dataSet, type TestBank } from "@varde/sandbox";
import { aBankWithTpp } from "./a-bank-with-tpp.ts";
import { CommandLine } from "./a-command-line.ts";

const { kari, ola } = dataSet.people;
const { sunniva, trym, eline } = dataSet.representatives;
const [operations] = dataSet.companies.lyngrabben.accounts;
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

describe("approving together from the command line", () => {
  let varde: CommandLine;
  const opened = new AsyncDisposableStack();
  before(async () => {
    ({ varde } = await aBankWithTpp(opened));
  });
  after(() => opened.disposeAsync());
  const company = ["--context", "corporate", "--from", operations.bban, "--to", ola.current.bban];
  const pay = (amount: string, ...signers: readonly { readonly customerNumber: string }[]) => [
    ...["pay", ...company, "--name", ola.name, "--amount", amount],
    ...signers.flatMap(({ customerNumber }) => ["--approve", customerNumber]),
  ];
  /** Runs a command that the output names, as it is printed there. */
  const runPrinted = (printed: string, pattern: RegExp) => {
    const [command = ""] = pattern.exec(printed) ?? assert.fail(printed);
    return varde.run(...command.trim().split(" ").slice(1));
  };

  test("two people approve one after the other in one command", async () => {
    const paid = await varde.json(...pay("40000.00", sunniva, trym));
    assert.equal(paid.transactionStatus, "ACSC");
    assert.equal((await varde.run("payments", "--waiting")).stdout.split("\n").length, 2);
  });

  test("the first approval names the command of the second, and the list who may", async () => {
    const first = await varde.run(...pay("40001.00", sunniva));
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stdout, /RCVD {2}approved, and other people must approve it too/);
    const status = await varde.run("status");
    assert.match(status.stderr, /\n {2}varde payments --waiting\n/);
    const listed = await varde.run("payments", "--waiting");
    assert.match(listed.stdout, /Sunniva Haugland 14837130140 {2}Trym Vikøren 02898331086\n$/);
    const second = await runPrinted(first.stderr, / {2}varde approve .*/);
    assert.match(second.stdout, /ACSC/);
  });

  test("a refused person is answered with the command of one who may", async () => {
    const { paymentId } = await varde.json(...pay("40002.00", sunniva));
    for (const [{ customerNumber }, reason] of [
      [sunniva, /409 CONFLICT\n.*approved the payment already/],
      [eline, /403 PRODUCT_INVALID\n.*may prepare payments/],
      [kari, /no agreement that matches/],
    ] as const) {
      const { code, stderr } = await varde.run("approve", paymentId, "--as", customerNumber);
      assert.equal(code, 1);
      assert.match(stderr, reason);
      assert.match(stderr, new RegExp(`as Trym Vikøren, run\n {2}varde approve ${paymentId} --as`));
    }
    const { transactionStatus } = await varde.json("approve", paymentId);
    assert.equal(transactionStatus, "ACSC", "by Trym Vikøren, who may approve next");
  });

  test("what one person prepared is approved by two others", async () => {
    const refused = await varde.run(...pay("40003.00", eline));
    assert.equal(refused.code, 1);
    assert.match(
      refused.stderr,
      /as Sunniva Haugland, run\n {2}varde approve \S+ --as 14837130140/,
    );
    const first = await runPrinted(refused.stderr, / {2}varde approve \S+ --as 14837130140/);
    assert.match(first.stdout, /RCVD/);
    const second = await runPrinted(first.stderr, / {2}varde approve .*/);
    assert.match(second.stdout, /ACSC/);
  });

  test("a repeated payment continues with the person who is missing", async () => {
    const { paymentId } = await varde.json(...pay("40004.00", sunniva));
    const again = await varde.run(...pay("40004.00", sunniva, trym));
    assert.equal(again.code, 0, again.stderr);
    assert.match(again.stderr, /14837130140 has approved it already/);
    assert.match(again.stdout, new RegExp(`^Payment ${paymentId}\n {2}ACSC`));
  });

  test("a basket is approved by two people", async () => {
    const made = await varde.json(...pay("40005.00", sunniva), "--unsigned");
    const numbers = [sunniva, trym].flatMap((one) => ["--approve", one.customerNumber]);
    const basket = ["basket", made.paymentId, "--context", "corporate", ...numbers];
    assert.equal((await varde.json(...basket)).transactionStatus, "ACTC");
  });

  test("a person who is named twice is refused before anything is created", async () => {
    const { code, stderr } = await varde.run(...pay("40006.00", sunniva, sunniva));
    assert.equal(code, 2);
    assert.match(stderr, /names 14837130140 twice/);
    const unknown = await varde.run(...pay("40006.00", sunniva, { customerNumber: "12345678" }));
    assert.match(unknown.stderr, /no customer with the number 12345678/);
    assert.equal((await varde.json("payments", "--waiting")).length, 0);
  });
});
