import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { TestBank } from "@varde/sandbox";
import type { RawResponse } from "../responses/raw-response.ts";
import { type PemIdentity, type RawRequest, RawTpp } from "../tpp/raw-tpp.ts";
import { finishSca, type PsuChoices, redirectUri } from "./finish-sca.ts";

/** A PSU whom a TPP knows, with the session that their SCA opened. */
export class TestPsu {
  readonly bank: TestBank;
  readonly tpp: RawTpp;
  readonly psuId: string;
  readonly psuCorporateId: string | undefined;
  readonly sessionId: string;

  /** Takes the PSU's ids from the address that an SCA redirected to. */
  constructor(bank: TestBank, tpp: RawTpp, { searchParams }: Pick<URL, "searchParams">) {
    this.bank = bank;
    this.tpp = tpp;
    this.psuId = searchParams.get("psu-id") ?? "";
    this.psuCorporateId = searchParams.get("psu-corporate-id") ?? undefined;
    this.sessionId = searchParams.get("tpp-session-id") ?? "";
  }

  /** The headers of a request while the PSU is present. */
  get headers(): Readonly<Record<string, string | undefined>> {
    return {
      "PSU-ID": this.psuId,
      "PSU-Corporate-ID": this.psuCorporateId,
      "TPP-Session-ID": this.sessionId,
      "TPP-Redirect-URI": redirectUri,
      "PSU-IP-Address": "192.0.2.1",
    };
  }

  send(request: RawRequest): Promise<RawResponse> {
    return this.tpp.send({ ...request, headers: { ...this.headers, ...request.headers } });
  }

  get(path: string, headers: RawRequest["headers"] = {}): Promise<RawResponse> {
    return this.send({ path, headers });
  }

  /** Sends a request as a TPP does while the PSU is absent, long after the session has ended. */
  getUnattended(path: string, headers: RawRequest["headers"] = {}): Promise<RawResponse> {
    const absent = { "PSU-IP-Address": undefined, "TPP-Session-ID": undefined };
    return this.get(path, { ...absent, ...headers });
  }
}

/** Identifies a PSU at a TPP for the first time; the SCA also grants accounts, all by default. */
export const aPsu = async (
  bank: TestBank,
  choices: PsuChoices = {},
  identity: PemIdentity = bank.tpp,
  sessionId: string = randomUUID(),
): Promise<TestPsu> => {
  const tpp = new RawTpp(bank.addresses.http, identity);
  const unidentified = await tpp.send({
    path: "/v1/accounts",
    headers: {
      "TPP-Session-ID": sessionId,
      "TPP-Redirect-URI": redirectUri,
      "PSU-IP-Address": "192.0.2.1",
    },
  });
  assert.equal(unidentified.status, 401, unidentified.text);
  const { scaRedirect } = unidentified.json._links;
  return new TestPsu(bank, tpp, await finishSca(bank, scaRedirect.href, choices));
};
