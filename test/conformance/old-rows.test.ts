import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { aPayer, aPayment, goTo, ndct, type Payer } from "@varde/testkit/payments";
import { expectRefusal } from "@varde/testkit/responses";

/**
 * The nightly job deletes old rows. The clock jumps past it once instead of running every night.
 */
describe("data with a retention period", () => {
  let bank: TestBank;
  let payer: Payer;
  let authorisation: string;
  before(async () => {
    bank = await aBank({ startAt: Date.parse("2026-03-02T11:00:00Z"), hasBackgroundJobs: false });
    payer = await aPayer(bank);
    const payment = await payer.create(ndct, aPayment());
    await payer.sign(payment);
    const { authorisationIds } = (await payer.get(`${payment}/authorisations`)).json;
    authorisation = `${payment}/authorisations/${authorisationIds[0]}`;
  });
  after(() => bank.close());

  const balances = "/v1/accounts/kari-current/balances";

  it("remembers an ended session for 180 days, and reports the expired consent", async () => {
    await goTo(bank, "2026-08-31T04:59");
    expectRefusal(await payer.get("/v1/accounts"), 401, "SCA_EXPIRED");
    await goTo(bank, "2026-08-31T05:00");
    expectRefusal(await payer.get("/v1/accounts"), 401, "SCA_NOT_FOUND");
    expectRefusal(await payer.psu.getUnattended(balances), 401, "CONSENT_EXPIRED");
  });

  it("keeps the status of an authorisation for ever", async () => {
    await goTo(bank, "2026-09-01T05:00");
    const { scaStatus } = (await payer.get(authorisation)).json;
    assert.equal(scaStatus, "finalised");
  });

  it("keeps the count of calls without the PSU overnight", async () => {
    await goTo(bank, "2026-09-01T06:00");
    const psu = (await aPayer(bank)).psu;
    for (let call = 0; call < 4; call += 1) {
      assert.equal((await psu.getUnattended(balances)).status, 200);
    }
    await goTo(bank, "2026-09-02T05:59");
    expectRefusal(await psu.getUnattended(balances), 429, "ACCESS_EXCEEDED");
    await goTo(bank, "2026-09-03T06:01");
    const response = await psu.getUnattended(balances);
    assert.equal(response.headers["ratelimit-remaining"], "3");
  });
});
