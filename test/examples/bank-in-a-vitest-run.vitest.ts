import { dataSet, startBank, type TestBank } from "@varde/sandbox";
import { createTppClient, findScaRedirect, type TppClient } from "@varde/tpp";
import { afterAll, beforeAll, expect, test } from "vitest";

const { kari } = dataSet.people;

let bank: TestBank;
let client: TppClient;
beforeAll(async () => {
  bank = await startBank();
  const { certificatePem: certificate, privateKeyPem: key } = bank.tpp;
  client = createTppClient({
    bank: { baseUrl: bank.addresses.http },
    identity: { certificate, key },
  });
});
afterAll(async () => {
  client.close();
  await bank.close();
});

const createPayment = (amount: string) => {
  const psu = client.psu({
    redirectUri: "https://tpp.example/back",
    ipAddress: "192.0.2.7",
    context: "PRIVATE",
  });
  return client.payments.create(
    "NDCT",
    {
      instructedAmount: { amount, currency: "NOK" },
      debtorAccount: { bban: kari.current.bban, currency: "NOK" },
      creditorName: dataSet.payees.hotels.name,
      creditorAccount: { bban: dataSet.payees.hotels.bban, currency: "NOK" },
      creditorAddress: { country: "NO" },
    },
    psu,
  );
};

test("makes a payment on the next bank day", async () => {
  await bank.clock.set("2026-11-16T20:00:00+01:00");
  const payment = await createPayment("249.50");
  await bank.sca.approve(findScaRedirect(payment) ?? "", kari.customerNumber);
  await bank.clock.advance("P1D");
  expect((await client.payments.status(payment)).transactionStatus).toBe("ACSC");
});

test("repeats a request whose response is lost, and makes one payment", async () => {
  await bank.scenarios.add({
    match: { operation: "createPayment" },
    effect: { dropAfter: true },
  });
  const payment = await createPayment("250.00");
  expect(payment.transactionStatus).toBe("RCVD");
  const status = await client.payments.status(payment);
  expect(status.transactionStatus).toBe("RCVD");
});
