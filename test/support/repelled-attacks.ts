import assert from "node:assert/strict";
import type { TestBank } from "@varde/sandbox";
import { aPayment, ndctPath } from "./a-payment.ts";
import { aSession } from "./a-session.ts";
import { assertErrorShape } from "./assert-refused.ts";
import { countRows } from "./count-rows.ts";
import { type RawAnswer, RawTpp, type SignedRequest } from "./raw-tpp.ts";

/** What happens to a request after it was signed. */
export type Tamper = (sent: SignedRequest["headers"]) => void;

/** A good payment of Kari's that an attacker changes; nothing of it may reach the bank's tables. */
export const repelledAttacks = async (bank: TestBank) => {
  const tpp = new RawTpp(bank.addresses.http, bank.tpp);
  const { headers, psuId } = await aSession(bank, tpp);
  const body = JSON.stringify(aPayment());
  return {
    tpp,
    headers,
    psuId,
    body,
    attack: (tamper: Tamper, sentBody?: string | Buffer): Promise<RawAnswer> =>
      tpp.send({
        path: ndctPath,
        body,
        headers,
        tamper,
        ...(sentBody === undefined ? {} : { sentBody }),
      }),
    assertRepelled: async (send: () => Promise<RawAnswer>, status = 400): Promise<RawAnswer> => {
      const before = await countRows(bank);
      const answer = await send();
      assert.equal(answer.status, status, answer.text);
      assertErrorShape(answer);
      assert.deepEqual(await countRows(bank), before);
      return answer;
    },
  };
};

/** Every header a payment of a private person has signed. */
export const coveredNames = ["date", "digest", "x-request-id", "psu-id", "tpp-redirect-uri"];

export const setTo =
  (name: string, value: string | string[]): Tamper =>
  (sent) => {
    sent[name] = value;
  };

export const signatureWith =
  (change: (header: string) => string): Tamper =>
  (sent) => {
    sent.Signature = change(String(sent.Signature));
  };
