import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { SigningDecision, SigningMandates } from "@varde/bank";
import { dataSet, type TestBank } from "@varde/sandbox";
import { one, sql } from "@varde/storage";
import { aBank, aProductionBank, type ProductionBank } from "@varde/testkit/bank";
import { aPayer, aPayment, idOf, ndct, type Payer } from "@varde/testkit/payments";
import { PageBrowser, type PsuChoices, sunniva, trym } from "@varde/testkit/psu";
import { assertRefused } from "@varde/testkit/responses";
import { aTpp, type RawResponse } from "@varde/testkit/tpp";

const [account] = dataSet.companies.lyngrabben.accounts;

/** Ways in which a bank's own system fails to decide. */
const failures: readonly (readonly [string, SigningMandates["decide"]])[] = [
  ["is down", () => Promise.reject(new Error("ECONNREFUSED"))],
  ["is slow", () => new Promise(() => {})],
  ["decides nothing", async () => []],
  ["decides something unknown", async () => [{ kind: "maybe" } as never as SigningDecision]],
  ["does not say how many", async () => [{ kind: "more" } as never as SigningDecision]],
  ["needs nobody more", async () => [{ kind: "more", missing: 0 }]],
];

const complete: SigningMandates["decide"] = async (requests) =>
  requests.map(() => ({ kind: "complete" }));

describe("a bank whose mandates fail", () => {
  let sandbox: TestBank;
  let bank: ProductionBank;
  let payer: Payer;
  const port: { decide: SigningMandates["decide"] } = { decide: async () => [] };
  before(async () => {
    sandbox = await aBank();
    payer = await aPayer(sandbox, sunniva);
    bank = await aProductionBank(
      sandbox,
      {
        anchors: [sandbox.authority.certificate],
        portTimeoutMs: 500,
        portFailuresMax: 1_000,
      },
      {
        signingMandates: {
          decide: (requests) => port.decide(requests),
          listSigners: async () => [],
        },
      },
    );
  });
  after(async () => {
    await bank.close();
    await sandbox.close();
  });

  const signatures = async (payment: string) => {
    const row = await sandbox.storage.read(() =>
      one<{ count: bigint }>(
        sql`select count(*) as count from payment_signature where payment_id = ${idOf(payment)}`,
      ),
    );
    return row?.count;
  };
  const status = async (payment: string) => {
    const row = await sandbox.storage.read(() =>
      one<{ status: string }>(sql`select status from payment where payment_id = ${idOf(payment)}`),
    );
    return row?.status;
  };
  /** Opens the link of an authorisation that was started, up to the page of the approval. */
  const openApproval = async (started: RawResponse, { customerNumber }: PsuChoices) => {
    assert.equal(started.status, 201, started.text);
    const page = new PageBrowser(bank.addresses.http);
    await page.open(new URL(started.json._links.scaRedirect.href).pathname);
    await page.submit({ customerNumber: customerNumber ?? "", decision: "continue" });
    return page;
  };
  const create = () =>
    payer.create(
      ndct,
      aPayment({
        debtorAccount: { bban: account.bban, currency: "NOK" },
      }),
    );

  for (const [what, decide] of failures) {
    test(`MAN-17: signs nothing if the port for mandates ${what}`, async () => {
      const payment = await create();
      const tpp = aTpp(bank, sandbox.tpp);
      const start = () =>
        tpp.send({
          method: "POST",
          path: `${payment}/authorisations`,
          headers: payer.psu.headers,
        });
      port.decide = decide;
      const refused = await start();
      assertRefused(refused, { status: 503, code: "SYSTEM_ERROR" });
      assert.equal(refused.headers["retry-after"], "2");
      port.decide = complete;
      const page = await openApproval(await start(), sunniva);
      port.decide = decide;
      await page.submit({ decision: "approve" });
      assert.match(page.page, /code=SYSTEM_ERROR/);
      assert.equal(await signatures(payment), 0n);
      assert.equal(await status(payment), "RCVD");
    });
  }

  test("F24, MAN-17: a port that fails between two signatures delays the second", async () => {
    const payment = await create();
    const path = `${payment}/authorisations`;
    const tpp = aTpp(bank, sandbox.tpp);
    const start = (who: Payer) => tpp.send({ method: "POST", path, headers: who.psu.headers });
    port.decide = async (requests) =>
      requests.map(({ signedBy }) =>
        signedBy.length === 0 ? { kind: "more", missing: 1 } : { kind: "complete" },
      );
    const { decide: joint } = port;
    const first = await openApproval(await start(payer), sunniva);
    await first.submit({ decision: "approve" });
    const colleague = await aPayer(sandbox, trym);
    const second = await openApproval(await start(colleague), trym);
    for (const [what, decide] of failures) {
      port.decide = decide;
      assert.equal((await start(colleague)).status, 503, what);
    }
    await second.submit({ decision: "approve" });
    assert.match(second.page, /code=SYSTEM_ERROR/);
    assert.equal(await signatures(payment), 1n);
    assert.equal(await status(payment), "RCVD");
    port.decide = joint;
    const again = await openApproval(await start(colleague), trym);
    await again.submit({ decision: "approve" });
    assert.equal(await signatures(payment), 2n);
    assert.match(String(await payer.events(payment)), /^created,signedPartly,signed(WithChange)?$/);
  });
});
