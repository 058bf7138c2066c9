import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { RawTpp } from "../tpp/raw-tpp.ts";
import { finishSca, type PsuChoices, type ReachableBank, redirectUri } from "./finish-sca.ts";

type Headers = Readonly<Record<string, string>>;

/**
 * The headers of a payment or basket operation that do not depend on the PSU; by default of a new
 * session.
 */
export const callHeaders = (sessionId: string = randomUUID()): Record<string, string> => ({
  "x-accept-fix": "amount-as-string",
  "TPP-Session-ID": sessionId,
  "TPP-Redirect-URI": redirectUri,
  "PSU-IP-Address": "192.0.2.17",
});

/** A PSU who has completed SCA: their ids at this TPP and the headers of their requests. */
export interface PsuSession {
  readonly psuId: string;
  readonly psuCorporateId: string | undefined;
  readonly sessionId: string;
  readonly headers: Headers;
}

/** Identifies a PSU in a session without granting accounts; Kari as a private person by default. */
export const aSession = async (
  bank: ReachableBank,
  tpp: RawTpp,
  choices: PsuChoices & { readonly sessionId?: string } = {},
): Promise<PsuSession> => {
  const { sessionId = randomUUID(), ...psu } = choices;
  const response = await tpp.send({ path: "/v1/user", headers: callHeaders(sessionId) });
  assert.equal(response.status, 401, response.text);
  const { href, searchParams } = await finishSca(bank, response.json._links.scaRedirect.href, psu);
  const psuId = searchParams.get("psu-id");
  const psuCorporateId = searchParams.get("psu-corporate-id") ?? undefined;
  assert.ok(psuId !== null, href);
  return {
    psuId,
    psuCorporateId,
    sessionId,
    headers: {
      ...callHeaders(sessionId),
      "PSU-ID": psuId,
      ...(psuCorporateId === undefined ? {} : { "PSU-Corporate-ID": psuCorporateId }),
    },
  };
};
