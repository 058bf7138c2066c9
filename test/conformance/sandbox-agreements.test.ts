import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { aPsu } from "@varde/testkit/psu";
import { aTpp } from "@varde/testkit/tpp";
import { anAccount, DataScript, siri, testhuset } from "./data-script.ts";

describe("agreements and their owners in the sandbox", () => {
  let bank: TestBank;
  let script: DataScript;
  before(async () => {
    bank = await aBank();
    script = new DataScript(bank);
    await script.send("/v1/sandbox/customers", siri, 201);
    await script.send("/v1/sandbox/customers", testhuset, 201);
  });
  after(() => bank.close());

  test("lets a company act through engagements with both roles", async () => {
    const opened = await script.send(
      "/v1/sandbox/accounts",
      { ...anAccount, customerNumber: "15819000147", bban: "77777777777" },
      201,
    );
    const engagement = (customer: string, roles: string[]) => ({
      customer,
      account: { iban: opened.iban },
      roles,
    });
    const agreement = await script.send(
      "/v1/sandbox/agreements",
      {
        owner: "15819000147",
        name: "Testhuset",
        engagements: [engagement("15819000066", ["view"])],
      },
      201,
    );
    const psu = await aPsu(bank, { customerNumber: "15819000066", context: "PRIVATE" });
    assert.equal((await psu.get("/v1/agreements")).json.agreements.length, 0);
    const engagements = await script.send(
      agreement._links.engagements.href,
      [engagement("15819000066", ["VIEW", "Register"])],
      201,
    );
    assert.deepEqual(engagements[0].roles, ["VIEW", "REGISTER"]);
    assert.equal((await psu.get("/v1/agreements")).json.agreements[0].name, "Testhuset");
    const asCompany = await aPsu(bank, { customerNumber: "15819000066", context: "CORPORATE" });
    assert.equal((await asCompany.get("/v1/accounts")).json.accounts[0].bban, "77777777777");
    assert.equal((await script.remove(agreement._links.self.href)).status, 204);
    const later = await aPsu(bank, { customerNumber: "15819000066" });
    assert.deepEqual((await later.get("/v1/agreements")).json.agreements, []);
  });

  test("requires a company and existing customers in an agreement", async () => {
    const agreement = { owner: "15819000147", name: "Testhuset", engagements: [] };
    const cases = [
      [{ ...agreement, owner: "15819000066" }, "/owner"],
      [{ ...agreement, owner: "99999999" }, "/owner"],
      [
        {
          ...agreement,
          engagements: [
            { customer: "99999999", account: { iban: "NO9386011117947" }, roles: ["VIEW"] },
          ],
        },
        "/engagements/0/customer",
      ],
      [
        {
          ...agreement,
          engagements: [
            { customer: "15819000147", account: { iban: "NO9386011117947" }, roles: ["VIEW"] },
          ],
        },
        "/engagements/0/account/iban",
      ],
    ] as const;
    for (const [body, path] of cases) {
      const refused = await script.send("/v1/sandbox/agreements", body, 400);
      assert.deepEqual(
        [refused.tppMessages[0].code, refused.tppMessages[0].path],
        ["RESOURCE_UNKNOWN", path],
      );
    }
  });

  test("refuses an owner with a character that no number or id has", async () => {
    const agreement = { owner: "9999\u00009999", name: "Testhuset" };
    const refused = await script.send("/v1/sandbox/agreements", agreement, 400);
    const [{ code, path }] = refused.tppMessages;
    assert.deepEqual([code, path], ["FORMAT_ERROR", "/owner"]);
  });

  test("refuses to delete a private agreement, and offers only GET in its links", async () => {
    const path = "/v1/sandbox/agreements/agreement-ola";
    const refused = await script.remove(path);
    assert.equal(refused.status, 409, refused.text);
    assert.match(refused.json.tppMessages[0].text, /delete the customer instead/);
    const { _links: links } = await script.read(path);
    assert.deepEqual([links.self.verbs, links.engagements.verbs], [["GET"], ["GET"]]);
    const psu = await aPsu(bank, { customerNumber: "17917931119" });
    assert.equal((await psu.get("/v1/accounts")).status, 200);
  });

  test("keeps data and resets of TPPs separate", async () => {
    const identity = await bank.authority.issueTppCertificate({
      name: "Other TPP",
      organisationNumber: "310000001",
      roles: ["PSP_AI", "PSP_PI"],
      kind: "working",
    });
    const other = aTpp(bank, identity);
    const customers = await script.read("/v1/sandbox/customers");
    const theirs = await other.send({ path: "/v1/sandbox/customers" });
    assert.equal(theirs.json.length, customers.length - 2);
    await other.send({ method: "POST", path: "/v1/sandbox/initialize" });
    assert.deepEqual(await script.read("/v1/sandbox/customers"), customers);
  });
});
