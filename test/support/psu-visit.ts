import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { TestBank } from "@varde/sandbox";
import { type RawAnswer, type RawRequest, RawTpp } from "./raw-tpp.ts";

/** What a PSU does at the bank's pages; what is not said is all of it, approved. */
export interface ScaChoices {
  readonly customerNumber: string;
  readonly context?: "PRIVATE" | "CORPORATE";
  readonly agreement?: string;
  readonly accounts?: string[];
  readonly decision?: "approve" | "refuse";
}

export const redirectUri = "https://tpp.example/back?state=7";

/** Walks the PSU through an SCA and answers what the TPP is told in the redirect. */
export const walkSca = async (
  bank: TestBank,
  scaRedirect: string,
  choices: ScaChoices,
): Promise<URLSearchParams> => {
  const { customerNumber, decision = "approve", ...rest } = choices;
  const redirect = await bank.sca[decision](scaRedirect, customerNumber, rest);
  return redirect.searchParams;
};

/** A PSU who is known to a TPP, with the session their SCA opened. */
export class PsuVisit {
  readonly bank: TestBank;
  readonly tpp: RawTpp;
  readonly psuId: string;
  readonly psuCorporateId: string | undefined;
  readonly sessionId: string;

  constructor(bank: TestBank, tpp: RawTpp, redirect: URLSearchParams) {
    this.bank = bank;
    this.tpp = tpp;
    this.psuId = redirect.get("psu-id") ?? "";
    this.psuCorporateId = redirect.get("psu-corporate-id") ?? undefined;
    this.sessionId = redirect.get("tpp-session-id") ?? "";
  }

  /** The headers of a call with the PSU present. */
  get headers(): Readonly<Record<string, string | undefined>> {
    return {
      "PSU-ID": this.psuId,
      "PSU-Corporate-ID": this.psuCorporateId,
      "TPP-Session-ID": this.sessionId,
      "TPP-Redirect-URI": redirectUri,
      "PSU-IP-Address": "192.0.2.1",
    };
  }

  send(wanted: RawRequest): Promise<RawAnswer> {
    return this.tpp.send({ ...wanted, headers: { ...this.headers, ...wanted.headers } });
  }

  get(path: string, headers: RawRequest["headers"] = {}): Promise<RawAnswer> {
    return this.send({ path, headers });
  }

  /** A call while the PSU is not there, long after the session has ended. */
  getUnattended(path: string, headers: RawRequest["headers"] = {}): Promise<RawAnswer> {
    const absent = { "PSU-IP-Address": undefined, "TPP-Session-ID": undefined };
    return this.get(path, { ...absent, ...headers });
  }
}

/** A first-time PSU asks a TPP for their accounts and grants the chosen ones. */
export const visit = async (
  bank: TestBank,
  choices: ScaChoices,
  identity: { readonly certificatePem: string; readonly privateKeyPem: string } = bank.tpp,
  sessionId: string = randomUUID(),
): Promise<PsuVisit> => {
  const tpp = new RawTpp(bank.addresses.http, identity);
  const asked = await tpp.send({
    path: "/v1/accounts",
    headers: {
      "TPP-Session-ID": sessionId,
      "TPP-Redirect-URI": redirectUri,
      "PSU-IP-Address": "192.0.2.1",
    },
  });
  assert.equal(asked.status, 401, asked.text);
  return new PsuVisit(bank, tpp, await walkSca(bank, asked.json._links.scaRedirect.href, choices));
};

/** The world of the bank's only TPP. */
export const onlyWorld = async (bank: TestBank): Promise<string> => {
  const [world, another] = await bank.listWorlds();
  assert(world !== undefined && another === undefined, "there is one world");
  return world.worldId;
};
