import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { dataSet, startBank, type TestBank } from "@varde/sandbox";
import { CommandLine } from "./a-command-line.ts";

const { kari, ola, ase } = dataSet.people;
const henrik = dataSet.representatives.henrik;
const fromKari = ["--from", kari.current.bban, "--approve", kari.customerNumber];
const toOla = ["--to", ola.current.bban, "--name", ola.name];

describe("paying from the command line", () => {
  let bank: TestBank;
  let varde: CommandLine;

  before(async () => {
    bank = await startBank();
    varde = new CommandLine(bank.addresses.http);
    await varde.json("tpp", "new");
  });
  after(async () => {
    varde.close();
    await bank.close();
  });

  /** Pays as a PSU who decides at the bank's address, and tells where that leads. */
  const payInBrowser = async (amount: string, psu: string, decision: "approve" | "refuse") => {
    const from = fromKari.slice(0, 2);
    const running = varde.start(["pay", "--psu", psu, ...from, ...toOla, "--amount", amount]);
    const [scaRedirect] = await running.written(/http:\/\/\S+\/sca\/\S+/);
    const answer = await fetch(`${bank.addresses.http}/control/v1/sca`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ scaRedirect, customerNumber: kari.customerNumber, decision }),
    });
    const { redirect } = (await answer.json()) as { redirect: string };
    return { running, redirect };
  };

  test("a payment inside the bank is approved and settled by one command", async () => {
    const paid = await varde.json("pay", ...fromKari, ...toOla, "--amount", "249.50");
    assert.equal(paid.transactionStatus, "ACSC");
    const status = await varde.json("status");
    assert.equal(status.paymentId, paid.paymentId);
    assert.equal(status.transactionStatus, "ACSC");
  });

  test("the PSU is known the second time, and the payment has an SCA of its own", async () => {
    await varde.json("pay", ...fromKari, ...toOla, "--amount", "11.00");
    const again = await varde.json("pay", ...fromKari, ...toOla, "--amount", "12.00");
    assert.equal(again.transactionStatus, "ACSC");
    assert(again._links.startAuthorisation, "the session was still good");
  });

  test("without --approve the bank's address is shown and the PSU is waited for", async () => {
    const { running, redirect } = await payInBrowser("13.00", "in the browser", "approve");
    assert.equal((await fetch(redirect)).status, 200);
    const { code, stdout } = await running.ended;
    assert.equal(code, 0);
    assert.match(stdout, /ACSC/);
  });

  test("an approval that was given elsewhere ends the wait", async () => {
    const { running } = await payInBrowser("13.50", "elsewhere", "approve");
    const { code, stdout } = await running.ended;
    assert.equal(code, 0);
    assert.match(stdout, /ACSC/);
  });

  test("a refusal that was given elsewhere ends the wait with 1", async () => {
    const { running } = await payInBrowser("13.60", "elsewhere", "refuse");
    const { code, stdout, stderr } = await running.ended;
    assert.equal(code, 1);
    assert.match(stdout, /RCVD/);
    assert.match(stderr, /the PSU refused/);
  });

  test("a wait that is broken off says what is left; paying again needs a word", async () => {
    const from = fromKari.slice(0, 2);
    const words = ["pay", "--psu", "impatient", ...from, ...toOla, "--amount", "13.75"];
    const running = varde.start(words);
    await running.written(/Waiting for the PSU/);
    running.stop("SIGINT");
    const { code, stderr } = await running.ended;
    assert.equal(code, 130);
    assert.match(stderr, /\nPayment (\S+) waits .* varde status \1 .* approve at http:\S+\/sca\//);
    const again = await varde.run(...words, "--approve", kari.customerNumber);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /allowLogicalDuplicate.*\n.*varde pay --allow-duplicate/);
    await varde.json(...words, "--approve", kari.customerNumber, "--allow-duplicate");
  });

  test("missing funds end with 1, and the status says that it is tried again", async () => {
    const words = ["pay", ...fromKari, ...toOla, "--amount", "9000000.00"];
    const { code, stdout, stderr } = await varde.run(...words);
    assert.equal(code, 1);
    assert.match(stdout, /ACCP {2}approved, but funds are missing; tried again/);
    assert.match(stderr, /not enough funds/);
    const asJson = await varde.run(...words, "--allow-duplicate", "--json");
    assert.equal(JSON.parse(asJson.stdout).transactionStatus, "ACCP");
  });

  test("a PSU who refuses ends the command with 1", async () => {
    const { running, redirect } = await payInBrowser("14.00", "refuser", "refuse");
    await fetch(redirect);
    assert.equal((await running.ended).code, 1);
  });

  test("a transfer of more than NOK 100 000 across the border is reported", async () => {
    const large = [
      "pay",
      "--from",
      ase.savings.bban,
      "--to",
      "DE89370400440532013000",
      "--name",
      "Holz GmbH",
      "--amount",
      "9500.00",
      "--currency",
      "EUR",
      "--bic",
      "COBADEFF",
      "--approve",
      ase.customerNumber,
    ];
    const refused = await varde.run(...large);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /regulatoryReportingCode/);
    const paid = await varde.json(...large, "--reporting-code", "14", "--reporting-text", "Timber");
    assert.equal(paid.transactionStatus, "ACTC");
    assert.equal(paid.transactionFeeIndicator, true);
  });

  test("a representative pays for one of two companies", async () => {
    const { tindvik: company } = dataSet.companies;
    const [current] = company.accounts;
    const paid = await varde.json(
      "pay",
      "--from",
      current.bban,
      ...toOla,
      "--amount",
      "15.00",
      "--approve",
      henrik.customerNumber,
      "--context",
      "corporate",
      "--agreement",
      company.name,
    );
    assert.equal(paid.transactionStatus, "ACSC");
    const { accounts } = await varde.json(
      "accounts",
      "--approve",
      henrik.customerNumber,
      "--context",
      "corporate",
      "--agreement",
      company.name,
    );
    assert(accounts.some(({ bban }: { bban: string }) => bban === current.bban));
  });

  test("what the bank refuses ends with 1 and names the field", async () => {
    const short = await varde.run("pay", ...fromKari, ...toOla, "--amount", "100");
    assert.equal(short.code, 1);
    assert.match(short.stderr, /400 FORMAT_ERROR\n {2}\/instructedAmount\/amount: /);
    const asJson = await varde.run("pay", ...fromKari, ...toOla, "--amount", "100", "--json");
    assert.equal(JSON.parse(asJson.stdout).error.code, "FORMAT_ERROR");
  });

  test("an unapproved payment is cancelled at once, an approved one by the PSU", async () => {
    const outside = ["--to", "99801014085", "--name", "Nordhav Emballasje AS"];
    const unsigned = await varde.json(
      "pay",
      "--unsigned",
      ...fromKari,
      ...outside,
      "--amount",
      "16.00",
    );
    assert.equal(unsigned.transactionStatus, "RCVD");
    await varde.json("cancel", unsigned.paymentId, "--approve", kari.customerNumber);
    const signed = await varde.json("pay", ...fromKari, ...outside, "--amount", "17.00");
    await varde.json("cancel", signed.paymentId, "--approve", kari.customerNumber);
    for (const { paymentId } of [unsigned, signed]) {
      const { transactionStatus } = await varde.json("status", paymentId);
      assert.equal(transactionStatus, "CANC");
    }
  });

  test("a body from a file or stdin is sent as it is", async () => {
    const body = {
      instructedAmount: { amount: "18.00", currency: "NOK" },
      debtorAccount: { bban: kari.current.bban, currency: "NOK" },
      creditorName: ola.name,
      creditorAccount: { bban: ola.current.bban, currency: "NOK" },
      creditorAddress: { country: "NO" },
      remittanceInformationUnstructured: "Fra fil",
    };
    const words = ["pay", "--file", "-", "--approve", kari.customerNumber, "--json"];
    const { code, stdout } = await varde.start(words, JSON.stringify(body)).ended;
    assert.equal(code, 0);
    assert.equal(JSON.parse(stdout).transactionStatus, "ACSC");
    const wrong = await varde.start(words, "[1]").ended;
    assert.equal(wrong.code, 2);
  });

  test("keys and memory are readable by their owner only", () => {
    for (const name of ["key.pem", "memory.json"]) {
      const { mode } = statSync(join(varde.folder, ".varde-tpp", name));
      assert.equal(mode & 0o777, 0o600);
    }
  });
});
