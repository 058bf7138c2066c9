import assert from "node:assert/strict";
import type { ScaCallback } from "../ports/sca-method.ts";
import { assertEqual, type ContractRule, numberRules } from "./contract.ts";
import {
  anApproval,
  assertProven,
  openScaTrial,
  type ScaMethodSubject,
  type ScaTrial,
} from "./sca-method-trial.ts";

/** Returns the rules for the port `scaMethod`. */
export const scaMethodContract = (subject: ScaMethodSubject): readonly ContractRule[] => {
  const trial = openScaTrial(subject);
  const { stages, secondInstance, readShown } = subject;
  const unread = readShown === undefined ? "no readShown was supplied" : undefined;
  const formHasNone =
    lastStage(trial, "approve") === "page"
      ? "a form keeps nothing between begin and finish"
      : undefined;
  const onlyRedirect =
    stages.identify[0] === "redirect" ? undefined : "only for a method that redirects";
  const onlyWait = waitingSteps(trial).length > 0 ? undefined : "only for a method that waits";
  const onlyOne = secondInstance === undefined ? "no secondInstance was supplied" : undefined;
  return numberRules("SCA", [
    ["identifies the PSU who confirms", () => identifies(trial)],
    ["proves that the PSU approves", () => approves(trial)],
    ["fails with a reason if the PSU refuses", () => fails(trial)],
    ["returns evidence without the identity number", () => returnsEvidence(trial)],
    ["fails for a callback that proves nothing", () => failsUnproven(trial)],
    ["decides about concurrent proofs independently", () => decidesIndependently(trial)],
    ["sends the browser to https and back with the state", () => returnsState(trial), onlyRedirect],
    ["does not use the proof of one approval for another", () => linksProof(trial), formHasNone],
    ["finishes in another process", () => finishesElsewhere(trial), formHasNone ?? onlyOne],
    ["waits until the PSU has decided", () => waits(trial), onlyWait],
    ["shows the PSU what they approve", () => showsSubject(trial), formHasNone ?? unread],
  ]);
};

const steps = ["identify", "approve"] as const;

const lastStage = ({ stages }: Pick<ScaMethodSubject, "stages">, step: (typeof steps)[number]) =>
  stages[step][1] ?? stages[step][0];

const waitingSteps = (trial: Pick<ScaMethodSubject, "stages">) =>
  steps.filter((step) => lastStage(trial, step) === "wait");

const identifies = async (trial: ScaTrial): Promise<void> => {
  assertProven(await trial.prove("identify"), trial);
};

const approves = async (trial: ScaTrial): Promise<void> => {
  assertProven(await trial.prove("approve"), trial);
};

const fails = async (trial: ScaTrial): Promise<void> => {
  const result = await trial.prove("identify", "refuse");
  assert(result.kind === "failed", "a refusal was accepted as a proof");
  const because = lastStage(trial, "identify") === "page" ? "invalid" : "refused";
  assertEqual(result.because, because, "kind of the failure");
  assert(result.reason !== "", "the failure has no reason");
  const hidden = result.reason.replaceAll(trial.identityNumber, "");
  assertEqual(result.reason, hidden, "reason, which is logged");
};

/** Clocks of a provider and of the bank may differ by this much. */
const skewMs = 60_000;

const returnsEvidence = async (trial: ScaTrial): Promise<void> => {
  const now = trial.now ?? Date.now;
  for (const step of steps) {
    const begunAt = now();
    const evidence = assertProven(await trial.prove(step), trial);
    const isNow = evidence.at >= begunAt - skewMs && evidence.at <= now() + skewMs;
    assert(isNow, `the evidence is of ${new Date(evidence.at).toISOString()}`);
    const { hash } = evidence;
    assert(hash === undefined || /^[\w-]{43}$/.test(hash), "hash is not SHA-256 in base64url");
    const isExposed = JSON.stringify(evidence).includes(trial.identityNumber);
    assert(!isExposed, "the evidence contains the identity number");
  }
};

/**
 * An empty form may lead to a wait that nobody can end, so that the page does not reveal who is a
 * customer.
 */
const failsUnproven = async (trial: ScaTrial): Promise<void> => {
  const begun = await trial.begin("identify");
  const kept = begun.prompt.kind === "page" ? "" : begun.prompt.kept;
  const callbacks: readonly ScaCallback[] = [
    { kind: "form", fields: {} },
    { kind: "redirect", parameters: "", kept },
    { kind: "redirect", parameters: "state=x&code=%00&error=", kept },
    ...(begun.prompt.kind === "wait" ? [] : [{ kind: "poll", kept } as const]),
  ];
  const mayWait = trial.stages.identify.length > 1;
  for (const callback of callbacks) {
    const { kind } = await trial.finishOnce(begun, callback);
    if (mayWait && callback.kind === "form" && kind === "wait") continue;
    assertEqual(kind, "failed", `result of a ${callback.kind} without a proof`);
  }
};

const decidesIndependently = async (trial: ScaTrial): Promise<void> => {
  const decisions = ["confirm", "refuse", "confirm"] as const;
  const results = await Promise.all(decisions.map((each) => trial.prove("identify", each)));
  assertEqual(
    results.map(({ kind }) => kind),
    ["proven", "failed", "proven"],
    "results of concurrent proofs",
  );
};

const loopback = new Set(["127.0.0.1", "localhost", "[::1]"]);

const returnsState = async (trial: ScaTrial): Promise<void> => {
  const begun = await trial.begin("identify");
  assert(begun.prompt.kind === "redirect");
  const address = URL.parse(begun.prompt.address);
  const isSafe = address?.protocol === "https:" || loopback.has(address?.hostname ?? "");
  assert(isSafe, `the address ${begun.prompt.address} is not https`);
  const parameters = await trial.act(begun.prompt, "confirm", begun.sca);
  const { state } = begun.sca.returnTo;
  const returned = new URLSearchParams(String(parameters)).get("state");
  assertEqual(returned, state, "state that comes back");
};

/** Dynamic linking: the PSU has confirmed one amount, and the bank finishes another. */
const linksProof = async (trial: ScaTrial): Promise<void> => {
  const small = await trial.begin("approve", anApproval(100n));
  const large = await trial.begin("approve", anApproval(9_999_900n));
  const confirmed = await trial.decide(small, "confirm");
  const unconfirmed = await trial.reachLastStage(large);
  assert(unconfirmed.kind !== "page" && confirmed.kind !== "form");
  const exchanged = await trial.finishOnce(large, { ...confirmed, kept: unconfirmed.kept });
  assert(exchanged.kind !== "proven", "the confirmation of another amount was accepted");
  await trial.dismiss(unconfirmed, large);
};

const finishesElsewhere = async (trial: ScaTrial): Promise<void> => {
  const begun = await trial.begin("approve");
  const callback = await trial.decide(begun, "confirm");
  assertProven(await trial.finish(begun, callback, trial.secondInstance), trial);
};

const waits = async (trial: ScaTrial): Promise<void> => {
  for (const step of waitingSteps(trial)) {
    const begun = await trial.begin(step);
    const prompt = await trial.reachLastStage(begun);
    assert(prompt.kind === "wait");
    const poll = { kind: "poll", kept: prompt.kept } as const;
    const { kind } = await trial.finishOnce(begun, poll);
    assertEqual(kind, "wait", `result of step ${step} before the PSU has decided`);
    await trial.act(prompt, "confirm", begun.sca);
    assertProven(await trial.finish(begun, poll), trial);
  }
};

const showsSubject = async (trial: ScaTrial): Promise<void> => {
  const subject = anApproval();
  const begun = await trial.begin("approve", subject);
  const prompt = await trial.reachLastStage(begun);
  const shown = (await trial.readShown?.(prompt)) ?? "";
  assert(shown.includes(subject.text), `the PSU sees "${shown}", not "${subject.text}"`);
  await trial.dismiss(prompt, begun);
};
