import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readKpiReport } from "@varde/bank/kpi";
import { aBank, aProductionBank, findQuarter } from "@varde/testkit/bank";
import { aPayment, ndct } from "@varde/testkit/payments";
import { callHeaders } from "@varde/testkit/psu";
import { aTpp } from "@varde/testkit/tpp";

describe("the report of an outage", () => {
  test("shows the service that was down, and that the core bank was the source", async () => {
    await using sandbox = await aBank();
    const anchors = [sandbox.authority.certificate];
    const away = () => Promise.reject(new Error("the core bank is away"));
    const coreBank = { ...sandbox.bank.coreBank, findAccount: away };
    const startedAt = Date.now();
    const production = await aProductionBank(sandbox, { anchors }, { coreBank });
    const tpp = aTpp(production, sandbox.tpp);
    const headers = { ...callHeaders("outage"), "PSU-Context": "PRIVATE" };
    for (let sent = 0; sent < 6; sent += 1) {
      const { status } = await tpp.send({ path: ndct, body: aPayment(), headers });
      assert.equal(status, 503);
      // Refused before the core bank is asked, which does not end the outage.
      assert.equal((await tpp.send({ path: "/v1/accounts", headers })).status, 401);
    }
    // Stores the last figures.
    await production.close();
    const report = await readKpiReport(findQuarter(startedAt), Date.now(), sandbox.storage);
    const outages = report.downtimes
      .filter(({ cause }) => cause === "unanswered requests")
      .map(({ service, sources }) => [service, sources]);
    assert.deepEqual(outages, [
      [undefined, ["coreBank"]],
      ["paymentInitiation", ["coreBank"]],
    ]);
  });
});
