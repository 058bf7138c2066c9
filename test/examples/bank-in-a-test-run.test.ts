import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { dataSet, startBank, type TestBank } from "@varde/sandbox";
import { createTppClient, findScaRedirect, type TppClient } from "@varde/tpp";

const { kari } = dataSet.people;

describe("my TPP", () => {
  let bank: TestBank;
  let client: TppClient;
  before(async () => {
    bank = await startBank();
    const { certificatePem: certificate, privateKeyPem: key } = bank.tpp;
    client = createTppClient({
      bank: { baseUrl: bank.addresses.http },
      identity: { certificate, key },
    });
  });
  after(async () => {
    client.close();
    await bank.close();
  });

  const createPayment = () => {
    const psu = client.psu({
      redirectUri: "https://tpp.example/back",
      ipAddress: "192.0.2.7",
      context: "PRIVATE",
    });
    return client.payments.create(
      "NDCT",
      {
        instructedAmount: { amount: "249.50", currency: "NOK" },
        debtorAccount: { bban: kari.current.bban, currency: "NOK" },
        creditorName: dataSet.payees.hotels.name,
        creditorAccount: { bban: dataSet.payees.hotels.bban, currency: "NOK" },
        creditorAddress: { country: "NO" },
      },
      psu,
      { allowLogicalDuplicate: true },
    );
  };

  test("sees a payment made on the next bank day", async () => {
    await bank.clock.set("2026-11-16T20:00:00+01:00");
    const payment = await createPayment();
    const back = await bank.sca.approve(findScaRedirect(payment) ?? "", kari.customerNumber);
    assert.equal(back.searchParams.get("context"), "PRIVATE");
    assert.equal((await client.payments.status(payment)).transactionStatus, "ACTC");
    await bank.clock.advance("P1D");
    assert.equal((await client.payments.status(payment)).transactionStatus, "ACSC");
  });

  test("repeats a request that the bank could not serve", async () => {
    await bank.scenarios.add({
      match: { operation: "createPayment" },
      effect: { unavailable: true },
    });
    const payment = await createPayment();
    assert.equal(payment.transactionStatus, "RCVD");
    const responses = await bank.requests.list(2);
    const statuses = responses.map(
      (one) => (one as { response: { status: number } }).response.status,
    );
    assert.deepEqual(statuses, [201, 503]);
  });
});
