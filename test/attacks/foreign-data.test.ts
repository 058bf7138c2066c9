import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type OperationKind, operationList } from "@varde/protocol";
import type { TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { aTpp, type RawTpp } from "@varde/testkit/tpp";

const filledByTpp: ReadonlySet<OperationKind> = new Set(["loadData", "manageContact"]);

/** What a TPP has loaded into its sandbox, by the names of the places in the paths. */
const loadCustomer = async (tpp: RawTpp) => {
  const load = async (path: string, body: unknown) => {
    const answer = await tpp.send({ path: `/v1/sandbox/${path}`, body });
    assert.equal(answer.status, 201, answer.text);
    return answer.json;
  };
  const owner = "15819000147";
  const customer = await load("customers", {
    customerNumber: owner,
    name: "Testhuset AS",
    type: "CORPORATE",
  });
  const account = await load("accounts", anAccount);
  const card = await load("card-accounts", aCard);
  const agreement = await load("agreements", { owner, name: "Testhuset", engagements: [] });
  return {
    customerId: customer.customerId as string,
    accountId: account.resourceId as string,
    cardId: card.resourceId as string,
    agreementId: agreement.id as string,
    tppId: "NO-FSA-310000000",
  };
};

const anAccount = {
  customerNumber: "15819000147",
  accountName: "Driftskonto",
  bban: "12345678901",
  currency: "NOK",
  balances: [],
};
const aCard = {
  customerNumber: "15819000147",
  accountName: "Kredittkort",
  maskedPan: "525412******3241",
  currency: "NOK",
  creditLimit: 1000,
  relatedAccount: "990000009999",
  balances: [],
};
const aTransaction = {
  transactionAmount: { amount: -1, currency: "NOK" },
  bookingDate: "2026-01-05",
  valueDate: "2026-01-05",
  transactionDate: "2026-01-05",
};

/** Bodies that name what the victim has loaded; those that name nothing have none here. */
const loadedBodies: Readonly<Record<string, unknown>> = {
  putContact: { email: "psd2@another.example" },
  createSandboxAccount: { ...anAccount, bban: "22222222222" },
  createSandboxCardAccount: { ...aCard, relatedAccount: "990000008888" },
  createSandboxTransactions: [aTransaction],
  createSandboxCardTransactions: [aTransaction],
  createSandboxAgreement: { owner: "15819000147", name: "Ours", engagements: [] },
  createEngagements: [
    { customer: "15819000147", account: { iban: "NO9386011117947" }, roles: ["VIEW"] },
  ],
};
const namesNobody: ReadonlySet<string> = new Set(["createCustomer", "initializeSandbox"]);

describe("A08: each TPP in a world of its own, with every operation for TPPs", () => {
  let bank: TestBank;
  before(async () => {
    bank = await aBank();
  });
  after(() => bank.close());

  test("A08: what one TPP has loaded is not there for another", async () => {
    const owner = aTpp(bank);
    const otherIdentity = await bank.authority.issueTppCertificate({
      name: "Another TPP",
      organisationNumber: "210000003",
      roles: ["PSP_PI", "PSP_AI"],
      kind: "working",
    });
    const other = aTpp(bank, otherIdentity);
    const loaded = await loadCustomer(owner);
    for (const { id, method, path, kind } of operationList) {
      if (!filledByTpp.has(kind) || namesNobody.has(id)) continue;
      const places: Readonly<Record<string, string>> = {
        ...loaded,
        ...(path.includes("card-accounts") ? { accountId: loaded.cardId } : {}),
      };
      const target = path.replace(/\{(\w+)\}/g, (_, name: string) => {
        assert(places[name] !== undefined, `say whose {${name}} is meant`);
        return places[name];
      });
      const isSent = method === "POST" || method === "PUT";
      assert(!isSent || id in loadedBodies, `say what ${id} is sent`);
      const body = isSent ? { body: loadedBodies[id] } : {};
      const answer = await other.send({ method, path: target, ...body });
      const told = `${id}: ${answer.status} ${answer.text.slice(0, 300)}`;
      if (target !== path) assert.equal(answer.status, 404, told);
      else if (isSent) assert.equal(answer.status, 400, told);
      else assert.equal(answer.status, 200, told);
      if (target !== path || isSent) {
        assert.equal(answer.json.tppMessages[0].code, "RESOURCE_UNKNOWN", told);
      }
      const secrets = [loaded.customerId, loaded.accountId, loaded.cardId, loaded.agreementId];
      for (const secret of secrets) assert.ok(!answer.text.includes(secret), told);
    }
    assert.equal(
      (await other.send({ method: "POST", path: "/v1/sandbox/initialize" })).status,
      200,
    );
    const kept = await owner.send({ path: `/v1/sandbox/customers/${loaded.customerId}` });
    assert.equal(kept.status, 200, kept.text);
  });
});
