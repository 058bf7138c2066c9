import type { Burst } from "./sign-burst.ts";

/** A TPP that the bank knows, with a PSU who has completed SCA in its session. */
export interface Caller {
  readonly certificatePem: string;
  readonly privateKeyPem: string;
  readonly psuId: string;
  readonly sessionId: string;
}

export const paymentsPath = "/v1/payments/norwegian-domestic-credit-transfers";

/** A customer of the data set with only a private agreement. */
export const customer = { number: "17917931119", bban: "99901010117" };

export const redirectUri = "https://tpp.example/back";

export const paymentTemplate = JSON.stringify({
  instructedAmount: { amount: "AMOUNT", currency: "NOK" },
  creditorName: "Blåbærsyltetøy AS",
  creditorAccount: { bban: "86011117947", currency: "NOK" },
  creditorAddress: { street: "Storgata", postalCode: "0155", city: "Oslo", country: "NO" },
  debtorAccount: { bban: customer.bban, currency: "NOK" },
  remittanceInformationUnstructured: "Invoice 4711",
});

let nextAmountMinor = 100;

/** Builds payments within the session, all different within a run. */
export const paymentCreations = (caller: Caller, count: number): Burst => {
  const firstAmountMinor = nextAmountMinor;
  nextAmountMinor += count;
  return {
    count,
    method: "POST",
    targets: [{ path: paymentsPath }],
    headers: callerHeaders(caller),
    bodyTemplate: paymentTemplate,
    firstAmountMinor,
    certificatePem: caller.certificatePem,
    privateKeyPem: caller.privateKeyPem,
  };
};

export const readPaymentId = (body: string): string =>
  /"paymentId":"([^"]+)"/.exec(body)?.[1] ?? "";

export const statusReads = (caller: Caller, paymentIds: readonly string[], count: number): Burst =>
  resourceReads(
    caller,
    paymentIds.map((id) => `${paymentsPath}/${id}/status`),
    count,
  );

export const resourceReads = (
  caller: Caller,
  targets: readonly string[],
  count: number,
): Burst => ({
  count,
  method: "GET",
  targets: targets.map((path) => ({ path })),
  headers: callerHeaders(caller),
  firstAmountMinor: 0,
  certificatePem: caller.certificatePem,
  privateKeyPem: caller.privateKeyPem,
});

export const callerHeaders = (caller: Caller): Readonly<Record<string, string>> => ({
  Accept: "application/json",
  "x-accept-fix": "amount-as-string",
  "TPP-Session-ID": caller.sessionId,
  "TPP-Redirect-URI": redirectUri,
  "PSU-ID": caller.psuId,
  "PSU-IP-Address": "192.0.2.10",
});
