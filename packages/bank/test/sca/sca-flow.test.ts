import assert from "node:assert/strict";
import { test } from "node:test";
import { StorageUnavailable } from "@varde/storage";
import { type Sca, scaLinkMsMax } from "../../src/records/sca.ts";
import { ScaFlow } from "../../src/sca/sca-flow.ts";
import type { OpenStep, ScaStep } from "../../src/sca/sca-step.ts";
import type { StoredSca } from "../../src/sca/sca-store.ts";
import { identificationSubject, type ScaSubject } from "../../src/sca/sca-subject.ts";
import { hashSecret } from "../../src/sca/start/start-sca.ts";
import { aPending, openScaBank } from "./an-sca-bank.ts";

const consent = { kind: "consent", scope: "accounts", accounts: [] } as const;
const subject: ScaSubject = { ...identificationSubject, approval: async () => consent };

/** Opens a bank in which every SCA except an identification asks for a consent. */
const openFlow = async (consentSubject: ScaSubject = subject) => {
  const scas = await openScaBank();
  const others = { payment: subject, cancellation: subject, basket: subject };
  const subjects = { identification: identificationSubject, consent: consentSubject, ...others };
  const flow = new ScaFlow(scas.bank, subjects);
  return {
    ...scas,
    flow,
    /** Stores an SCA that is bound to the browser with the cookie "ours", and opens it. */
    open: async (changes: Partial<Sca> = {}): Promise<OpenStep> => {
      const browserHash = hashSecret("ours");
      const started = { status: "started", subjectKind: "consent", browserHash } as const;
      const sca = await scas.store({ ...started, ...changes });
      return (await flow.open(sca.scaId, "ours")).step as OpenStep;
    },
  };
};

const identify = { kind: "identify", identification: { customerNumber: "1" } } as const;
const approve = { kind: "approve", form: { accountIds: [] } } as const;
const authenticated = { status: "psuAuthenticated", personId: "kari" } as const;
const ready = { ...authenticated, context: "PRIVATE", agreementId: "karis-own" } as const;
const codeOf = (step: ScaStep) => (step.at === "leave" ? step.end.fault?.code : step.at);

test("SCA-32: in a browser that the SCA is not bound to, the PSU has to identify", async () => {
  await using scas = await openFlow();
  const pending = { ...aPending, kind: "wait" } as const;
  const theirs = { browserHash: hashSecret("theirs"), pending, attempts: 2 };
  const sca = await scas.store({ status: "started", ...theirs });
  const opened = await scas.flow.open(sca.scaId, "ours");
  assert.deepEqual(opened, { step: { at: "identify", sca, attemptsLeft: 3 }, isBound: false });
  const own = await scas.flow.open(sca.scaId, "theirs");
  assert.deepEqual(own, { step: { at: "wait", sca }, isBound: true });
});

test("a method without a form begins when the browser goes on, not when it looks", async () => {
  await using scas = await openFlow();
  const step = await scas.open();
  assert.equal(await scas.flow.resume(step, "nb"), step);
  scas.eid.isForm = false;
  assert.deepEqual(await scas.flow.resume(step, "nb"), { at: "begin", sca: step.sca });
  assert.deepEqual(scas.eid.begun, []);
  scas.eid.begins = { kind: "redirect", address: "https://eid.example/", kept: "" };
  assert.equal((await scas.flow.begin(step, "nb")).at, "redirect");
  assert.equal(scas.eid.begun.length, 1);
});

test("a late PSU is sent back; only the SCA's own browser stores that it ended", async () => {
  await using scas = await openFlow();
  for (const [cookie, status] of [
    ["theirs", "started"],
    ["ours", "failed"],
  ] as const) {
    const { sca } = await scas.open();
    scas.clock.now += scaLinkMsMax + 1;
    const { step } = await scas.flow.open(sca.scaId, cookie);
    assert.equal(codeOf(step), "SCA_EXPIRED");
    assert.equal((await scas.read(sca.scaId))?.status, status);
  }
});

test("SCA-26: the fifth wrong identification ends the SCA", async () => {
  await using scas = await openFlow();
  let step: ScaStep = await scas.open();
  for (const left of [4, 3, 2, 1]) {
    step = await scas.flow.perform(step as OpenStep, identify);
    assert(step.at === "identify");
    assert.equal(step.attemptsLeft, left);
  }
  assert.equal(codeOf(await scas.flow.perform(step as OpenStep, identify)), blocked);
});
const blocked = "PSU_CREDENTIALS_INVALID";

test("a PSU with one agreement is not asked, with several they choose", async () => {
  await using scas = await openFlow();
  const after = async (personId: string) => {
    scas.eid.proves(personId);
    return scas.flow.perform(await scas.open(), identify);
  };
  const [kari, ola, nils] = [await after("kari"), await after("ola"), await after("nils")];
  assert.deepEqual([codeOf(kari), codeOf(ola), codeOf(nils)], ["context", "approve", blocked]);
  const wrong = { context: "CORPORATE", agreementId: "olas-own" } as const;
  const choose = (choice: typeof wrong | undefined) =>
    scas.flow.perform(kari as OpenStep, { kind: "choose", choice });
  for (const choice of [wrong, undefined]) {
    const again = await choose(choice);
    assert.equal(again.at === "context" && again.isIncomplete, true);
  }
  const chosen = await choose({ context: "CORPORATE", agreementId: "karis-firm" } as never);
  assert.equal(chosen.at === "approve" && chosen.sca.agreementId, "karis-firm");
});

test("an identification ends without an approval page", async () => {
  await using scas = await openFlow();
  const step = await scas.open({ subjectKind: "identification" });
  scas.eid.proves("ola");
  assert.equal(codeOf(await scas.flow.perform(step, identify)), undefined);
  assert.equal((await scas.read(step.sca.scaId))?.status, "finalised");
});

test("SCA-25: an approval needs its own proof by the person who identified", async () => {
  await using scas = await openFlow();
  scas.eid.proves("ola");
  const other = await scas.flow.perform(await scas.open(ready), approve);
  assert.equal(codeOf(other), blocked);
  scas.eid.proves("kari");
  const step = await scas.open(ready);
  assert.equal(codeOf(await scas.flow.perform(step, approve)), undefined);
  assert.equal(scas.eid.begun.at(-1)?.subject?.kind, "consent");
  assert.equal((await scas.read(step.sca.scaId))?.evidence?.approve?.method, "test-eid");
});

test("nothing can be approved before the approval page", async () => {
  await using scas = await openFlow();
  const step = await scas.open();
  const early = await scas.flow.perform(step, approve);
  assert.deepEqual(early, { at: "closed", reason: "stale-form" });
  assert.deepEqual(await scas.read(step.sca.scaId), step.sca);
});

test("a refusal or a chosen failure ends the SCA at every step", async () => {
  await using scas = await openFlow();
  const fault = { system: "sca", code: "FORBIDDEN", message: "m" } as const;
  for (const changes of [{}, authenticated, ready]) {
    const refused = await scas.flow.perform(await scas.open(changes), { kind: "refuse" });
    assert.equal(codeOf(refused), "SCA_INVALID");
    const failed = await scas.flow.perform(await scas.open(changes), { kind: "fail", fault });
    assert.equal(codeOf(failed), "FORBIDDEN");
  }
});

test("a subject that is gone, or an internal error, ends the SCA", async () => {
  await using gone = await openFlow({ ...subject, approval: async () => undefined });
  assert.equal(codeOf(await gone.open(ready)), "SCA_INVALID");
  const broken = () => Promise.reject(new Error("broken"));
  await using scas = await openFlow({ ...subject, approval: broken });
  const step = await scas.open(ready);
  assert.equal(codeOf(step), "SYSTEM_ERROR");
  assert.equal(scas.logged.length, 1);
});

test("a page that waits is polled, and continues with the proof", async () => {
  await using scas = await openFlow();
  const step = await scas.open({ pending: { ...aPending, kind: "wait" } });
  scas.eid.result = { kind: "wait", kept: "kept" };
  assert.equal((await scas.flow.resume(step, "nb")).at, "wait");
  assert.deepEqual(scas.eid.finished.at(-1)?.callback, { kind: "poll", kept: "kept" });
  scas.eid.proves("kari");
  assert.equal((await scas.flow.resume(step, "nb")).at, "context");
});

const pendingHere = { pending: aPending, callbackHash: hashSecret("state") };
const link = (sca: StoredSca) => ({ secret: sca.scaId, cookie: "ours" });
const callback = { state: "state", parameters: "code=1", isBegunHere: true };

test("a callback continues the SCA that was sent away with its state", async () => {
  await using scas = await openFlow();
  scas.eid.proves("kari");
  const { sca } = await scas.open(pendingHere);
  assert.equal((await scas.flow.finishRedirect(link(sca), callback)).at, "context");
  const expected = { kind: "redirect", parameters: "code=1", kept: "kept" };
  assert.deepEqual(scas.eid.finished.at(-1)?.callback, expected);
});

test("a callback of an earlier redirect proves nothing, and the PSU continues", async () => {
  await using scas = await openFlow();
  const { sca } = await scas.open(pendingHere);
  const earlier = await scas.flow.finishRedirect(link(sca), { ...callback, state: "earlier" });
  assert.equal(earlier.at, "identify");
  const taken = await scas.store({ ...sca, ...bindElsewhere });
  const lost = await scas.flow.finishRedirect(link(taken), callback);
  assert.equal(lost.at, "identify");
  assert.deepEqual(scas.eid.finished, []);
});
const bindElsewhere = { scaId: "elsewhere", linkHash: hashSecret("elsewhere"), browserHash: "b" };

test("a callback with an unknown state, or in another browser, ends the SCA", async () => {
  await using scas = await openFlow();
  const { sca } = await scas.open(pendingHere);
  const forged = { ...callback, state: "forged", isBegunHere: false };
  assert.equal(codeOf(await scas.flow.finishRedirect(link(sca), forged)), blocked);
  await scas.open(pendingHere);
  assert.equal(codeOf(await scas.flow.refuseForeignCallback("state")), blocked);
  assert.deepEqual(await scas.flow.refuseForeignCallback("state"), {
    at: "closed",
    reason: "unknown",
  });
  assert.deepEqual(scas.eid.finished, []);
});

test("a callback that could not be marked as used can be repeated", async () => {
  await using scas = await openFlow();
  scas.eid.proves("kari");
  const { sca } = await scas.open(pendingHere);
  const { write } = scas.bank.storage;
  const away = () => Promise.reject(new StorageUnavailable("away"));
  Object.assign(scas.bank.storage, { write: away });
  await assert.rejects(scas.flow.finishRedirect(link(sca), callback), /away/);
  Object.assign(scas.bank.storage, { write });
  assert.deepEqual(scas.eid.finished, []);
  assert.equal((await scas.flow.finishRedirect(link(sca), callback)).at, "context");
});

test("RED-12: an approval that was stored but not confirmed sends the PSU back", async () => {
  await using scas = await openFlow();
  scas.eid.proves("kari");
  const step = await scas.open(ready);
  const { storage } = scas.bank;
  const write = storage.write.bind(storage);
  const lose = async (unit: Parameters<typeof write>[0]) => {
    await write(unit);
    throw new StorageUnavailable("stored, but not confirmed");
  };
  Object.assign(storage, { write: lose });
  const left = await scas.flow.perform(step, approve);
  assert.equal(left.at, "leave");
  const { searchParams } = new URL(left.end.address);
  assert.equal(searchParams.get("code"), "SYSTEM_ERROR");
  assert.match(String(left.end.fault?.message), /has approved.*Read the status/);
  assert.equal((await scas.read(step.sca.scaId))?.status, "finalised");
});

test("the control of a sandbox continues an SCA in any browser's place", async () => {
  await using scas = await openFlow();
  const received = await scas.store({ subjectKind: "consent" });
  const taken = await scas.flow.takeOver(received);
  assert.equal(taken.at === "identify" && taken.sca.status, "started");
  const { sca } = await scas.open(ready);
  assert.equal((await scas.flow.takeOver(sca)).at, "approve");
  const over = await scas.store({ status: "failed" });
  assert.deepEqual(await scas.flow.takeOver(over), { at: "closed", reason: "used", sca: over });
  scas.clock.now += scaLinkMsMax + 1;
  assert.equal(codeOf(await scas.flow.takeOver(sca)), "SCA_EXPIRED");
});
