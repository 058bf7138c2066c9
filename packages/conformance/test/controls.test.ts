import assert from "node:assert/strict";
import test from "node:test";
import { bankChecks, runChecks } from "@varde/conformance";
import { aBank } from "@varde/testkit/bank";
import { aBankToCheck } from "@varde/testkit/conformance";
import { aFaultyProxy, type ProxyRule } from "./a-faulty-proxy.ts";

const refusal = {
  status: 400,
  body: { tppMessages: [{ category: "ERROR", code: "FORMAT_ERROR", text: "No." }] },
};

const createsPayment = ({ method, target }: { method: string; target: string }) =>
  method === "POST" && /\/v1\/payments\//.test(target);

test("with an unknown debtor account, nothing passes that needs a payment", async () => {
  await using bank = await aBank();
  const checked = aBankToCheck(bank, { debtor: { bban: "99909999908" } });
  const report = await runChecks(bankChecks, checked, {});
  const gate = report.checks.find(({ id }) => id === "gate-payment");
  assert.equal(gate?.result, "failed");
  assert.match(gate.seen, /debtor/i);
  // Checks of accounts, sessions and test data stand behind an earlier gate.
  const isBehind = ({ gate = "gate-payment" }: (typeof bankChecks)[number]) =>
    gate === "gate-payment";
  const ids = new Set(bankChecks.filter(isBehind).map(({ id }) => id));
  const passed = report.checks.filter(({ id, result }) => result === "passed" && ids.has(id));
  assert.ok(ids.size > 100);
  assert.deepEqual(passed, []);
});

test("if the bank begins to refuse everything, no negative check passes", async () => {
  await using bank = await aBank();
  let payments = 0;
  const rule: ProxyRule = (request) => {
    if (createsPayment(request)) payments += 1;
    // The payment of the gate is the last one that is let through.
    return payments > 1 && createsPayment(request) ? refusal : undefined;
  };
  await using proxy = await aFaultyProxy(bank.addresses.http, rule);
  const checked = aBankToCheck(bank, { address: proxy.address });
  const report = await runChecks(bankChecks, checked, { only: ["HDR", "BOD", "NCB"] });
  const kinds = new Set(report.checks.map(({ result }) => result));
  assert.deepEqual(
    report.checks.filter(({ id, result }) => result === "passed" && !id.startsWith("gate-")),
    [],
  );
  assert.ok(kinds.has("not proven"));
  assert.equal(report.counts.failed, 0);
});

test("if a baseline is refused, the checks before it are taken back", async () => {
  await using bank = await aBank();
  let payments = 0;
  const rule: ProxyRule = (request) => {
    if (createsPayment(request)) payments += 1;
    return payments > 12 && createsPayment(request) ? refusal : undefined;
  };
  await using proxy = await aFaultyProxy(bank.addresses.http, rule);
  const checked = aBankToCheck(bank, { address: proxy.address });
  const report = await runChecks(bankChecks, checked, { only: ["HDR"] });
  const [first] = report.checks.filter(({ id }) => id === "hdr-redirect-uri");
  assert.equal(first?.result, "not proven");
  assert.match(first.seen, /a correct request \(.*\) (?:is refused|cannot be sent)/);
});

test("an accepted fault fails its check, and what was created by mistake is deleted", async () => {
  await using bank = await aBank();
  const rule: ProxyRule = ({ body }) =>
    /"creditorName":"ø{71}"/.test(body)
      ? { status: 201, body: { paymentId: "made-by-mistake", transactionStatus: "RCVD" } }
      : undefined;
  await using proxy = await aFaultyProxy(bank.addresses.http, rule);
  const checked = aBankToCheck(bank, { address: proxy.address });
  const report = await runChecks(bankChecks, checked, { only: ["bod-name-70", "bod-street-70"] });
  const results = report.checks.filter(({ group }) => group === "BOD");
  assert.deepEqual(
    results.map(({ id, result, rules }) => ({ id, result, rules })),
    [
      { id: "bod-name-70", result: "failed", rules: ["NDC-03"] },
      { id: "bod-street-70", result: "passed", rules: ["NDC-10"] },
    ],
  );
  assert.match(results[0]?.seen ?? "", /201, not refused/);
  // The bank does not know it, so the report lists it.
  assert.deepEqual(report.money.left, [
    "/v1/payments/norwegian-domestic-credit-transfers/made-by-mistake",
  ]);
});

test("a bank that does not respond fails the first gate and blocks everything else", async () => {
  await using bank = await aBank();
  const checked = aBankToCheck(bank, { address: new URL("http://127.0.0.1:9") });
  const report = await runChecks(bankChecks, checked, {});
  assert.equal(report.checks[0]?.result, "failed");
  assert.match(
    report.checks[0]?.seen ?? "",
    /http:\/\/127\.0\.0\.1:9\/ does not respond: ECONNREFUSED/,
  );
  assert.equal(report.counts.blocked, report.checks.length - 1);
  assert.equal(report.requests, 1);
});
