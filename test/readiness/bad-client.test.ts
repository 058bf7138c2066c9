import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { clientTraps } from "@varde/conformance";
import { dataSet, startBank, type TestBank } from "@varde/sandbox";
import { aPayment, ndct } from "@varde/testkit/payments";
import { aPsu, kari, type TestPsu } from "@varde/testkit/psu";
import type { RawRequest, RawResponse } from "@varde/testkit/tpp";
import { listFound } from "./a-careful-client.ts";

const ownAddress = "10.0.0.7";
const attempts = 3;

/**
 * A client of the kind that works on the day of the demonstration: it repeats whatever fails at
 * once and under a new X-Request-ID, forgets its PSUs, and believes that all went well is ACSC.
 */
class BadClient {
  readonly bank: TestBank;
  #amount = 200;

  constructor(bank: TestBank) {
    this.bank = bank;
  }

  /** Every visit identifies the PSU from the start. */
  async visit(): Promise<TestPsu> {
    const psu = await aPsu(this.bank, kari);
    psu.tpp.responsesAreDocumented = false;
    return psu;
  }

  async #insist(psu: TestPsu, request: RawRequest): Promise<RawResponse | undefined> {
    let response: RawResponse | undefined;
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const headers = { "PSU-IP-Address": ownAddress, ...request.headers };
      response = await psu.send({ ...request, headers }).catch(() => undefined);
      if (response !== undefined && response.status < 400) return response;
    }
    return response;
  }

  async readAccounts(): Promise<void> {
    const psu = await this.visit();
    await this.readWith(psu);
    const path = "/v1/accounts/kari-current/transactions?bookingStatus=booked&limit=2";
    await this.#insist(psu, { path });
    for (let count = 0; count < 5; count += 1) {
      const absent = { "PSU-IP-Address": undefined, "TPP-Session-ID": undefined };
      await this.#insist(psu, { path: "/v1/accounts/kari-current/balances", headers: absent });
    }
  }

  readWith(psu: TestPsu): Promise<RawResponse | undefined> {
    return this.#insist(psu, { path: "/v1/accounts/kari-current/balances" });
  }

  /** Pays until the first status it reads is ACSC, at most twice. */
  async pay(psu: TestPsu): Promise<void> {
    this.#amount += 1;
    const changes = {
      instructedAmount: { amount: `${this.#amount}.00`, currency: "NOK" },
      creditorAccount: { bban: dataSet.people.ola.current.bban, currency: "NOK" },
      remittanceInformationUnstructured: "12345674",
    };
    const headers = { "x-accept-fix": "amount-as-string" };
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const path = `${ndct}?allowLogicalDuplicate=true`;
      const created = await this.#insist(psu, { path, body: aPayment(changes), headers });
      if (created?.status !== 201) return;
      const { paymentId } = created.json;
      const start = { method: "POST", path: `${ndct}/${paymentId}/authorisations` };
      const started = await this.#insist(psu, start);
      const link = started?.json?._links?.scaRedirect?.href;
      if (link !== undefined) await this.bank.sca.approve(link, kari.customerNumber);
      const status = `${ndct}/${paymentId}/status`;
      const first = await this.#insist(psu, { path: status });
      for (let count = 0; count < 4; count += 1) await this.#insist(psu, { path: status });
      if (first?.json?.transactionStatus === "ACSC") return;
    }
  }
}

describe("a bad client", () => {
  let bank: TestBank;
  let client: BadClient;
  before(async () => {
    bank = await startBank();
    await bank.clock.set("2026-11-16T12:00:00Z");
    client = new BadClient(bank);
  });
  after(() => bank.close());

  const ofReads = new Set(["trap-sca-anywhere", "trap-session-expired", "trap-revoked"]);

  for (const { id, level } of clientTraps) {
    test(`fails ${id}`, async () => {
      await bank.scenarios.clear();
      const psu = await client.visit();
      await bank.readiness.arm(id);
      await (ofReads.has(id) ? client.readWith(psu) : client.pay(psu));
      const { checks } = await bank.readiness.read();
      const check = checks.find((one) => one.id === id);
      assert.equal(check?.result, level === "must" ? "failed" : "warning", check?.seen ?? id);
      assert.ok((check?.requests.length ?? 0) > 0);
    });
  }

  test("fails each check that it violates, and no other", async () => {
    await client.readAccounts();
    await client.pay(await client.visit());
    const readiness = await bank.readiness.read({ profile: "both" });
    assert.deepEqual(
      listFound(readiness).filter((id) => id.startsWith("t-")),
      [
        "t-ip-public",
        "t-asks-signed-responses",
        "t-write-repeat-keeps-id",
        "t-no-resend-after-4xx",
        "t-kid-structured",
        "t-psu-id-stored",
        "t-next-links",
        "t-poll-1s",
        "t-poll-stops",
        "t-retry-after",
        "t-unattended-4",
      ],
    );
    assert.match(readiness.verdict, /^Not ready: \d+ required checks? failed/);
    const passed = readiness.checks.filter(({ result }) => result === "passed");
    assert.deepEqual(
      passed.map(({ id }) => id),
      [
        "t-signed",
        "t-covers-all",
        "t-digest-right",
        "t-date-skew",
        "t-strict-forms",
        "t-ip-only-present",
        "t-no-national-id",
        "t-redirect-https",
        "t-certificate-days",
        "t-request-id-new",
        "t-no-format-errors",
        "t-accept-fix",
        "t-deprecated",
      ],
    );
  });
});
