import assert from "node:assert/strict";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { type BankToCheck, bankChecks, runChecks, type ScaDriver } from "@varde/conformance";
import { dataSet, type TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { aWholeBank, everythingAllowed } from "@varde/testkit/conformance";

interface Seen {
  readonly method: string;
  readonly target: string;
  readonly status: number;
  readonly body: string;
}
/** Returns what the proxy sends instead of the bank's response; undefined leaves it. */
type Fault = (seen: Seen) => { readonly status?: number; readonly body?: string } | undefined;

/** A bank behind a proxy that changes its responses. */
const behindProxy = async (address: string, fault: Fault) => {
  const { hostname: host, port } = new URL(address);
  const server = createServer(async (incoming, response) => {
    const { method = "", url: target = "", rawHeaders } = incoming;
    const outgoing = request(
      { host, port, method, path: target, headers: rawHeaders },
      async (answer) => {
        const body = Buffer.concat(await Array.fromAsync(answer)).toString();
        const status = answer.statusCode ?? 0;
        const changed = fault({ method, target, status, body });
        response.writeHead(changed?.status ?? status, { "content-type": "application/json" });
        response.end(changed?.body ?? body);
      },
    );
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** Changes one text of the responses whose path matches. */
const replacing =
  (path: RegExp, find: string | RegExp, replace: string): Fault =>
  ({ target, body }) =>
    path.test(target) ? { body: body.replaceAll(find, replace) } : undefined;

/** Turns refusals with a code into acceptance. */
const accepting =
  (method: string, path: RegExp, code: string, body: object, status = 200): Fault =>
  (seen) =>
    seen.method === method && path.test(seen.target) && seen.body.includes(`"${code}"`)
      ? { status, body: JSON.stringify(body) }
      : undefined;

const baskets = /^\/v1\/signing-baskets$/;
const made = { basketId: "made-by-mistake", transactionStatus: "RCVD", _links: {} };
const paid = { paymentId: "made-by-mistake", transactionStatus: "RCVD", _links: {} };

const faults: readonly (readonly [check: string, rule: string, fault: Fault])[] = [
  [
    "pay-response",
    "RSP-06",
    replacing(/payments\//, '"transactionFeeIndicator":false', '"transactionFeeIndicator":true'),
  ],
  ["pay-duplicate", "END-26", accepting("POST", /payments\//, "PAYMENT_FAILED", paid, 201)],
  [
    "pay-delete",
    "STA-12",
    ({ method, status }) => (method === "DELETE" && status === 204 ? { status: 200 } : undefined),
  ],
  ["pay-unknown-id", "ERR-11", accepting("GET", /\/status$/, "RESOURCE_UNKNOWN", paid)],
  ["pay-other-tpp", "ERR-11", accepting("GET", /\/status$/, "RESOURCE_UNKNOWN", paid)],
  [
    "pay-no-funds",
    "STA-03",
    replacing(/\/status$/, '"fundsAvailable":false', '"fundsAvailable":true'),
  ],
  ["pay-dynamic-linking", "LIM-05", replacing(/\/status$/, '"RCVD"', '"ACTC"')],
  ["pay-pdng", "STA-04", accepting("DELETE", /payments\//, "CONFLICT", {}, 204)],
  ["bsk-create", "BSK-03", replacing(baskets, "basketId", "id")],
  ["bsk-empty", "LIM-22", accepting("POST", baskets, "FORMAT_ERROR", made, 201)],
  ["bsk-unknown", "BSK-08", accepting("POST", baskets, "RESOURCE_UNKNOWN", made, 201)],
  ["bsk-bulk", "BSK-09", accepting("POST", baskets, "REFERENCE_MIX_INVALID", made, 201)],
  ["bsk-periodic", "BSK-10", replacing(baskets, "REFERENCE_MIX_INVALID", "FORMAT_ERROR")],
  ["bsk-twice", "BSK-14", accepting("POST", baskets, "CONFLICT", made, 201)],
  ["bsk-worst", "BSK-06", replacing(/signing-baskets\/.*\/status$/, /"(?:PATC|RJCT)"/g, '"ACTC"')],
  [
    "sca-company-header",
    "SCA-22",
    accepting("GET", /accounts/, "HTTP_HEADER_REQUIRED", { accounts: [] }),
  ],
  ["sca-agreements", "END-18", replacing(/agreements/, "psuCorporateId", "id")],
  [
    "sca-link-on-every-operation",
    "SCA-03",
    ({ method, status, body }) =>
      method === "DELETE" && status === 401
        ? { body: body.replaceAll("scaRedirect", "sca") }
        : undefined,
  ],
  ["ses-new", "LIM-06", accepting("GET", /user/, "SCA_NOT_FOUND", {})],
  ["ses-ends-old", "LIM-07", accepting("GET", /user/, "SCA_INVALID", {})],
  ["ses-other-id", "SCA-09", accepting("POST", /payments\//, "SCA_NOT_FOUND", paid, 201)],
  ["ses-hour", "LIM-04", accepting("GET", /user/, "SCA_EXPIRED", {})],
  ["ais-401", "GEN-13", replacing(/accounts$/, "scaRedirect", "sca")],
  [
    "ais-booking-status",
    "VER-10",
    ({ target }) => (/bookingStatus=all/.test(target) ? { status: 400 } : undefined),
  ],
  [
    "ais-details",
    "END-24",
    ({ target }) => (/transactions\/./.test(target) ? { status: 404 } : undefined),
  ],
  ["ais-amount-strings", "VER-04", replacing(/balances/, /"amount":"(-?[\d.]+)"/g, '"amount":$1')],
  ["ais-consents", "END-21", replacing(/consents$/, '{"_links"', '{"consentId":"1","_links"')],
  [
    "ais-consented-only",
    "SCA-14",
    accepting("GET", /balances/, "CONSENT_UNKNOWN", { balances: [] }),
  ],
  ["ais-revoked", "SCA-16", accepting("GET", /balances/, "CONSENT_UNKNOWN", { balances: [] })],
  ["pag-default", "LIM-16", replacing(/transactions/, "limit=200&", "")],
  ["pag-walk", "END-17", replacing(/transactions/, '"next"', '"after"')],
  [
    "pag-limit",
    "END-17",
    ({ target }) =>
      /limit=3/.test(target)
        ? { status: 200, body: '{"transactions":{"booked":[{},{},{},{}]}}' }
        : undefined,
  ],
  ["quo-balances", "LIM-09", accepting("GET", /balances/, "ACCESS_EXCEEDED", {})],
  [
    "quo-90-days",
    "LIM-12",
    ({ status, target }) =>
      status === 400 && /transactions/.test(target)
        ? { status: 200, body: '{"transactions":{"booked":[{"bookingDate":"2020-01-01"}]}}' }
        : undefined,
  ],
  ["sbx-list", "CUS-03", replacing(/customers/, '"CORPORATE"', '"COMPANY"')],
  [
    "sbx-filters",
    "END-11",
    ({ target }) => (/withAgreements/.test(target) ? { body: '[{"agreements":[{}]}]' } : undefined),
  ],
  ["sbx-create", "END-09", replacing(/customers$/, "customerNumber", "number")],
];

let bank: TestBank;
let whole: BankToCheck;
before(async () => {
  bank = await aBank();
  whole = await aWholeBank(bank.addresses.http);
});
after(() => bank.close());

/** Runs one check, and another that reads amounts, for passive checks. */
const runOne = async (check: string, changes: Partial<BankToCheck>) => {
  const options = { ...everythingAllowed, strict: true, only: [check, "ais-balances"] };
  const report = await runChecks(bankChecks, { ...whole, ...changes }, options);
  const found = report.checks.find(({ id }) => id === check);
  assert.ok(found !== undefined, `${check} did not run`);
  return found;
};

for (const [check, rule, fault] of faults) {
  test(`${check} finds a bank that breaks ${rule}`, async () => {
    await using proxy = await behindProxy(bank.addresses.http, fault);
    const { result, rules, seen } = await runOne(check, { address: proxy.address });
    assert.equal(result, "failed", `${result}: ${seen}`);
    assert.ok(rules.includes(rule));
  });
}

/** Faults of the redirect after an SCA, which do not pass through the proxy. */
const redirectFaults: readonly (readonly [string, string, (found: URLSearchParams) => void])[] = [
  ["red-parameters", "RED-04", (found) => found.set("tpp-session-id", "another")],
  [
    "red-private-no-company",
    "RED-03",
    (found) => found.set("psu-corporate-id", crypto.randomUUID()),
  ],
  ["red-query", "RED-10", (found) => found.delete("state")],
  ["red-refused", "RED-09", (found) => found.delete("message")],
  ["red-refused-code", "RED-12", (found) => found.set("code", "PSU_CREDENTIALS_INVALID")],
  ["sca-company", "RED-02", (found) => found.delete("psu-corporate-id")],
];

for (const [check, rule, change] of redirectFaults) {
  test(`${check} finds a bank that breaks ${rule}`, async () => {
    const { sca: right } = whole;
    assert.ok(right !== undefined);
    let scas = 0;
    const sca: ScaDriver = {
      ...right,
      complete: async (...given) => {
        const back = await right.complete(...given);
        scas += 1;
        // The first SCA is the gate's.
        if (scas > 1) change(back.searchParams);
        return back;
      },
    };
    const { result, rules, seen } = await runOne(check, { sca });
    assert.equal(result, "failed", `${result}: ${seen}`);
    assert.ok(rules.includes(rule));
  });
}

test("a check whose precondition does not hold is not proven, and never failed", async () => {
  const unproven: readonly (readonly [string, Partial<BankToCheck>])[] = [
    ["pay-pdng", { pendingPayee: { bban: dataSet.people.ola.current.bban } }],
    ["quo-balances", { quotaAccount: "no-such-account" }],
    ["pag-default", { company: { debtor: dataSet.companies.lyngrabben.accounts[1].bban } }],
  ];
  for (const [check, changes] of unproven) {
    const { result, seen } = await runOne(check, changes);
    assert.equal(result, "not proven", `${check}: ${seen}`);
  }
});
