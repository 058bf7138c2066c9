import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type OperationKind, operationList } from "@varde/protocol";
import type { TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { aTpp, type RawTpp } from "@varde/testkit/tpp";

const filledByTpp: ReadonlySet<OperationKind> = new Set(["loadData", "manageContact"]);

/** Loads a customer with all its data, and returns the ids by the names of the path parameters. */
const loadCustomer = async (tpp: RawTpp) => {
  const load = async (path: string, body: unknown) => {
    const response = await tpp.send({ path: `/v1/sandbox/${path}`, body });
    assert.equal(response.status, 201, response.text);
    return response.json;
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

/** Bodies with ids of the victim's data. Operations whose body has no id are missing. */
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

describe("A08: every operation, with each TPP in its own world", () => {
  let bank: TestBank;
  before(async () => {
    bank = await aBank();
  });
  after(() => bank.close());

  test("A08: hides data that one TPP has loaded from another TPP", async () => {
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
        assert(places[name] !== undefined, `add the id for {${name}} to this test`);
        return places[name];
      });
      const isSent = method === "POST" || method === "PUT";
      assert(!isSent || id in loadedBodies, `add the body of ${id} to this test`);
      const body = isSent ? { body: loadedBodies[id] } : {};
      const response = await other.send({ method, path: target, ...body });
      const details = `${id}: ${response.status} ${response.text.slice(0, 300)}`;
      if (target !== path) assert.equal(response.status, 404, details);
      else if (isSent) assert.equal(response.status, 400, details);
      else assert.equal(response.status, 200, details);
      if (target !== path || isSent) {
        assert.equal(response.json.tppMessages[0].code, "RESOURCE_UNKNOWN", details);
      }
      const secrets = [loaded.customerId, loaded.accountId, loaded.cardId, loaded.agreementId];
      for (const secret of secrets) assert.ok(!response.text.includes(secret), details);
    }
    assert.equal(
      (await other.send({ method: "POST", path: "/v1/sandbox/initialize" })).status,
      200,
    );
    const unchanged = await owner.send({ path: `/v1/sandbox/customers/${loaded.customerId}` });
    assert.equal(unchanged.status, 200, unchanged.text);
  });
});
