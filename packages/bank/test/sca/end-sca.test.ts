import assert from "node:assert/strict";
import { test } from "node:test";
import { run, type Unit, undo } from "@varde/storage";
import { findPersonId } from "../../src/parties/psu-store.ts";
import { listSessions } from "../../src/parties/session-store.ts";
import { listEvents, recordEvent } from "../../src/records/event.ts";
import type { Sca } from "../../src/records/sca.ts";
import type { ScaFault } from "../../src/records/sca-fault.ts";
import {
  type AuthenticatedSca,
  authenticatedInApp,
  authenticatedOnPages,
} from "../../src/sca/authenticated-sca.ts";
import { completeSca } from "../../src/sca/complete-sca.ts";
import { failSca, refusedFault } from "../../src/sca/fail-sca.ts";
import {
  type Approvable,
  identificationSubject,
  type ScaSubject,
} from "../../src/sca/sca-subject.ts";
import { openScaBank, type ScaBank } from "./an-sca-bank.ts";

const noAccounts = { accountIds: [] };
const fault: ScaFault = { system: "core-bank", code: "PAYMENT_FAILED", message: "No." };
const aSubject = (approvable: Approvable | ScaFault): ScaSubject => ({
  ...identificationSubject,
  check: async () => approvable,
});

const authenticate = async (
  scas: ScaBank,
  changes: Partial<Sca> = { context: "PRIVATE", agreementId: "karis-own" },
): Promise<AuthenticatedSca> => {
  const known = { status: "psuAuthenticated", personId: "kari" } as const;
  const sca = authenticatedOnPages(await scas.store({ ...known, ...changes }));
  assert(sca !== undefined);
  return sca;
};
const sessionsOf = ({ bank }: ScaBank, { tppId, sessionId }: Sca) =>
  bank.storage.read(() => listSessions(tppId, sessionId));

test("a completed SCA opens its session, assigns the PSU-ID and sends the PSU back", async () => {
  await using scas = await openScaBank();
  const sca = await authenticate(scas);
  const end = await completeSca(sca, noAccounts, identificationSubject, scas.bank);
  const back = new URL(end?.address ?? "");
  const psuId = back.searchParams.get("psu-id") ?? "";
  assert.equal(await scas.bank.storage.read(() => findPersonId(psuId, sca)), "kari");
  assert.equal(back.searchParams.get("tpp-session-id"), sca.sessionId);
  assert.equal(back.searchParams.get("context"), "PRIVATE");
  assert.equal(back.searchParams.get("psu-corporate-id"), null);
  assert.equal(end?.outcome, "approved");
  assert.equal((await scas.read(sca.scaId))?.status, "finalised");
  const [session] = await sessionsOf(scas, sca);
  assert.equal(session?.personId, "kari");
  const [event] = await scas.bank.storage.read(() => listEvents(sca.scaId));
  assert.deepEqual([event?.name, event?.actor], ["finalised", "kari"]);
  assert.deepEqual(scas.ended, [true]);
});

test("a corporate SCA returns the company's id, and the next one the same", async () => {
  await using scas = await openScaBank();
  const ids: (string | null)[] = [];
  for (let time = 0; time < 2; time += 1) {
    const corporate = { context: "CORPORATE", agreementId: "karis-firm" } as const;
    const sca = await authenticate(scas, corporate);
    const end = await completeSca(sca, noAccounts, identificationSubject, scas.bank);
    ids.push(new URL(end?.address ?? "").searchParams.get("psu-corporate-id"));
  }
  assert(ids[0]);
  assert.equal(ids[0], ids[1]);
});

test("evidence of the approval is stored beside that of the identification", async () => {
  await using scas = await openScaBank();
  const identify = { method: "test-eid", at: 1 };
  const approve = { method: "test-eid", at: 2 };
  const sca = await authenticate(scas, { context: "PRIVATE", evidence: { identify } });
  await completeSca(sca, noAccounts, identificationSubject, scas.bank, approve);
  assert.deepEqual((await scas.read(sca.scaId))?.evidence, { identify, approve });
});

test("an SCA that ended already approves nothing a second time", async () => {
  await using scas = await openScaBank();
  const sca = await authenticate(scas);
  const { ids, storage } = scas.bank;
  const effect = { worldId: "w", subjectKind: "payment", subjectId: "p", actor: "kari" } as const;
  const subject = aSubject({
    *approve(at): Unit<void> {
      yield* run(recordEvent(ids, { ...effect, name: "signed", at }));
    },
  });
  const both = [1, 2].map(() => completeSca(sca, noAccounts, subject, scas.bank));
  const ends = await Promise.all(both);
  assert.equal(ends.filter((end) => end !== undefined).length, 1);
  assert.equal((await storage.read(() => listEvents("p"))).length, 1);
  assert.equal((await storage.read(() => listEvents(sca.scaId))).length, 1);
});

test("a subject that forbids the approval ends the SCA with its fault", async () => {
  await using scas = await openScaBank();
  const undone: ScaSubject = aSubject({
    *approve() {
      yield* undo(fault);
    },
  });
  for (const subject of [aSubject(fault), undone]) {
    const sca = await authenticate(scas);
    const end = await completeSca(sca, noAccounts, subject, scas.bank);
    assert.match(end?.address ?? "", /code=PAYMENT_FAILED/);
    const after = await scas.read(sca.scaId);
    assert.deepEqual([after?.status, after?.endedCode], ["failed", "PAYMENT_FAILED"]);
    assert.deepEqual(await sessionsOf(scas, sca), []);
  }
});

test("a fault of the settlement is reported, and the approval stays", async () => {
  await using scas = await openScaBank();
  const sca = await authenticate(scas);
  const subject = aSubject({ *approve() {}, settle: async () => fault });
  const end = await completeSca(sca, noAccounts, subject, scas.bank);
  assert.match(end?.address ?? "", /system=core-bank.*code=PAYMENT_FAILED/);
  assert.equal((await scas.read(sca.scaId))?.status, "finalised");
});

test("an approval in the app stores who approved, and under which agreement", async () => {
  await using scas = await openScaBank();
  const stored = await scas.store({ channel: "app", expectedPersonId: "kari" });
  const agreement = { context: "PRIVATE", agreementId: "karis-own" } as const;
  const sca = authenticatedInApp(stored, "kari", agreement);
  await completeSca(sca, noAccounts, identificationSubject, scas.bank);
  const after = await scas.read(sca.scaId);
  assert.deepEqual(
    [after?.status, after?.personId, after?.context, after?.agreementId],
    ["finalised", "kari", "PRIVATE", "karis-own"],
  );
});

test("a failed SCA stores the code and who failed it, and leaves no session", async () => {
  await using scas = await openScaBank();
  const sca = await scas.store({ status: "started" });
  const end = await failSca(sca, refusedFault, scas.bank);
  assert.match(end?.address ?? "", /^https:\/\/tpp.example\/back\?system=sca&status=401/);
  const after = await scas.read(sca.scaId);
  assert.deepEqual([after?.status, after?.endedCode], ["failed", "SCA_INVALID"]);
  const [event] = await scas.bank.storage.read(() => listEvents(sca.scaId));
  assert.deepEqual([event?.name, event?.actor, event?.detail], ["failed", "bank", "SCA_INVALID"]);
  assert.deepEqual(await sessionsOf(scas, sca), []);
  assert.deepEqual(scas.ended, [false]);
});

test("an SCA fails once, and never after it was approved", async () => {
  await using scas = await openScaBank();
  const sca = await scas.store({ status: "started" });
  assert.notEqual(await failSca(sca, refusedFault, scas.bank), undefined);
  assert.equal(await failSca(sca, refusedFault, scas.bank), undefined);
  const finalised = await scas.store({ status: "finalised" });
  assert.equal(await failSca(finalised, refusedFault, scas.bank), undefined);
  assert.deepEqual(scas.ended, [false]);
});
