import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { dataSet, type TestBank } from "@varde/sandbox";
import { serveLocally } from "@varde/testkit/processes";
import { aBankWithTpp } from "./a-bank-with-tpp.ts";
import type { CommandLine } from "./a-command-line.ts";

const { kari, ola, ase } = dataSet.people;
const henrik = dataSet.representatives.henrik;
const fromKari = ["--from", kari.current.bban, "--approve", kari.customerNumber];
const toOla = ["--to", ola.current.bban, "--name", ola.name];

describe("paying from the command line", () => {
  let bank: TestBank;
  let varde: CommandLine;

  const opened = new AsyncDisposableStack();
  before(async () => {
    ({ bank, varde } = await aBankWithTpp(opened));
  });
  after(() => opened.disposeAsync());

  /** Pays, decides as the PSU through the control API, and returns the redirect. */
  const payInBrowser = async (amount: string, psu: string, decision: "approve" | "refuse") => {
    const from = fromKari.slice(0, 2);
    const running = varde.start(["pay", "--psu", psu, ...from, ...toOla, "--amount", amount]);
    const [scaRedirect] = await running.written(/http:\/\/\S+\/sca\/\S+/);
    const response = await fetch(`${bank.addresses.http}/control/v1/sca`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ scaRedirect, customerNumber: kari.customerNumber, decision }),
    });
    const { redirect } = (await response.json()) as { redirect: string };
    return { running, redirect };
  };

  test("one command creates, approves and settles a payment within the bank", async () => {
    const paid = await varde.json("pay", ...fromKari, ...toOla, "--amount", "249.50");
    assert.equal(paid.transactionStatus, "ACSC");
    const status = await varde.json("status");
    assert.equal(status.paymentId, paid.paymentId);
    assert.equal(status.transactionStatus, "ACSC");
  });

  test("a known PSU needs only the SCA of the payment", async () => {
    await varde.json("pay", ...fromKari, ...toOla, "--amount", "11.00");
    const again = await varde.json("pay", ...fromKari, ...toOla, "--amount", "12.00");
    assert.equal(again.transactionStatus, "ACSC");
    assert(again._links.startAuthorisation, "the session was still valid");
  });

  test("without --approve it shows the bank's address and waits for the PSU", async () => {
    const { running, redirect } = await payInBrowser("13.00", "in the browser", "approve");
    assert.equal((await fetch(redirect)).status, 200);
    const { code, stdout } = await running.ended;
    assert.equal(code, 0);
    assert.match(stdout, /ACSC/);
  });

  test("an approval elsewhere ends the wait", async () => {
    const { running } = await payInBrowser("13.50", "elsewhere", "approve");
    const { code, stdout } = await running.ended;
    assert.equal(code, 0);
    assert.match(stdout, /ACSC/);
  });

  test("a refusal elsewhere ends the wait with 1", async () => {
    const { running } = await payInBrowser("13.60", "elsewhere", "refuse");
    const { code, stdout, stderr } = await running.ended;
    assert.equal(code, 1);
    assert.match(stdout, /RCVD/);
    assert.match(stderr, /the PSU refused/);
  });

  /** Pays in the browser, presses Ctrl-C there, and returns the id of the payment. */
  const payAndStop = async (words: readonly string[]): Promise<string> => {
    const running = varde.start(words);
    await running.written(/Waiting for the PSU/);
    running.stop("SIGINT");
    const { code, stderr } = await running.ended;
    assert.equal(code, 130);
    const [, id = ""] = /\nPayment (\S+) is not approved yet/.exec(stderr) ?? [];
    for (const command of ["status", "approve"]) {
      assert(stderr.includes(`\n  varde ${command} ${id}\n`), stderr);
    }
    assert.match(stderr, /can still approve at\n {2}http:\S+\/sca\//);
    assert.notEqual(id, "", stderr);
    return id;
  };
  const inBrowser = ["pay", ...fromKari.slice(0, 2), ...toOla, "--amount"];

  test("status names the bank at which no payment was made", async () => {
    const { code, stderr } = await varde.run("status", "--bank", "http://127.0.0.1:1");
    assert.equal(code, 1);
    assert.match(stderr, /You have made no payments at http:\/\/127\.0\.0\.1:1 yet; see varde pay/);
  });

  test("--approve says so at a bank that is not a sandbox", async () => {
    const seen: unknown[] = [];
    await using production = await serveLocally((request, response) => {
      seen.push(request.url);
      const message = { category: "ERROR", code: "NOT_FOUND", text: "There is no such path." };
      response.writeHead(404, { "content-type": "application/json" });
      response.end(JSON.stringify({ tppMessages: [message] }));
    });
    const amount = ["--amount", "1.00", "--bank", production.url];
    const { code, stderr } = await varde.run("pay", ...fromKari, ...toOla, ...amount);
    assert.equal(code, 1);
    assert.match(stderr, /This bank is not a sandbox, so --approve does not work here/);
    assert.deepEqual(seen, ["/v1/sandbox/customers"]);
  });

  test("a payment that was stopped at the browser is approved by adding --approve", async () => {
    const id = await payAndStop([...inBrowser, "13.75"]);
    const again = await varde.json(...inBrowser, "13.75", "--approve", kari.customerNumber);
    assert.equal(again.paymentId, id);
    assert.equal(again.transactionStatus, "ACSC");
    const third = await varde.run(...inBrowser, "13.75", "--approve", kari.customerNumber);
    assert.equal(third.code, 1);
    assert.match(third.stderr, new RegExp(`before.*\n {2}varde status ${id}\n`));
    assert.match(third.stderr, /allowLogicalDuplicate.*\n.*add --allow-duplicate/);
    const fourth = [...inBrowser, "13.75", "--approve", kari.customerNumber, "--allow-duplicate"];
    assert.notEqual((await varde.json(...fourth)).paymentId, id);
  });

  test("a payment that was stopped at the browser is approved by its id alone", async () => {
    const id = await payAndStop([...inBrowser, "13.80"]);
    const { code, stdout, stderr } = await varde.run("approve", id);
    assert.equal(code, 0, stderr);
    assert.match(stdout, new RegExp(`^${id} {2}ACSC`));
  });

  test("a payment that was stopped can be repeated in the browser", async () => {
    const id = await payAndStop([...inBrowser, "13.85"]);
    const again = varde.start([...inBrowser, "13.85"]);
    const approved = new Set<string>();
    for (;;) {
      const pattern = /http:\/\/\S+\/sca\/\S+/g;
      const seen = await Promise.race([
        again.ended.then(() => undefined),
        again.written(new RegExp(`(?:${pattern.source}[^]*?){${approved.size + 1}}`)),
      ]);
      if (seen === undefined) break;
      const link = seen[0].match(pattern)?.at(-1) ?? "";
      approved.add(link);
      const { redirect } = await varde.json("approve", link, "--as", kari.customerNumber);
      await fetch(redirect).catch(() => undefined);
      if (approved.size === 2) break;
    }
    const { code, stdout, stderr } = await again.ended;
    assert.equal(code, 0, stderr);
    assert.match(stdout, new RegExp(`^Payment ${id}\n`));
    assert.match(stdout, /ACSC/);
  });

  test("a payment for a basket is not approved by repeating it", async () => {
    const words = [...inBrowser, "13.90", "--approve", kari.customerNumber];
    await varde.json(...words, "--unsigned");
    const { code, stderr } = await varde.run(...words);
    assert.equal(code, 1);
    assert.match(stderr, /add --allow-duplicate/);
  });

  test("missing funds exit with 1, and the status says what happens next", async () => {
    const words = ["pay", ...fromKari, ...toOla, "--amount", "9000000.00"];
    const { code, stdout, stderr } = await varde.run(...words);
    assert.equal(code, 1);
    assert.match(
      stdout,
      /ACCP {2}approved, but there are not enough funds; the next batches try again/,
    );
    assert.match(stderr, /not enough funds/);
    const asJson = await varde.run(...words, "--allow-duplicate", "--json");
    assert.equal(JSON.parse(asJson.stdout).transactionStatus, "ACCP");
  });

  test("a refusal by the PSU exits with 1", async () => {
    const { running, redirect } = await payInBrowser("14.00", "refuser", "refuse");
    await fetch(redirect);
    assert.equal((await running.ended).code, 1);
  });

  test("a cross-border payment of more than NOK 100 000 is reported", async () => {
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

  test("a representative of two companies pays for one of them", async () => {
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

  test("a refusal by the bank exits with 1 and names the field", async () => {
    const short = await varde.run("pay", ...fromKari, ...toOla, "--amount", "100");
    assert.equal(short.code, 1);
    assert.match(short.stderr, /400 FORMAT_ERROR\n {2}\/instructedAmount\/amount: /);
    const asJson = await varde.run("pay", ...fromKari, ...toOla, "--amount", "100", "--json");
    assert.equal(JSON.parse(asJson.stdout).error.code, "FORMAT_ERROR");
  });

  test("an unapproved payment is cancelled at once, an approved one with SCA", async () => {
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

  test("a body from stdin is sent unchanged", async () => {
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

  test("keys and memory can only be read by their owner", () => {
    for (const name of ["key.pem", "memory.json"]) {
      const { mode } = statSync(join(varde.folder, ".varde-tpp", name));
      assert.equal(mode & 0o777, 0o600);
    }
  });
});
