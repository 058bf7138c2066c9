import assert from "node:assert/strict";
import type { TestBank } from "@varde/sandbox";
import { aPayment, ndctPath } from "./a-payment.ts";
import { aSession } from "./a-session.ts";
import { type RawAnswer, type RawRequest, RawTpp } from "./raw-tpp.ts";

/** A TPP with a session of Kari's, whose payments are changed after they were signed. */
export const tamperedPayments = async (bank: TestBank) => {
  const tpp = new RawTpp(bank.addresses.http, bank.tpp);
  const { headers } = await aSession(bank, tpp);
  const create = (request: Partial<RawRequest> = {}): Promise<RawAnswer> =>
    tpp.send({
      path: ndctPath,
      body: aPayment(),
      ...request,
      headers: { ...headers, ...request.headers },
    });
  return {
    tpp,
    headers,
    create,
    /** Sends a payment with its Signature header changed as text. */
    createWith: (change: (signature: string) => string): Promise<RawAnswer> =>
      create({
        tamper: (sent) => {
          sent.Signature = change(String(sent.Signature));
        },
      }),
  };
};

export const signatureRefused = { status: 400, code: "BAD_REQUEST", path: "Signature" } as const;

export const assertCreated = (answer: RawAnswer): void =>
  assert.equal(answer.status, 201, answer.text);
