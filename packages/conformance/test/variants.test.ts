import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { bankChecks, runChecks } from "@varde/conformance";
import type { TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { aBankToCheck, aWholeBank, everythingAllowed } from "@varde/testkit/conformance";
import { aFaultyProxy, type ProxyRule } from "./a-faulty-proxy.ts";

describe("checks of a bank behind a proxy", () => {
  let bank: TestBank;
  before(async () => {
    bank = await aBank();
  });
  after(() => bank.close());

  const notFound = {
    status: 404,
    body: { tppMessages: [{ category: "ERROR", code: "NOT_FOUND", text: "No." }] },
  };
  const paths = {
    "var-user-path": ["/v1/user", "/v1/users"],
    "var-consents-path": ["/v1/bank-offered-consents", "/v1/consents"],
  } as const;

  for (const [served, without] of [
    ["both", []],
    ["first", [1]],
    ["second", [0]],
    ["neither", [0, 1]],
  ] as const) {
    test(`say that a bank serves ${served} of two paths`, async () => {
      const missing = new Set(Object.values(paths).flatMap((two) => without.map((at) => two[at])));
      const rule: ProxyRule = ({ target }) => (missing.has(target as never) ? notFound : undefined);
      await using proxy = await aFaultyProxy(bank.addresses.http, rule);
      const checked = aBankToCheck(bank, { address: proxy.address });
      const { checks } = await runChecks(bankChecks, checked, { only: Object.keys(paths) });
      const answers = checks.flatMap(({ variant }) => variant?.answer ?? []);
      assert.deepEqual(answers, [served, served]);
    });
  }

  test("prove nothing about links to an SCA if every operation is refused", async () => {
    const id = "sca-link-on-every-operation";
    let isRefusing = false;
    const refusal = { ...notFound, status: 503 };
    const rule: ProxyRule = ({ target }) =>
      isRefusing && target.startsWith("/v1/") ? refusal : undefined;
    await using proxy = await aFaultyProxy(bank.addresses.http, rule);
    const checked = await aWholeBank(bank.addresses.http, { address: proxy.address });
    const { checks } = await runChecks(
      bankChecks,
      checked,
      { ...everythingAllowed, only: [id] },
      {
        onReport: (report) => {
          if (report.id === "gate-payment") isRefusing = true;
        },
      },
    );
    const found = checks.find((check) => check.id === id);
    assert.equal(found?.result, "not proven", found?.seen ?? id);
    assert.match(found?.seen ?? "", /no operation accepts a correct request/);
  });
});
