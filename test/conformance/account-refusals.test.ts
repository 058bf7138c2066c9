import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { operationList } from "@varde/protocol";
import { dataSet, type TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { aPsu, finishSca, henrik, kari, ola, TestPsu } from "@varde/testkit/psu";
import { expectRefusal } from "@varde/testkit/responses";
import { aTpp } from "@varde/testkit/tpp";

const reads = operationList.filter(({ kind }) => kind === "readAccount");
const named = reads.filter(({ path }) => path.includes("{accountId}"));
const lists = reads.filter(({ path }) => !path.includes("{accountId}"));

const fillPath = (path: string, accountId: string) =>
  path.replace("{accountId}", accountId).replace("{transactionId}", "any");

/**
 * Tests every operation on accounts with every account and PSU that it must refuse, so that new
 * operations are covered.
 */
describe("refusals of account operations", () => {
  let bank: TestBank;
  let psu: TestPsu;
  let representative: TestPsu;
  let other: TestPsu;
  before(async () => {
    bank = await aBank();
    psu = await aPsu(bank, { ...kari, accounts: ["kari-savings"] });
    representative = await aPsu(bank, { ...henrik, agreement: "Skarvøy Sjømat AS" });
    const identity = await bank.authority.issueTppCertificate({
      name: "Other TPP AS",
      organisationNumber: "314500180",
      roles: ["PSP_AI"],
      kind: "working",
    });
    other = await aPsu(bank, { ...kari, accounts: [] }, identity);
  });
  after(() => bank.close());

  it("ERR-11: the matrix covers every operation that reads accounts", () => {
    assert.equal(named.length, 7);
    assert.equal(lists.length, 2);
  });

  for (const { id, path } of named) {
    const cardOrAccount = path.includes("card-accounts") ? "card" : "current";

    it(`SCA-14: ${id} refuses an account that was not granted`, async () => {
      const response = await psu.get(fillPath(path, `kari-${cardOrAccount}`));
      expectRefusal(response, 403, "CONSENT_UNKNOWN");
    });

    it(`ERR-11: ${id} does not find an account of another PSU or another agreement`, async () => {
      const others = await psu.get(fillPath(path, `ola-${cardOrAccount}`));
      expectRefusal(others, 404, "RESOURCE_UNKNOWN");
      const work = await psu.get(fillPath(path, "vardeberg-current"));
      const elsewhere = await representative.get(fillPath(path, "tindvik-current"));
      for (const response of [work, elsewhere]) assert.equal(response.text, others.text);
      for (const malformed of ["x".repeat(150), "%C3%A5", "..%20", "'%3B--"]) {
        expectRefusal(await psu.get(fillPath(path, malformed)), 404, "RESOURCE_UNKNOWN");
      }
    });

    it(`SCA-06: ${id} ignores another TPP's consent, PSU-ID and session`, async () => {
      const account = "kari-savings";
      const mine = await other.get(fillPath(path, account));
      expectRefusal(mine, 403, "CONSENT_UNKNOWN");
      const theirName = await other.get(fillPath(path, account), { "PSU-ID": psu.psuId });
      expectRefusal(theirName, 401, "PSU_CREDENTIALS_INVALID");
      const session = { "TPP-Session-ID": psu.sessionId };
      expectRefusal(await other.get(fillPath(path, account), session), 401, "SCA_NOT_FOUND");
      const corporate = { "PSU-Corporate-ID": representative.psuCorporateId };
      const theirs = await psu.get(fillPath(path, account), corporate);
      expectRefusal(theirs, 401, "PSU_CREDENTIALS_INVALID");
    });
  }

  describe("after a revocation", () => {
    const isCard = (path: string) => path.includes("card-accounts");
    let granted: TestPsu;
    let seen: { readonly transactionId: string; readonly next: string };
    before(async () => {
      granted = await aPsu(bank, ola);
      const listed = await granted.get("/v1/accounts/ola-current/transactions?limit=1");
      const { booked, _links } = listed.json.transactions;
      seen = { transactionId: booked[0].transactionId, next: _links.next.href };
      const asked = await granted.send({ method: "POST", path: "/v1/bank-offered-consents" });
      const rest = { ...ola, accounts: ["ola-savings"] };
      await finishSca(bank, asked.json._links.scaRedirect.href, rest);
    });

    for (const { id, path } of named) {
      it(`SCA-16: ${id} refuses the account, whether the PSU is present or not`, async () => {
        const target = path
          .replace("{accountId}", isCard(path) ? "ola-card" : "ola-current")
          .replace("{transactionId}", seen.transactionId);
        expectRefusal(await granted.get(target), 403, "CONSENT_UNKNOWN");
        const absent = await granted.get(target, { "PSU-IP-Address": undefined });
        expectRefusal(absent, 403, "CONSENT_UNKNOWN");
      });
    }

    for (const { id, path } of lists) {
      it(`SCA-16: ${id} no longer shows the account`, async () => {
        const response = await granted.get(`${path}?withBalance=true`);
        assert.equal(response.status, 200);
        assert.doesNotMatch(response.text, /ola-current|ola-card/);
        assert.equal(response.text.includes("ola-savings"), !isCard(path));
      });
    }

    it("SCA-16: refuses an earlier page link and a funds confirmation", async () => {
      expectRefusal(await granted.get(seen.next), 403, "CONSENT_UNKNOWN");
      const { bban } = dataSet.people.ola.current;
      const instructedAmount = { amount: "1.00", currency: "NOK" };
      const body = { account: { bban }, instructedAmount };
      const funds = await granted.send({ path: "/v1/funds-confirmations", body });
      expectRefusal(funds, 403, "CONSENT_UNKNOWN");
    });
  });

  for (const { id, path } of lists) {
    it(`SCA-10: ${id} starts an SCA when there is no consent`, async () => {
      const response = await other.get(path);
      expectRefusal(response, 401, "CONSENT_INVALID");
      assert(response.json._links.scaRedirect.href.startsWith(bank.addresses.http));
    });
  }

  it("SCA-09: names PSU-ID when the PSU is not given", async () => {
    const missing = async (path: string, headers: Readonly<Record<string, undefined>>) =>
      expectRefusal(await psu.get(path, headers), 401, "SCA_NOT_FOUND");
    const list = "/v1/accounts";
    const balances = "/v1/accounts/kari-savings/balances";
    const [noPsu, noSession] = [{ "PSU-ID": undefined }, { "TPP-Session-ID": undefined }];
    const absent = { "PSU-IP-Address": undefined };
    for (const path of [list, balances]) {
      for (const headers of [noPsu, { ...noPsu, ...noSession }, { ...noPsu, ...absent }]) {
        const { path: header, text } = await missing(path, headers);
        assert.equal(header, "PSU-ID");
        assert.match(text ?? "", /^PSU-ID is missing.* Send PSU-ID/);
      }
    }
    const company = await representative.get(list, noPsu);
    assert.match(
      expectRefusal(company, 401, "SCA_NOT_FOUND").text ?? "",
      /PSU-Corporate-ID does not say who/,
    );
  });

  it("END-24: does not find an unknown transaction, and says if the PSU is absent", async () => {
    const path = "/v1/accounts/kari-savings/transactions/any";
    const { text } = expectRefusal(await psu.get(path), 404, "RESOURCE_UNKNOWN");
    assert.equal(text, "The account has no such booked transaction.");
    const absent = await psu.get(path, { "PSU-IP-Address": undefined });
    assert.match(expectRefusal(absent, 404, "RESOURCE_UNKNOWN").text ?? "", /without the PSU/);
  });

  it("END-19: identifies the PSU only to a TPP that makes payments", async () => {
    for (const path of ["/v1/user", "/v1/users"]) {
      expectRefusal(await other.get(path), 403, "FORBIDDEN");
      assert.equal((await psu.get(path)).status, 200);
    }
    assert.equal((await other.get("/v1/agreements")).status, 200, "it may act for a corporation");
  });

  for (const { id, path } of reads) {
    it(`GEN-03: ${id} requires the account information role`, async () => {
      const identity = await bank.authority.issueTppCertificate({
        name: "Pays Only AS",
        organisationNumber: "213900277",
        roles: ["PSP_PI", "PSP_IC"],
        kind: "working",
      });
      const pays = aTpp(bank, identity);
      const target = fillPath(path, "kari-savings");
      expectRefusal(await pays.send({ path: target }), 403, "FORBIDDEN");
    });

    it(`SCA-09: ${id} requires a session of this PSU`, async () => {
      const searchParams = new URLSearchParams({
        "psu-id": psu.psuId,
        "tpp-session-id": representative.sessionId,
      });
      const stranger = new TestPsu(bank, psu.tpp, { searchParams });
      const target = fillPath(path, "kari-savings");
      expectRefusal(await stranger.get(target), 401, "SCA_INVALID");
    });
  }
});
