import type { TestContext } from "node:test";
import type { BulkPayment, DomesticPayment, PeriodicPayment } from "../src/index.ts";
import { createTppClient, type Psu, type TppClient, type TppClientOptions } from "../src/index.ts";
import { aBank, type BankOptions, type Responder, type TestBank } from "./a-bank.ts";
import { aSeal } from "./a-seal.ts";

export const tpp = aSeal("Blåbær Betaling AS", {
  organizationIdentifier: "PSDNO-FSA-310000000",
});
export const psuId = "0f3c1a52-6f1e-4a8e-9d0b-2f6c7e1b9a10";
export const corporateId = "7d1f0a52-6f1e-4a8e-9d0b-2f6c7e1b9a11";

export interface Scene {
  readonly client: TppClient;
  readonly bank: TestBank;
  readonly psu: Psu;
  /** The delays the client requested; none of them is real. */
  readonly waits: number[];
}

export interface SceneOptions extends BankOptions {
  readonly client?: Partial<Omit<TppClientOptions, "bank">>;
  readonly bank?: Partial<TppClientOptions["bank"]>;
}

/** Starts a bank with the given responses, a client of it, and a PSU known to both. */
export const aScene = async (
  context: TestContext,
  respond: Responder,
  options: SceneOptions = {},
): Promise<Scene> => {
  const bank = await aBank(context, respond, options);
  const waits: number[] = [];
  let waitedMs = 0;
  const client = createTppClient({
    bank: { baseUrl: bank.baseUrl, ...options.bank },
    identity: { certificate: tpp.certificatePem, key: tpp.privateKeyPem },
    clock: {
      nowMs: () => Date.now() + waitedMs,
      sleep: async (ms) => {
        waits.push(ms);
        waitedMs += ms;
      },
    },
    ...options.client,
  });
  context.after(() => client.close());
  const psu = client.psu({
    psuId,
    sessionId: "session-1",
    redirectUri: "https://tpp.example/callback?state=a%20b",
    ipAddress: "192.0.2.7",
  });
  return { client, bank, psu, waits };
};

export const aPayment = (changes: Partial<DomesticPayment> = {}): DomesticPayment => ({
  instructedAmount: { amount: "100.33", currency: "NOK" },
  creditorName: "Blåbærsyltetøy AS",
  creditorAccount: { bban: "86011117947", currency: "NOK" },
  creditorAddress: { city: "Oslo", country: "NO" },
  debtorAccount: { bban: "95360573002", currency: "NOK" },
  ...changes,
});

export const aBulk = (): BulkPayment => {
  const { debtorAccount, ...payment } = aPayment();
  return {
    paymentInformationId: "bulk-1",
    debtorAccount,
    requestedExecutionDate: "2026-11-20",
    payments: [payment],
  };
};

export const aPeriodicPayment = (): PeriodicPayment => ({
  ...aPayment(),
  debtorAccount: { bban: "95360573002", currency: "NOK" },
  startDate: "2026-12-01",
  frequency: "Monthly",
  dayOfExecution: "31",
});
