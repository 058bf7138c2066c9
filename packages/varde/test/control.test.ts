import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { aBankWithTpp } from "./a-bank-with-tpp.ts";
import type { CommandLine } from "./a-command-line.ts";

const kari = "03848420491";

describe("controlling the sandbox from the command line", () => {
  let varde: CommandLine;
  const pay = (amount: string, ...more: readonly string[]) =>
    varde.run(
      "pay",
      "--from",
      "99901010028",
      "--to",
      "99801014085",
      "--name",
      "Nordhav",
      "--amount",
      amount,
      "--approve",
      kari,
      "--json",
      ...more,
    );

  const opened = new AsyncDisposableStack();
  before(async () => {
    ({ varde } = await aBankWithTpp(opened));
    await varde.json("accounts", "--approve", kari);
  });
  after(() => opened.disposeAsync());

  test("customers lists customer numbers, accounts and agreements", async () => {
    const { stdout } = await varde.run("customers");
    assert.match(stdout, /Kari Nordli {2}03848420491 {2}PRIVATE\n {2}99901010028 {2}NOK/);
    assert.match(stdout, /agreement Tindvik Utleie AS/);
  });

  test("a shortened list says how to see more", async () => {
    const short = await varde.run("transactions", "--approve", kari, "--max", "2");
    assert.equal(short.stdout.trimEnd().split("\n").length, 3);
    assert.match(short.stderr, /more than 2; add --max 4 or --max all/);
    const whole = await varde.run("transactions", "--approve", kari, "--max", "all");
    assert.doesNotMatch(whole.stderr, /more than/);
  });

  test("advancing the clock runs the batches on the way and settles a payment", async () => {
    await varde.json("clock", "set", "2026-11-16T08:00:00+01:00");
    const { stdout } = await pay("31.00");
    const { paymentId } = JSON.parse(stdout);
    const moved = await varde.json("clock", "advance", "1d");
    assert.equal(moved.now, "2026-11-17T07:00:00.000Z");
    assert(moved.batches >= 5);
    const { transactionStatus } = await varde.json("status", paymentId);
    assert.equal(transactionStatus, "ACSC");
    assert.equal((await varde.json("clock", "release")).motion, "running");
    const wrong = await varde.run("clock", "set", "tomorrow");
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /like 2026-12-24T08:00:00\+01:00/);
  });

  test("batch processes the payments that are due", async () => {
    await varde.json("clock", "set", "2026-11-18T08:00:00+01:00");
    await pay("32.00");
    assert.equal((await varde.json("batch")).taken, 1);
    await varde.json("clock", "release");
  });

  test("payments are listed, shown, refused and cancelled", async () => {
    await pay("36.00");
    const [newest] = await varde.json("payments");
    assert.equal(newest.amount, "36.00");
    assert.equal(newest.status, "ACTC");
    const shown = await varde.json("payments", "show", newest.paymentId);
    assert.ok(shown.history.some(({ name }: { name: string }) => name === "signed"));
    assert.equal((await varde.run("payments", "approve", newest.paymentId)).code, 1);
    await varde.json("payments", "cancel", newest.paymentId);
    assert.equal((await varde.json("payments", "--status", "CANC"))[0].paymentId, newest.paymentId);
    assert.deepEqual(await varde.json("payments", "--baskets"), []);
    assert.equal((await varde.run("payments", "show", "none")).code, 1);
  });

  test("clock preview lists the batches until a time", async () => {
    const { now, batches } = await varde.json("clock", "preview", "7d");
    assert.ok(batches.length >= 20, `${batches.length} batches`);
    assert.ok(batches.every(({ dueAt }: { dueAt: string }) => dueAt > now));
    assert.equal((await varde.json("clock", "preview")).batches.length, 1);
  });

  test("faults of a scenario name options, not fields of the API", async () => {
    const faults: readonly (readonly [string, RegExp])[] = [
      ["", /no effect is given; add --delay or one of --code, .*--decorate, --sca, --payment\./],
      ["--drop --drop-after", /--drop and --drop-after cannot be combined/],
      ["--sca maybe", /--sca has a value .*give one of refused, timed-out, blocked, failed/],
      ["--operation nope --drop", /--operation has a value that is not allowed/],
      ["--code FORBIDDEN --status 99", /--status is 99; give an HTTP status from 400/],
      ["--drop --nth 0", /--nth is 0; give a whole number/],
      ["--delay 5", /--delay must be a duration like .*; add the unit, as in 5s/],
      ["--delay 2m", /--delay must be at most 60s, not "2m"/],
    ];
    for (const [words, sentence] of faults) {
      const { code, stderr } = await varde.run(
        "scenario",
        "add",
        ...words.split(" ").filter(Boolean),
      );
      assert.equal(code, 2, stderr);
      assert.match(stderr, sentence);
      assert.doesNotMatch(stderr, /\/effect|delayMs|dropAfter/);
    }
    const longest = await varde.run("scenario", "add", "--delay", "60s", "--operation", "readUser");
    assert.equal(longest.code, 0, longest.stderr);
    await varde.json("scenario", "clear");
  });

  test("an unknown account is refused before any SCA", async () => {
    for (const account of ["nope", "99901019998", "NO1199901019998"]) {
      const words = ["transactions", account, "--psu", "new", "--no-browser", "--timeout", "5s"];
      const { code, stdout, stderr } = await varde.run(...words);
      assert.equal(code, 1);
      assert.match(stderr, new RegExp(`has no account ${account}\\. .*\\n {2}varde customers\\n$`));
      assert.doesNotMatch(stdout + stderr, /\/sca\//);
    }
  });

  test("a scenario refuses the next request and is then used up", async () => {
    const { scenarioId } = await varde.json(
      "scenario",
      "add",
      "--code",
      "FORBIDDEN",
      "--operation",
      "createPayment",
    );
    assert.equal((await varde.json("scenario"))[0].scenarioId, scenarioId);
    const list = async () => (await varde.run("scenario")).stdout;
    const words = "refused with FORBIDDEN {2}createPayment, once";
    assert.match(await list(), new RegExp(`${scenarioId} {2}armed +0 +${words}`));
    const refused = await pay("33.00");
    assert.equal(refused.code, 1);
    assert.equal(JSON.parse(refused.stdout).error.code, "FORBIDDEN");
    assert.equal(refused.stderr, "", "prose is never printed beside JSON");
    assert.equal((await pay("33.00")).code, 0);
    assert.match(await list(), new RegExp(`${scenarioId} {2}used up +\\d +${words}`));
    await varde.json("scenario", "clear");
    assert.deepEqual(await varde.json("scenario"), []);
    assert.equal((await varde.run("scenario", "add", "--times", "often")).code, 2);
  });

  test("a payment on hold stays PDNG until it is released", async () => {
    await varde.json("scenario", "add", "--payment", "hold");
    assert.match((await varde.run("scenario")).stdout, /the payment is held as PDNG/);
    const { paymentId } = JSON.parse((await pay("36.00", "--to", "99901010117")).stdout);
    assert.equal((await varde.json("status", paymentId)).transactionStatus, "PDNG");
    assert.equal((await varde.run("cancel", paymentId, "--approve", kari)).code, 1);
    await varde.json("scenario", "release", paymentId);
    assert.equal((await varde.json("status", paymentId)).transactionStatus, "ACSP");
    assert.notEqual((await varde.run("scenario", "release", paymentId)).code, 0);
  });

  test("a request without a response is retried, and one payment is made", async () => {
    await varde.json("scenario", "add", "--drop-after", "--operation", "createPayment");
    const before = (await varde.json("status", "--all")).length;
    const { code, stderr } = await pay("34.00");
    assert.equal(code, 0, stderr);
    assert.match(stderr, /^\{"noResponse":\{"attempt":1\}\}$/m);
    assert.equal((await varde.json("status", "--all")).length, before + 1);
  });

  test("a snapshot restores the world, from the sandbox or from a file", async () => {
    const balance = async () =>
      (await varde.json("accounts", "--approve", kari)).accounts[0].balances[0];
    await varde.json("snapshot", "save", "before");
    await varde.json("snapshot", "export", "world.json");
    await varde.json("snapshot", "export", "saved.json", "--of", "before");
    assert.equal((await varde.run("snapshot", "export", "x.json", "--of", "nothing")).code, 1);
    const then = await balance();
    const spend = [
      "pay",
      "--from",
      "99901010028",
      "--to",
      "99901010117",
      "--name",
      "Ola",
      "--amount",
      "35.00",
      "--approve",
      kari,
    ];
    await varde.json(...spend);
    assert.notDeepEqual((await balance()).balanceAmount, then.balanceAmount);
    await varde.json("snapshot", "restore", "before");
    assert.deepEqual((await balance()).balanceAmount, then.balanceAmount);
    await varde.json(...spend);
    await varde.json("snapshot", "import", "world.json");
    assert.deepEqual((await balance()).balanceAmount, then.balanceAmount);
    assert.equal((await varde.json("snapshot"))[0].name, "before");
    assert.equal((await varde.run("snapshot", "restore", "nothing")).code, 1);
  });

  test("worlds lists the worlds, and deletes one by its id or name", async () => {
    const other = ["--name", "Other TPP", "--tpp", ".other"];
    await varde.json("tpp", "new", ...other);
    await varde.json("clock", "--tpp", ".other");
    const [own, second] = await varde.json("worlds");
    assert.deepEqual([own.isCopied, second.isCopied, second.name], [true, false, "Other TPP"]);
    const { stdout } = await varde.run("worlds");
    const heading = /^ID +NAME +OPENED +LAST USED +DATA +PROFILES\n.* own copy +none\n.* initial/;
    assert.match(stdout, heading);
    const unknown = await varde.run("worlds", "delete", "Other TPP", "nothing");
    assert.match(unknown.stderr, /There is no world nothing/);
    assert.deepEqual(await varde.json("worlds", "delete", "Other TPP"), [second.worldId]);
    assert.deepEqual(
      (await varde.json("worlds")).map(({ worldId }: { worldId: string }) => worldId),
      [own.worldId],
    );
  });

  test("basket approves several payments at once", async () => {
    const ids: string[] = [];
    for (const amount of ["41.00", "42.00"]) {
      ids.push(JSON.parse((await pay(amount, "--unsigned")).stdout).paymentId);
    }
    const made = await varde.json("basket", ...ids, "--approve", kari);
    assert.equal(made.transactionStatus, "ACTC");
    assert.deepEqual(
      made.payments.map((each: { paymentId: string }) => each.paymentId),
      ids,
    );
    assert.equal((await varde.json("status")).basketId, made.basketId);
    assert.match((await varde.run("status")).stdout, /ACTC {2}all payments are approved/);
  });

  test("a customer gets an account, transactions and an agreement, and is removed", async () => {
    const number = "310000026";
    const { customerId } = await varde.json(
      "customers",
      "add",
      "A",
      "--number",
      number,
      "--company",
    );
    const { accountId } = await varde.json("account", "add", "99901019999", "--customer", number);
    const booked = await varde.json("account", "book", accountId, "--amount=25.50", "--party", "B");
    assert.equal(booked.booked, "25.50");
    const { iban } = await varde.json("account", "show", "99901019999");
    const grant = ["--name", "A", "--grant", kari, "--iban", iban] as const;
    await varde.json("customers", "agreement", customerId, ...grant);
    const shown = await varde.json("customers", "show", customerId);
    assert.deepEqual(shown.agreements[0].engagements[0].rights, ["VIEW", "REGISTER"]);
    const { agreementId } = shown.agreements[0];
    const person = ["--grant", kari, "--iban", iban] as const;
    await varde.json("customers", "rights", agreementId, ...person, "--view-only");
    await varde.json("customers", "rename", customerId, "--name", "C");
    await varde.json("account", "rename", accountId, "--name", "Drift");
    const changed = await varde.json("customers", "show", customerId);
    assert.deepEqual([changed.name, changed.accounts[0].name], ["C", "Drift"]);
    assert.deepEqual(changed.agreements[0].engagements[0].rights, ["VIEW"]);
    await varde.json("customers", "end", agreementId);
    assert.deepEqual((await varde.json("customers", "show", customerId)).agreements, []);
    const { transactions } = await varde.json("account", "list", accountId, "--search", "b");
    assert.deepEqual(
      transactions.map(({ amount }: { amount: string }) => amount),
      ["25.50"],
    );
    await varde.json("account", "generate", accountId, "--count", "20");
    await varde.json("account", "close", accountId);
    await varde.json("customers", "remove", customerId);
  });

  test("logs shows one request with its checks", async () => {
    const { stdout } = await varde.run("logs", "--json", "--lines", "1");
    const { exchangeId, request } = JSON.parse(stdout);
    const shown = await varde.json("logs", exchangeId);
    assert.equal(shown.exchange.request.target, request.target);
    assert.match((await varde.run("logs", exchangeId)).stdout, /✓ checkSignature/);
    assert.match((await varde.run("logs", "0")).stderr, /no longer stored/);
  });

  test("consents, figures and certificates are listed", async () => {
    const [consent] = await varde.json("consents");
    assert.equal(consent.accounts[0].transactionsLeft, 4);
    const { total } = await varde.json("figures", "hour");
    assert.ok(total.requests > 0);
    const [certificate] = await varde.json("tpp", "list");
    assert.match(certificate.keyId, /^SN=/);
  });
});
