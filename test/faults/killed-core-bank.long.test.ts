import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { createHttpCoreBank, type HttpCoreBank } from "@varde/core-bank-http";
import { dataSet } from "@varde/sandbox";
import { aBank, aProductionBank, type ProductionBank } from "@varde/testkit/bank";
import { aPayment, ndct } from "@varde/testkit/payments";
import { freePort, type SandboxProcess, spawnSandbox } from "@varde/testkit/processes";
import { callHeaders, kari, PageBrowser } from "@varde/testkit/psu";
import { atScale } from "@varde/testkit/rounds";
import { aTpp, type RawTpp } from "@varde/testkit/tpp";
import { type Moment, startKillingProxy } from "./killing-proxy.ts";

const { current } = dataSet.people.kari;
const { ola } = dataSet.people;
const toOla = {
  creditorName: ola.name,
  creditorAccount: { bban: ola.current.bban, currency: "NOK" },
};

describe("a bank pays over HTTP while its core bank is killed", () => {
  const stack = new AsyncDisposableStack();
  let core: SandboxProcess;
  let startCore: () => Promise<void>;
  let proxy: Awaited<ReturnType<typeof startKillingProxy>>;
  let http: HttpCoreBank;
  let bank: ProductionBank;
  let tpp: RawTpp;
  before(async () => {
    const folder = mkdtempSync(join(tmpdir(), "varde-killed-"));
    stack.defer(() => rmSync(folder, { recursive: true, force: true }));
    const port = String(await freePort());
    startCore = async () => {
      core = spawnSandbox({}, { words: ["core-bank", "--port", port, "--data", folder] });
      await core.ready;
    };
    await startCore();
    stack.defer(() => core.kill());
    proxy = stack.use(await startKillingProxy(`http://127.0.0.1:${port}`));
    http = createHttpCoreBank({ url: `${proxy.url}/v1`, timeoutMs: 30_000 });
    stack.defer(() => http.close());
    await http.connect();
    const people = stack.use(await aBank({ expectsErrors: true }));
    const { coreBank, psuDirectory } = http;
    const anchors = [people.authority.certificate];
    bank = stack.use(await aProductionBank(people, { anchors }, { coreBank, psuDirectory }));
    tpp = aTpp(bank, people.tpp);
  });
  after(() => stack.disposeAsync());

  const createPayment = async () => {
    const created = await tpp.send({
      path: ndct,
      body: aPayment(toOla),
      headers: {
        ...callHeaders(),
        "TPP-Redirect-URI": "https://tpp.example/back",
        "PSU-Context": "PRIVATE",
      },
    });
    assert.equal(created.status, 201, created.text);
    return { paymentId: created.json.paymentId, link: created.json._links.scaRedirect.href };
  };
  /** Approves on the bank's pages; the last page may be that of a bank that still waits. */
  const approve = async (link: string) => {
    const browser = new PageBrowser(bank.addresses.http);
    await browser.open(link);
    await browser.submit({ customerNumber: kari.customerNumber });
    await browser.submit({ decision: "approve" }, "approve");
  };
  const readStatus = async (paymentId: string) =>
    (await tpp.send({ path: `${ndct}/${paymentId}/status` })).json.transactionStatus;
  const untilSettled = async (paymentId: string) => {
    for (let tries = 0; tries < 300; tries += 1) {
      if ((await readStatus(paymentId)) === "ACSC") return;
      await setTimeout(200);
    }
    assert.fail(`the payment is ${await readStatus(paymentId)}`);
  };
  const read = async () => {
    const account = await http.coreBank.findAccount("bank", { bban: current.bban });
    assert(account !== undefined);
    const balances = await http.coreBank.readBalances("bank", account.accountId);
    const { accountId } = account;
    const page = { from: "2015-01-01", place: { at: "offset", offset: 0 }, limit: 50 } as const;
    const rows = await http.coreBank.listTransactions("bank", accountId, page);
    const count = await http.coreBank.countTransactions("bank", accountId, { from: page.from });
    return { bookedMinor: balances?.bookedMinor ?? 0n, rows, count };
  };

  const moments: readonly Moment[] = atScale({
    slice: ["after"],
    long: ["after", "before", "after"],
  });
  for (const [round, moment] of moments.entries()) {
    test(`moves the money once if it is killed ${moment} executing, round ${round}`, async () => {
      const { bookedMinor, count } = await read();
      const { paymentId, link } = await createPayment();
      const sent = proxy.submissions.length;
      proxy.arm(moment, async () => {
        await core.kill();
        await startCore();
      });
      await approve(link);
      await untilSettled(paymentId);
      const after = await read();
      assert.equal(after.count, count + 1, "one transaction is booked");
      const booked = after.rows.filter(({ bankReferences }) => bankReferences[0] === paymentId);
      assert.equal(booked.length, 1);
      assert.equal(after.bookedMinor, bookedMinor + (booked[0]?.amountMinor ?? 0n));
      const keys = proxy.submissions.slice(sent);
      assert(keys.length >= 2, "the payment was submitted again");
      assert.equal(new Set(keys).size, 1, "with the same key");
    });
  }
});
