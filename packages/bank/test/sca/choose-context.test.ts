import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseContext, listContexts } from "../../src/sca/choose-context.ts";
import { karisAgreements, openScaBank } from "./an-sca-bank.ts";

const [own, firm] = karisAgreements;

test("offers the agreements that match the context and the agreement of the request", async () => {
  await using scas = await openScaBank();
  const offered = async (changes: object, personId = "kari") =>
    listContexts(await scas.store(changes), personId, scas.bank);
  assert.deepEqual(await offered({}), [own, firm]);
  assert.deepEqual(await offered({ givenContext: "PRIVATE" }), [own]);
  assert.deepEqual(await offered({ givenContext: "CORPORATE" }), [firm]);
  assert.deepEqual(await offered({ agreementId: "karis-firm" }), [firm]);
  assert.deepEqual(await offered({ agreementId: "olas-own" }), []);
  assert.deepEqual(await offered({ givenContext: "CORPORATE" }, "ola"), []);
});

test("stores the choice of an authenticated PSU, and of nobody else", async () => {
  await using scas = await openScaBank();
  const sca = await scas.store({ status: "psuAuthenticated", personId: "kari" });
  const after = await chooseContext(sca, firm, scas.bank);
  assert.deepEqual([after?.context, after?.agreementId], ["CORPORATE", "karis-firm"]);
  assert.equal(after?.status, "psuAuthenticated");
  assert.equal(await chooseContext(sca, own, scas.bank), undefined, "it has moved on");
  for (const status of ["received", "started", "finalised", "failed"] as const) {
    const other = await scas.store({ status });
    assert.equal(await chooseContext(other, own, scas.bank), undefined);
    assert.deepEqual(await scas.read(other.scaId), other);
  }
});
