import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { dataSet, type TestBank } from "@varde/sandbox";
import type { RawTpp } from "./raw-tpp.ts";

type Headers = Readonly<Record<string, string>>;

/** Where a TPP of the tests lets the PSU come back to; its own query must survive. */
export const redirectUri = "https://tpp.example/back?state=a%20b";

/** What a payment or basket operation carries, whoever the PSU is. */
export const callHeaders = (sessionId: string): Record<string, string> => ({
  "x-accept-fix": "amount-as-string",
  "TPP-Session-ID": sessionId,
  "TPP-Redirect-URI": redirectUri,
  "PSU-IP-Address": "192.0.2.17",
});

/** What the PSU does at the SCA pages. */
export interface ScaWish {
  readonly customerNumber?: string;
  readonly context?: "PRIVATE" | "CORPORATE";
  readonly agreement?: string;
  readonly decision?: "approve" | "refuse";
}

/** A bank of this process, which needs no control API for it, or one that is reached over HTTP. */
export type WalkableBank = Pick<TestBank, "addresses"> & Partial<Pick<TestBank, "sca">>;

/** Walks the SCA behind a link and answers where the browser is sent. */
export const walkSca = async (
  bank: WalkableBank,
  scaRedirect: string,
  wish: ScaWish = {},
): Promise<URL> => {
  const {
    customerNumber = dataSet.people.kari.customerNumber,
    context = "PRIVATE",
    decision = "approve",
    ...rest
  } = wish;
  if (bank.sca !== undefined) {
    return bank.sca[decision](scaRedirect, customerNumber, { context, ...rest });
  }
  const answer = await fetch(`${bank.addresses.http}/control/v1/sca`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ customerNumber, context, decision, ...rest, scaRedirect }),
  });
  const body = (await answer.json()) as { readonly redirect?: string; readonly text?: string };
  assert.ok(body.redirect !== undefined, body.text ?? "the SCA ended nowhere");
  return new URL(body.redirect);
};

/** A PSU who has completed SCA: their names at this TPP and the headers of their requests. */
export interface PsuSession {
  readonly psuId: string;
  readonly psuCorporateId: string | undefined;
  readonly sessionId: string;
  readonly headers: Headers;
}

/** Lets a PSU complete SCA in a session, Kari as a private person if nothing else is said. */
export const aSession = async (
  bank: WalkableBank,
  tpp: RawTpp,
  wish: ScaWish & { readonly sessionId?: string } = {},
): Promise<PsuSession> => {
  const { sessionId = randomUUID(), ...psu } = wish;
  const answer = await tpp.send({ path: "/v1/user", headers: callHeaders(sessionId) });
  assert.equal(answer.status, 401, answer.text);
  const back = await walkSca(bank, answer.json._links.scaRedirect.href, psu);
  const psuId = back.searchParams.get("psu-id");
  const psuCorporateId = back.searchParams.get("psu-corporate-id") ?? undefined;
  assert.ok(psuId !== null, back.href);
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
