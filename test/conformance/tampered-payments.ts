import assert from "node:assert/strict";
import type { TestBank } from "@varde/sandbox";
import { aPayment, ndct } from "@varde/testkit/payments";
import { aSession } from "@varde/testkit/psu";
import { aTpp, type RawRequest, type RawResponse } from "@varde/testkit/tpp";

/** Creates a TPP with a session of Kari's, whose payments are changed after signing. */
export const tamperedPayments = async (bank: TestBank) => {
  const tpp = aTpp(bank);
  const { headers } = await aSession(bank, tpp);
  const create = (request: Partial<RawRequest> = {}): Promise<RawResponse> =>
    tpp.send({
      path: ndct,
      body: aPayment(),
      ...request,
      headers: { ...headers, ...request.headers },
    });
  return {
    tpp,
    headers,
    create,
    /** Sends a payment with its Signature header changed as text. */
    createWith: (change: (signature: string) => string): Promise<RawResponse> =>
      create({
        tamper: (sent) => {
          sent.Signature = change(String(sent.Signature));
        },
      }),
  };
};

export const signatureRefused = { status: 400, code: "BAD_REQUEST", path: "Signature" } as const;

export const assertCreated = (response: RawResponse): void =>
  assert.equal(response.status, 201, response.text);
