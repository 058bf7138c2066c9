import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  accountListResponse,
  agreementsResponse,
  consentResponse,
  isInvalid,
  parseDateHeader,
  userResponse,
} from "@varde/protocol";
import { withBankOnBothEngines } from "@varde/testkit/bank";
import {
  aPsu,
  finishSca,
  henrik,
  ingrid,
  kari,
  kariAtWork,
  redirectUri,
  TestPsu,
} from "@varde/testkit/psu";
import { expectBody, expectRefusal } from "@varde/testkit/responses";
import { aTpp } from "@varde/testkit/tpp";
import { listAccountIds, renew } from "./shared-accounts.ts";

describe("consents", () => {
  withBankOnBothEngines((bank) => {
    it("GEN-13: refuses an account call without consent with 401 and scaRedirect", async () => {
      const tpp = aTpp(bank());
      const response = await tpp.send({
        path: "/v1/accounts",
        headers: { "TPP-Redirect-URI": redirectUri, "PSU-IP-Address": "192.0.2.1" },
      });
      expectRefusal(response, 401, "SCA_NOT_FOUND");
      assert.deepEqual(response.json._links.scaRedirect.verbs, ["GET"]);
      const nowhere = await tpp.send({ path: "/v1/accounts" });
      const fault = expectRefusal(nowhere, 400, "HTTP_HEADER_REQUIRED");
      assert.equal(fault.path, "TPP-Redirect-URI");
    });

    it("GEN-14: lists the chosen accounts when the call is repeated after SCA", async () => {
      const psu = await aPsu(bank(), { ...kari, accounts: ["kari-savings"] });
      assert.deepEqual(await listAccountIds(psu), ["kari-savings"]);
    });

    it("SCA-10: lets the PSU grant consent during the SCA", async () => {
      const psu = await aPsu(bank(), { ...kari, accounts: [] });
      expectRefusal(await psu.get("/v1/accounts"), 401, "CONSENT_INVALID");
      assert.deepEqual(await listAccountIds(await renew(psu, kari)), [
        "kari-current",
        "kari-savings",
      ]);
    });

    it("SCA-12: shows accounts and cards in one checklist", async () => {
      const psu = await aPsu(bank(), { ...kari, accounts: ["kari-current", "kari-card"] });
      assert.deepEqual(await listAccountIds(psu), ["kari-current"]);
      const cards = await psu.get("/v1/card-accounts");
      assert.equal(cards.json.cardAccounts[0].resourceId, "kari-card");
    });

    it("SCA-13: ticks accounts that were granted before", async () => {
      const psu = await aPsu(bank(), { ...kari, accounts: ["kari-savings"] });
      const asked = await psu.send({ method: "POST", path: "/v1/bank-offered-consents" });
      const page = await openChecklist(asked.json._links.scaRedirect.href, kari.customerNumber);
      const ticked = [...page.matchAll(/value="([\w-]+)" checked/g)].map((match) => match[1]);
      assert.deepEqual(ticked, ["kari-savings"]);
      assert.match(page, /value="kari-current">/);
    });

    it("SCA-14: revokes an unticked account and keeps the others", async () => {
      const psu = await aPsu(bank(), kari);
      const after = await renew(psu, { ...kari, accounts: ["kari-savings", "kari-card"] });
      assert.deepEqual(await listAccountIds(after), ["kari-savings"]);
      const path = "/v1/accounts/kari-current";
      for (const operation of ["", "/balances", "/transactions", "/transactions/any"]) {
        expectRefusal(await after.get(path + operation), 403, "CONSENT_UNKNOWN");
      }
    });

    it("SCA-08: leaves the consent unchanged when the checklist is refused", async () => {
      const psu = await aPsu(bank(), { ...kari, accounts: ["kari-savings"] });
      const asked = await psu.send({ method: "POST", path: "/v1/bank-offered-consents" });
      const choices = { ...kari, decision: "refuse" } as const;
      await finishSca(bank(), asked.json._links.scaRedirect.href, choices);
      assert.deepEqual(await listAccountIds(psu), ["kari-savings"]);
    });

    it("SCA-17: still shows an account that may no longer make payments", async () => {
      const psu = await aPsu(bank(), ingrid);
      assert((await listAccountIds(psu)).includes("ingrid-savings"));
      const payment = await psu.send({
        path: "/v1/payments/norwegian-domestic-credit-transfers",
        headers: { "x-accept-fix": "amount-as-string" },
        body: {
          instructedAmount: { amount: "10.00", currency: "NOK" },
          creditorName: "Kysthotellene AS",
          creditorAccount: { bban: "99801015561", currency: "NOK" },
          creditorAddress: { country: "NO" },
          debtorAccount: { bban: "99902020515", currency: "NOK" },
        },
      });
      expectRefusal(payment, 403, "PRODUCT_INVALID");
    });

    it("END-20: ignores any body of POST /v1/consents", async () => {
      const psu = await aPsu(bank(), kari);
      const send = (body: string) => psu.send({ method: "POST", path: "/v1/consents", body });
      for (const body of ['{"access":{}}', "<xml/>", "{"]) {
        expectBody(await send(body), 201, consentResponse);
      }
    });

    it("END-21: POST /v1/consents returns only the link to the checklist", async () => {
      const psu = await aPsu(bank(), kari);
      const response = await psu.send({ method: "POST", path: "/v1/consents" });
      assert.equal(response.status, 201);
      assert.deepEqual(Object.keys(response.json), ["_links"]);
      assert.deepEqual(Object.keys(response.json._links), ["scaRedirect"]);
    });

    it("END-25: POST /v1/bank-offered-consents does the same", async () => {
      const psu = await aPsu(bank(), { ...kari, accounts: [] });
      assert.deepEqual(await listAccountIds(await renew(psu, kari)), [
        "kari-current",
        "kari-savings",
      ]);
    });

    it("VER-08: marks only the old path as deprecated, and names its successor", async () => {
      const psu = await aPsu(bank(), kari);
      const old = await psu.send({ method: "POST", path: "/v1/consents" });
      assert.equal(old.headers.link, '</v1/bank-offered-consents>; rel="successor-version"');
      const now = await psu.send({ method: "POST", path: "/v1/bank-offered-consents" });
      assert.equal(now.headers.deprecation, undefined);
      assert.equal(now.headers.sunset, undefined);
    });

    it("VER-01: keeps the old path for at least three months after the notice", async () => {
      const psu = await aPsu(bank(), kari);
      const { headers } = await psu.send({ method: "POST", path: "/v1/consents" });
      const notice = parseDateHeader(String(headers.deprecation));
      const sunset = parseDateHeader(String(headers.sunset));
      assert(!isInvalid(notice) && !isInvalid(sunset));
      const earliest = Temporal.Instant.fromEpochMilliseconds(notice)
        .toZonedDateTimeISO("UTC")
        .add({ months: 3 }).epochMilliseconds;
      assert(sunset >= earliest);
    });

    it("HDR-29: returns the same link when a consent request is repeated", async () => {
      const psu = await aPsu(bank(), kari);
      const headers = { "X-Request-ID": "consent-once" };
      const send = () => psu.send({ method: "POST", path: "/v1/bank-offered-consents", headers });
      assert.equal((await send()).text, (await send()).text);
    });

    it("END-19: GET /v1/user starts an SCA for a PISP that is not an AISP", async () => {
      const identity = await bank().authority.issueTppCertificate({
        name: "Pays Only AS",
        organisationNumber: "310000000",
        roles: ["PSP_PI"],
        kind: "working",
      });
      const tpp = aTpp(bank(), identity);
      const headers = { "TPP-Redirect-URI": redirectUri, "PSU-IP-Address": "192.0.2.1" };
      for (const path of ["/v1/user", "/v1/users"]) {
        const asked = await tpp.send({ path, headers });
        expectRefusal(asked, 401, "SCA_NOT_FOUND");
        const { searchParams: parameters } = await finishSca(
          bank(),
          asked.json._links.scaRedirect.href,
          kari,
        );
        const psu = new TestPsu(bank(), tpp, { searchParams: parameters });
        const { psuId } = expectBody(await psu.get(path), 200, userResponse);
        assert.equal(psuId, parameters.get("psu-id"));
        expectRefusal(await psu.get("/v1/accounts"), 403, "FORBIDDEN");
      }
    });

    it("END-18: lists the PSU's corporate agreements under stable names", async () => {
      const psu = await aPsu(bank(), kari);
      const { agreements } = expectBody(await psu.get("/v1/agreements"), 200, agreementsResponse);
      assert.equal(agreements.length, 1);
      assert.equal(agreements[0].name, "Vardeberg Snekkerverksted AS");
      const again = expectBody(await psu.get("/v1/agreements"), 200, agreementsResponse);
      assert.deepEqual(again.agreements, agreements);
      const byRedirect = await aPsu(bank(), kariAtWork);
      assert.equal(byRedirect.psuCorporateId, agreements[0].psuCorporateId);
    });

    it("SCA-20: returns the PSU-Corporate-ID in the redirect after a corporate SCA", async () => {
      const psu = await aPsu(bank(), { ...henrik, agreement: "Tindvik Utleie AS" });
      assert.match(psu.psuCorporateId ?? "", /^[0-9a-f-]{36}$/);
      assert.deepEqual(await listAccountIds(psu), ["tindvik-current", "tindvik-dollar"]);
    });

    it("SCA-21: accepts a listed agreement together with the PSU-ID already known", async () => {
      const psu = await aPsu(bank(), kari);
      const { agreements } = (await psu.get("/v1/agreements")).json;
      const headers = { "PSU-Corporate-ID": agreements[0].psuCorporateId };
      const asked = await psu.get("/v1/accounts", headers);
      if (asked.status === 401) {
        expectRefusal(asked, 401, "CONSENT_INVALID");
        const { searchParams: parameters } = await finishSca(
          bank(),
          asked.json._links.scaRedirect.href,
          {
            customerNumber: kari.customerNumber,
          },
        );
        assert.equal(parameters.get("psu-corporate-id"), agreements[0].psuCorporateId);
        const atWork = new TestPsu(bank(), psu.tpp, { searchParams: parameters });
        assert.deepEqual(await listAccountIds(atWork), ["vardeberg-current", "vardeberg-tax"]);
      } else {
        const { accounts } = expectBody(asked, 200, accountListResponse);
        assert.equal(accounts.length, 2);
      }
    });

    it("SCA-19: shows only the accounts of the agreement in corporate context", async () => {
      const psu = await aPsu(bank(), { ...henrik, agreement: "Skarvøy Sjømat AS" });
      assert.deepEqual(await listAccountIds(psu), ["skarvoy-current", "skarvoy-euro"]);
      for (const path of ["", "/balances", "/transactions"]) {
        const other = await psu.get(`/v1/accounts/tindvik-current${path}`);
        expectRefusal(other, 404, "RESOURCE_UNKNOWN");
      }
      const own = await aPsu(bank(), kari);
      expectRefusal(await own.get("/v1/accounts/vardeberg-current"), 404, "RESOURCE_UNKNOWN");
    });

    it("SCA-22: refuses a corporate request without PSU-Corporate-ID with 400", async () => {
      const psu = await aPsu(bank(), { ...henrik, agreement: "Skarvøy Sjømat AS" });
      const without = { "PSU-Corporate-ID": undefined };
      for (const path of ["/v1/accounts", "/v1/accounts/skarvoy-current/balances"]) {
        const refused = expectRefusal(await psu.get(path, without), 400, "HTTP_HEADER_REQUIRED");
        assert.equal(refused.path, "PSU-Corporate-ID");
        const alone = await psu.getUnattended("/v1/accounts/skarvoy-current/balances", without);
        expectRefusal(alone, 400, "HTTP_HEADER_REQUIRED");
      }
      expectBody(await psu.get("/v1/agreements", without), 200, agreementsResponse);
    });

    it("SCA-06: keeps another TPP's consent, PSU-ID and accounts separate", async () => {
      const identity = await bank().authority.issueTppCertificate({
        name: "Other TPP AS",
        organisationNumber: "314500180",
        roles: ["PSP_AI"],
        kind: "working",
      });
      const shared = await aPsu(bank(), kari);
      const other = await aPsu(bank(), { ...kari, accounts: ["kari-card"] }, identity);
      assert.notEqual(other.psuId, shared.psuId);
      expectRefusal(await other.get("/v1/accounts/kari-current"), 403, "CONSENT_UNKNOWN");
      const stolen = await other.get("/v1/accounts", { "PSU-ID": shared.psuId });
      expectRefusal(stolen, 401, "PSU_CREDENTIALS_INVALID");
    });
  });
});

/** Follows the pages up to the checklist, as a browser does. */
const openChecklist = async (link: string, customerNumber: string): Promise<string> => {
  const first = await fetch(link);
  const cookie = (first.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const send = async (page: string, fields: Record<string, string>) => {
    const csrf = /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? "";
    const body = new URLSearchParams({ csrf, decision: "continue", ...fields });
    return (await fetch(link, { method: "POST", headers: { cookie }, body })).text();
  };
  const contexts = await send(await first.text(), { step: "identify", customerNumber });
  const choice = /name="context" value="([^"]+)"/.exec(contexts)?.[1] ?? "";
  return send(contexts, { step: "context", context: choice });
};
