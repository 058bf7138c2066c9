import assert from "node:assert/strict";
import type { TestBank } from "@varde/sandbox";
import { countRows } from "@varde/testkit/bank";
import { aPayment, ndct } from "@varde/testkit/payments";
import { aSession } from "@varde/testkit/psu";
import { assertErrorShape } from "@varde/testkit/responses";
import { aTpp, type RawResponse, type SignedRawRequest } from "@varde/testkit/tpp";

/** Changes a request after it was signed. */
export type Tamper = (sent: SignedRawRequest["headers"]) => void;

/**
 * Sends a valid payment of Kari's with an attacker's changes, and asserts that no table changes.
 */
export const repelledAttacks = async (bank: TestBank) => {
  const tpp = aTpp(bank);
  const { headers, psuId } = await aSession(bank, tpp);
  const body = JSON.stringify(aPayment());
  return {
    tpp,
    headers,
    psuId,
    body,
    attack: (tamper: Tamper, sentBody?: string | Buffer): Promise<RawResponse> =>
      tpp.send({
        path: ndct,
        body,
        headers,
        tamper,
        ...(sentBody === undefined ? {} : { sentBody }),
      }),
    assertRepelled: async (
      send: () => Promise<RawResponse>,
      status = 400,
    ): Promise<RawResponse> => {
      const before = await countRows(bank);
      const response = await send();
      assert.equal(response.status, status, response.text);
      assertErrorShape(response);
      assert.deepEqual(await countRows(bank), before);
      return response;
    },
  };
};

/** The headers that a private person's payment signs. */
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
