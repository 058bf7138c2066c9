import assert from "node:assert/strict";
import type { TestBank } from "@varde/sandbox";
import { countRows } from "@varde/testkit/bank";
import { aPayment, ndct } from "@varde/testkit/payments";
import { aSession } from "@varde/testkit/psu";
import { assertErrorShape } from "@varde/testkit/responses";
import { aTpp, type RawAnswer, type SignedRequest } from "@varde/testkit/tpp";

/** What happens to a request after it was signed. */
export type Tamper = (sent: SignedRequest["headers"]) => void;

/** A good payment of Kari's that an attacker changes; nothing of it may reach the bank's tables. */
export const repelledAttacks = async (bank: TestBank) => {
  const tpp = aTpp(bank);
  const { headers, psuId } = await aSession(bank, tpp);
  const body = JSON.stringify(aPayment());
  return {
    tpp,
    headers,
    psuId,
    body,
    attack: (tamper: Tamper, sentBody?: string | Buffer): Promise<RawAnswer> =>
      tpp.send({
        path: ndct,
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
