import assert from "node:assert/strict";
import { test } from "node:test";
import type { ScaResult } from "../../src/ports/sca-method.ts";
import { beginProof, describeAttempt } from "../../src/sca/begin-proof.ts";
import { consumeCallback, finishProof } from "../../src/sca/finish-proof.ts";
import { identifyPsu } from "../../src/sca/identify-psu.ts";
import { hashSecret } from "../../src/sca/start/start-sca.ts";
import { aPending, openScaBank } from "./an-sca-bank.ts";

const identify = { step: "identify", locale: "nb", accountIds: [] } as const;
const approve = { step: "approve", locale: "en", accountIds: ["a1"] } as const;
const form = { kind: "form", fields: { customerNumber: "1" } } as const;
const poll = { kind: "poll", kept: "kept" } as const;

test("a proof by redirect stores its state as a hash, with what the eID keeps", async () => {
  await using scas = await openScaBank();
  const sca = await scas.store({ status: "psuAuthenticated", personId: "kari" });
  scas.eid.begins = { kind: "redirect", address: "https://eid.example/", kept: "k" };
  const begun = await beginProof(sca, approve, undefined, scas.bank);
  assert(begun !== undefined && begun !== "page" && begun.at === "redirect");
  assert.equal(begun.address, "https://eid.example/");
  const after = await scas.read(sca.scaId);
  assert.deepEqual(after?.pending, { ...approve, kind: "redirect", kept: "k" });
  assert.equal(after?.callbackHash, hashSecret(begun.state));
  const [asked] = scas.eid.begun;
  assert.equal(asked?.sca.returnTo.url, "https://bank.example/sca-callback");
  assert.equal(asked?.sca.returnTo.state, begun.state);
});

test("a proof on another device stores its code, and no state", async () => {
  await using scas = await openScaBank();
  const sca = await scas.store({ status: "started", callbackHash: "old" });
  scas.eid.begins = { kind: "wait", kept: "k", code: "1234" };
  const begun = await beginProof(sca, identify, undefined, scas.bank);
  assert(begun !== undefined && begun !== "page" && begun.at === "wait");
  const pending = { ...identify, kind: "wait", kept: "k", code: "1234" };
  assert.deepEqual([begun.sca.pending, begun.sca.callbackHash], [pending, undefined]);
});

test("a proof on the bank's page stores nothing", async () => {
  await using scas = await openScaBank();
  const sca = await scas.store({ status: "started" });
  assert.equal(await beginProof(sca, identify, undefined, scas.bank), "page");
  assert.deepEqual(await scas.read(sca.scaId), sca);
});

test("a proof that another step overtook does not begin", async () => {
  await using scas = await openScaBank();
  const sca = await scas.store({ status: "started" });
  scas.eid.begins = { kind: "wait", kept: "k" };
  assert.notEqual(await beginProof(sca, identify, undefined, scas.bank), undefined);
  assert.equal(await beginProof(sca, identify, undefined, scas.bank), undefined);
});

test("the eID learns who has to prove: the identified or the expected person", async () => {
  await using scas = await openScaBank();
  const expected = { expectedPersonId: "kari" };
  const sca = await scas.store(expected);
  assert.equal(describeAttempt(sca, "identify", "nb").personId, "kari");
  const known = await scas.store({ ...expected, personId: "ola" });
  assert.equal(describeAttempt(known, "approve", "nb").personId, "ola");
});

const outcomes = [
  [{ status: "started" }, identify, "kari", "proven"],
  [{ status: "started", expectedPersonId: "kari" }, identify, "kari", "proven"],
  [{ status: "started", expectedPersonId: "kari" }, identify, "ola", "failed"],
  [{ status: "psuAuthenticated", personId: "kari" }, approve, "kari", "proven"],
  [{ status: "psuAuthenticated", personId: "kari" }, approve, "ola", "failed"],
  [{ status: "received" }, identify, "kari", "stale"],
  [{ status: "psuAuthenticated", personId: "kari" }, identify, "kari", "stale"],
  [{ status: "started" }, approve, "kari", "stale"],
  [{ status: "finalised", personId: "kari" }, approve, "kari", "stale"],
] as const;

for (const [changes, needed, personId, kind] of outcomes) {
  const state = JSON.stringify(changes);
  test(`to ${needed.step} as ${personId} with ${state} is ${kind}`, async () => {
    await using scas = await openScaBank();
    const sca = await scas.store(changes);
    scas.eid.proves(personId);
    const proof = await finishProof(sca, needed, form, scas.bank);
    assert.equal(proof.kind, kind);
    if (proof.kind === "failed") assert.equal(proof.fault.code, "PSU_CREDENTIALS_INVALID");
    if (kind === "stale") assert.deepEqual(scas.eid.finished, [], "the eID is not asked");
  });
}

test("a failed proof has the fault of its reason, and is logged unless by a form", async () => {
  await using scas = await openScaBank();
  const codes = {
    refused: "SCA_INVALID",
    invalid: "PSU_CREDENTIALS_INVALID",
    unavailable: "SYSTEM_ERROR",
  } as const;
  for (const [because, code] of Object.entries(codes)) {
    const sca = await scas.store({ status: "started" });
    scas.eid.result = { kind: "failed", because, reason: "r" } as ScaResult;
    const proof = await finishProof(sca, identify, poll, scas.bank);
    assert.equal(proof.kind === "failed" && proof.fault.code, code);
    await finishProof(sca, identify, form, scas.bank);
  }
  assert.equal(scas.logged.length, 3);
});

test("a poll stores what the eID keeps only when that has changed", async () => {
  await using scas = await openScaBank();
  const sca = await scas.store({ status: "started", pending: { ...aPending, kind: "wait" } });
  scas.eid.result = { kind: "wait", kept: "kept" };
  assert.deepEqual(await finishProof(sca, identify, poll, scas.bank), { kind: "wait", sca });
  assert.deepEqual(await scas.read(sca.scaId), sca);
  scas.eid.result = { kind: "wait", kept: "new" };
  const proof = await finishProof(sca, identify, poll, scas.bank);
  assert.equal(proof.kind === "wait" && proof.sca.pending?.kept, "new");
});

test("a callback counts once", async () => {
  await using scas = await openScaBank();
  const sca = await scas.store({ status: "started", pending: aPending, callbackHash: "c" });
  const returned = await consumeCallback(sca, scas.bank);
  assert.deepEqual([returned?.pending, returned?.callbackHash], [undefined, undefined]);
  assert.equal(await consumeCallback(sca, scas.bank), undefined);
});

test("a proven identification stores the person and the evidence", async () => {
  await using scas = await openScaBank();
  const evidence = { method: "test-eid", at: 5 };
  const sca = await scas.store({ status: "started" });
  const proof = { kind: "proven", personId: "kari", evidence } as const;
  const after = await identifyPsu(sca, proof, scas.bank);
  assert.equal(after?.status, "psuAuthenticated");
  assert.deepEqual([after?.personId, after?.evidence], ["kari", { identify: evidence }]);
  assert.equal(await identifyPsu(sca, proof, scas.bank), undefined);
});

test("a failed identification counts one attempt", async () => {
  await using scas = await openScaBank();
  const sca = await scas.store({ status: "started", attempts: 2 });
  scas.eid.result = { kind: "failed", because: "invalid", reason: "r" };
  const proof = await finishProof(sca, identify, form, scas.bank);
  assert(proof.kind === "failed");
  const after = await identifyPsu(sca, proof, scas.bank);
  assert.deepEqual([after?.attempts, after?.status, after?.personId], [3, "started", undefined]);
});
