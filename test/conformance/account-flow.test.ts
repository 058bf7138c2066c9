import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, it } from "node:test";
import type { TestBank } from "@varde/sandbox";
import { stopClock, withBankOnBothEngines } from "@varde/testkit/bank";
import {
  aPsu,
  finishSca,
  kari,
  kariAtWork,
  ola,
  type PsuChoices,
  redirectUri,
  type TestPsu,
} from "@varde/testkit/psu";
import { expectRefusal } from "@varde/testkit/responses";
import { aTpp, type RawRequest, type RawResponse } from "@varde/testkit/tpp";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const present = { "TPP-Redirect-URI": redirectUri, "PSU-IP-Address": "192.0.2.1" };
const noSession = { "TPP-Session-ID": undefined };

const scaLink = (response: RawResponse, code: string): string => {
  expectRefusal(response, 401, code);
  return response.json._links.scaRedirect.href;
};

/** Follows the interface to the letter: call, 401, SCA, the same call with the returned ids. */
const followFlow = async (bank: TestBank, path: string, choices: PsuChoices) => {
  const tpp = aTpp(bank);
  const call = (headers: RawRequest["headers"]) =>
    tpp.send({ path, headers: { ...present, ...headers } });
  const back = await finishSca(bank, scaLink(await call({}), "SCA_NOT_FOUND"), choices);
  const psuId = back.searchParams.get("psu-id") ?? "";
  const corporateId = back.searchParams.get("psu-corporate-id") ?? undefined;
  return { call, psuId, corporateId, response: await call({ "PSU-ID": psuId }) };
};

const privatePaths = [
  "/v1/accounts",
  "/v1/accounts/kari-current",
  "/v1/accounts/kari-current/balances",
  "/v1/accounts/kari-current/transactions",
  "/v1/card-accounts",
  "/v1/card-accounts/kari-card/balances",
  "/v1/agreements",
  "/v1/user",
  "/v1/users",
];
const corporatePaths = [
  "/v1/accounts",
  "/v1/accounts/vardeberg-current/balances",
  "/v1/accounts/vardeberg-current/transactions",
  "/v1/user",
];

describe("calls without TPP-Session-ID", () => {
  withBankOnBothEngines((bank) => {
    for (const path of privatePaths) {
      it(`GEN-14, SCA-29: GET ${path} succeeds after one SCA when PSU-ID is added`, async () => {
        const { response } = await followFlow(bank(), path, kari);
        assert.equal(response.status, 200, response.text);
      });
    }

    for (const path of corporatePaths) {
      it(`GEN-14, SCA-22: GET ${path} also needs PSU-Corporate-ID for a company`, async () => {
        const { call, psuId, corporateId, response } = await followFlow(bank(), path, kariAtWork);
        assert.equal(expectRefusal(response, 400, "HTTP_HEADER_REQUIRED").path, "PSU-Corporate-ID");
        const both = await call({ "PSU-ID": psuId, "PSU-Corporate-ID": corporateId });
        assert.equal(both.status, 200, both.text);
      });
    }

    it("SCA-21, SCA-22: lists agreements without PSU-Corporate-ID", async () => {
      const { response } = await followFlow(bank(), "/v1/agreements", kariAtWork);
      assert.equal(response.status, 200, response.text);
    });

    it("SCA-29: uses the current session, which SCA renews and does not replace", async () => {
      const psu = await aPsu(bank(), { ...kari, accounts: [] });
      const link = scaLink(await psu.get("/v1/accounts", noSession), "CONSENT_INVALID");
      const back = await finishSca(bank(), link, kari);
      assert.equal(back.searchParams.get("tpp-session-id"), psu.sessionId);
      await assertServed(psu, noSession);
      await assertServed(psu, {});
    });

    it("SCA-29: renews the session for a consent or after a wrong company", async () => {
      const psu = await aPsu(bank(), kari);
      const path = "/v1/bank-offered-consents";
      const offered = await psu.send({ method: "POST", path, headers: noSession });
      const wrong = { ...noSession, "PSU-Corporate-ID": randomUUID() };
      const refused = scaLink(await psu.get("/v1/accounts", wrong), "PSU_CREDENTIALS_INVALID");
      for (const link of [offered.json._links.scaRedirect.href, refused]) {
        const back = await finishSca(bank(), link, kari);
        assert.equal(back.searchParams.get("tpp-session-id"), psu.sessionId);
      }
      await assertServed(psu, {});
    });

    it("SCA-29, LIM-04: requires SCA after an hour, in a new session", async () => {
      const psu = await aPsu(bank(), kari);
      const advance = await stopClock(bank());
      await advance(hourMs - minuteMs);
      await assertServed(psu, noSession);
      await advance(minuteMs + 1);
      const link = scaLink(await psu.get("/v1/accounts", noSession), "SCA_EXPIRED");
      const back = await finishSca(bank(), link, kari);
      assert.notEqual(back.searchParams.get("tpp-session-id"), psu.sessionId);
      await assertServed(psu, noSession);
    });

    it("SCA-29: never replaces a TPP-Session-ID that is sent", async () => {
      const old = await aPsu(bank(), kari);
      const current = await aPsu(bank(), kari);
      expectRefusal(await old.get("/v1/accounts"), 401, "SCA_INVALID");
      await assertServed(old, noSession);
      const other = { "TPP-Session-ID": randomUUID() };
      expectRefusal(await current.get("/v1/accounts", other), 401, "SCA_NOT_FOUND");
    });

    it("SCA-29: the session of another PSU or another TPP is not the current one", async () => {
      await aPsu(bank(), ola);
      const theirs = await bank().authority.issueTppCertificate({
        name: "Another TPP",
        organisationNumber: "210000003",
        roles: ["PSP_AI", "PSP_PI"],
        kind: "working",
      });
      const psu = await aPsu(bank(), kari, theirs);
      const ours = await aPsu(bank(), kari);
      const foreign = await psu.get("/v1/accounts", { ...noSession, "PSU-ID": ours.psuId });
      expectRefusal(foreign, 401, "PSU_CREDENTIALS_INVALID");
      await bank().initialize();
      expectRefusal(await ours.get("/v1/accounts", noSession), 401, "SCA_NOT_FOUND");
    });

    it("LIM-11: counts the details of a transaction as a transactions call", async () => {
      const psu = await aPsu(bank(), ola);
      const path = "/v1/accounts/ola-current/transactions";
      const [first] = (await psu.get(path)).json.transactions.booked;
      const absent = { ...noSession, "PSU-IP-Address": undefined };
      const details = (headers: RawRequest["headers"]) =>
        psu.get(`${path}/${first.transactionId}`, headers);
      for (const left of ["3", "2", "1"]) {
        const response = await details(absent);
        assert.equal(response.status, 200, response.text);
        assert.equal(response.headers["ratelimit-remaining"], left);
      }
      assert.equal((await psu.getUnattended(path)).headers["ratelimit-remaining"], "0");
      expectRefusal(await details(absent), 429, "ACCESS_EXCEEDED");
      expectRefusal(await psu.getUnattended(path), 429, "ACCESS_EXCEEDED");
      assert.equal((await details(noSession)).status, 200, "the PSU is present");
    });
  });
});

const assertServed = async (psu: TestPsu, headers: RawRequest["headers"]): Promise<void> => {
  const response = await psu.get("/v1/accounts", headers);
  assert.equal(response.status, 200, response.text);
};
