import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { dataSet, type RunningSandbox, readSettings, startSandbox } from "@varde/sandbox";
import { aBankDayAhead } from "@varde/testkit/bank";
import {
  createTppClient,
  type DomesticPayment,
  findScaRedirect,
  type Psu,
  ScaRequiredError,
  type TppClient,
} from "@varde/tpp";

const { kari, ola, ase } = dataSet.people;
const henrik = dataSet.representatives.henrik;
const data = mkdtempSync(join(tmpdir(), "varde-journey-"));

describe("a TPP written with the SDK, over https", () => {
  let sandbox: RunningSandbox;
  let client: TppClient;

  before(async () => {
    const environment = { PORT: "0", HTTPS_PORT: "0", VARDE_DATA: data, VARDE_TRUST: "sandbox-ca" };
    sandbox = await startSandbox(readSettings({ ...environment, VARDE_LOG: "none" }));
    const tpp = await sandbox.authority.issueTppCertificate({
      name: "Journey TPP",
      organisationNumber: "310000000",
      roles: ["PSP_PI", "PSP_AI"],
      kind: "working",
    });
    client = createTppClient({
      bank: {
        baseUrl: sandbox.addresses.https ?? "",
        ca: sandbox.authority.caPem,
        sealAuthorities: [sandbox.authority.caPem],
      },
      identity: { certificate: tpp.certificatePem, key: tpp.privateKeyPem },
      verifyResponses: "required",
    });
  });
  after(async () => {
    client.close();
    await sandbox.close();
    rmSync(data, { recursive: true, force: true });
  });

  interface Person {
    readonly customerNumber: string;
    readonly context?: "PRIVATE" | "CORPORATE";
    readonly agreement?: string;
  }

  /** Approves as the PSU, through the sandbox's shortcut for the bank's pages. */
  const approve = async (psu: Psu, response: unknown, person: Person) => {
    const { customerNumber, context, agreement } = person;
    const scaRedirect = findScaRedirect(response);
    assert(scaRedirect?.startsWith("http"), "the response links to an SCA");
    const finished = await fetch(`${sandbox.addresses.http}/control/v1/sca`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        scaRedirect,
        customerNumber,
        context,
        agreement,
        decision: "approve",
      }),
    });
    psu.remember(((await finished.json()) as { redirect: string }).redirect);
  };
  const newPsu = (context?: "PRIVATE" | "CORPORATE") =>
    client.psu({
      redirectUri: "https://tpp.example/callback",
      ipAddress: "192.0.2.7",
      ...(context !== undefined && { context }),
    });
  const toOla = (from: string, amount: string): DomesticPayment => ({
    instructedAmount: { amount, currency: "NOK" },
    debtorAccount: { bban: from, currency: "NOK" },
    creditorName: ola.name,
    creditorAccount: { bban: ola.current.bban, currency: "NOK" },
    creditorAddress: { country: "NO" },
  });

  test("asks for consent first, then lists accounts and transactions", async () => {
    const psu = newPsu();
    const refusal = await client.accounts.list(psu).catch((error: unknown) => error);
    assert(refusal instanceof ScaRequiredError);
    await approve(psu, refusal, { customerNumber: kari.customerNumber, context: "PRIVATE" });
    const { accounts } = await client.accounts.list(psu, { withBalance: true });
    assert.deepEqual(
      accounts.map(({ bban }) => bban).sort(),
      [kari.current.bban, kari.savings.bban].sort(),
    );
    const [first] = accounts;
    let count = 0;
    for await (const entry of client.accounts.transactions(first?.resourceId ?? "", psu, {
      limit: 50,
      dateFrom: "2025-01-01",
    })) {
      assert.match(entry.transactionAmount.amount, /^-?\d+\.\d\d$/);
      count += 1;
    }
    assert(count > 50, "on more than one page");
  });

  test("makes a domestic payment with a single SCA", async () => {
    const psu = newPsu("PRIVATE");
    const payment = await client.payments.create("NDCT", toOla(kari.current.bban, "249.50"), psu);
    await approve(psu, payment, kari);
    const status = await client.payments.waitForStatus(payment, ["ACSC"]);
    assert.equal(status.transactionStatus, "ACSC");
  });

  test("pays NOK 100 000 abroad, with the regulatory reporting", async () => {
    const psu = newPsu("PRIVATE");
    const payment = await client.payments.create(
      "NCBCT",
      {
        instructedAmount: { amount: "100000.00", currency: "NOK" },
        debtorAccount: { bban: ase.savings.bban, currency: "NOK" },
        creditorName: "Holz GmbH",
        creditorAgent: "COBADEFF",
        creditorAccount: { iban: "DE89370400440532013000", currency: "EUR" },
        regulatoryReportingCode: "14",
        regulatoryReportingInformation: "Timber",
      },
      psu,
    );
    assert.equal(payment.transactionFeeIndicator, true);
    await approve(psu, payment, ase);
    const { transactionStatus } = await client.payments.status(payment);
    assert(["ACTC", "ACWC"].includes(transactionStatus), transactionStatus);
  });

  test("has twenty payments approved in one basket", async () => {
    const psu = newPsu();
    const refusal = await client.user.read(psu).catch((error: unknown) => error);
    await approve(psu, refusal, { customerNumber: kari.customerNumber, context: "PRIVATE" });
    const payments = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        client.payments.create("NDCT", toOla(kari.current.bban, `${at + 1}.00`), psu),
      ),
    );
    const { basketId } = await client.baskets.create(
      payments.map(({ paymentId }) => paymentId),
      psu,
    );
    await approve(psu, await client.baskets.authorise(basketId, psu), kari);
    assert.equal((await client.baskets.status(basketId)).transactionStatus, "ACTC");
    for (const payment of payments) {
      assert.equal((await client.payments.status(payment)).transactionStatus, "ACSC");
    }
  });

  test("cancels a payment before its date, with the PSU's approval", async () => {
    const psu = newPsu("PRIVATE");
    const body = { ...toOla(kari.current.bban, "77.00"), requestedExecutionDate: aBankDayAhead() };
    const payment = await client.payments.create("NDCT", body, psu);
    await approve(psu, payment, kari);
    const response = await client.payments.delete(payment, psu);
    assert(response !== undefined, "an approved payment is not deleted at once");
    await approve(psu, await client.payments.authoriseCancellation(payment, psu), kari);
    assert.equal((await client.payments.status(payment)).transactionStatus, "CANC");
  });

  test("acts for a company: consent, agreements, a payment", async () => {
    const { skarvoy } = dataSet.companies;
    const person = {
      customerNumber: henrik.customerNumber,
      context: "CORPORATE",
      agreement: skarvoy.name,
    } as const;
    const psu = newPsu("CORPORATE");
    const refusal = await client.accounts.list(psu).catch((error: unknown) => error);
    await approve(psu, refusal, person);
    assert(psu.memory.psuCorporateId !== undefined);
    const { accounts } = await client.accounts.list(psu);
    assert.equal(accounts.length, 2);
    const { agreements } = await client.agreements.list(psu);
    assert.equal(agreements.length, 2);
    const [current] = skarvoy.accounts;
    const payment = await client.payments.create("NDCT", toOla(current.bban, "500.00"), psu);
    await approve(psu, await client.payments.authorise(payment, psu), person);
    assert.equal((await client.payments.status(payment)).transactionStatus, "ACSC");
  });
});
