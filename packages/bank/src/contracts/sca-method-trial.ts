import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { portResults } from "../ports/guard/port-results.ts";
import type { PersonId, WorldId } from "../ports/ids.ts";
import { randomIds } from "../ports/random-ids.ts";
import type {
  ApprovalSubject,
  BeginningSca,
  Identification,
  ScaBeginning,
  ScaCallback,
  ScaEvidence,
  ScaMethod,
  ScaResult,
} from "../ports/sca-method.ts";
import { assertEqual, assertShape } from "./contract.ts";

/** The decision of a PSU: to give the proof or to refuse it, which is a wrong entry at a form. */
export type PsuDecision = "confirm" | "refuse";

/** The stage at which the PSU acts: a beginning, or the wait after a form or a redirect. */
export type ScaPrompt = ScaBeginning | Extract<ScaResult, { kind: "wait" }>;

/** The kinds that follow each other in one step: one, or a form or redirect before a wait. */
export type ScaStages =
  | readonly [ScaBeginning["kind"]]
  | readonly [first: "page" | "redirect", then: "wait"];

/** An SCA method to test, with a person who can use it. */
export interface ScaMethodSubject {
  readonly scaMethod: ScaMethod;
  /**
   * The stages of each step. `["page", "wait"]` asks for a number on the bank's page and then waits
   * for another device.
   */
  readonly stages: Readonly<Record<BeginningSca["step"], ScaStages>>;
  readonly worldId: WorldId;
  readonly personId: PersonId;
  /** The person's identity number, which no evidence may contain. */
  readonly identityNumber: string;
  /** The address that the browser returns to, as it is registered with the provider. */
  readonly returnUrl?: string;
  /**
   * Plays the PSU at each stage, and returns what reaches the bank: the fields of the form, the
   * query of the address that the browser returns to, or nothing if the PSU acts on another device.
   * Before the last stage the decision is always to confirm.
   */
  readonly act: (
    prompt: ScaPrompt,
    decision: PsuDecision,
    sca: BeginningSca,
  ) => Promise<Identification | string | undefined>;
  /** Returns the text that the PSU sees at the provider or on the device. */
  readonly readShown?: (prompt: ScaPrompt) => Promise<string>;
  /** Another instance with the same settings, as in another process of the bank. */
  readonly secondInstance?: ScaMethod;
  /** The time in the evidence; by default the machine's. */
  readonly now?: () => number;
  /** The longest time until a proof on another device is known; ten seconds by default. */
  readonly waitMsMax?: number;
}

/** A subject with the steps that the rules are made of. */
export type ScaTrial = ReturnType<typeof openScaTrial>;

const pollMs = 50;

export const openScaTrial = (subject: ScaMethodSubject) => {
  const { scaMethod, stages, act, waitMsMax = 10_000 } = subject;
  const begin = async (step: BeginningSca["step"], about = anApproval()) => {
    const sca = anAttempt(subject, step);
    const prompt = await scaMethod.begin(sca, step === "approve" ? about : undefined);
    assertShape(portResults.scaMethod.begin, prompt);
    assertEqual(prompt.kind, stages[step][0], `kind of the beginning of step ${step}`);
    return { sca, prompt };
  };
  type Begun = Awaited<ReturnType<typeof begin>>;
  const finishOnce = async (
    { sca: { returnTo: _, ...sca } }: Begun,
    callback: ScaCallback,
    using = scaMethod,
  ): Promise<ScaResult> => {
    const result = await using.finish(sca, callback);
    assertShape(portResults.scaMethod.finish, result);
    return result;
  };
  /** Leads the PSU to the last stage of a step. */
  const reachLastStage = async (begun: Begun): Promise<ScaPrompt> => {
    if (stages[begun.sca.step].length === 1) return begun.prompt;
    const given = await act(begun.prompt, "confirm", begun.sca);
    const result = await finishOnce(begun, toCallback(begun.prompt, given));
    if (result.kind === "failed") assert.fail(`the first stage failed: ${result.reason}`);
    assert(result.kind === "wait", "the method does not wait after its first stage");
    return result;
  };
  /** Lets the PSU decide, and returns the callback with which the bank finishes. */
  const decide = async (begun: Begun, decision: PsuDecision): Promise<ScaCallback> => {
    const prompt = await reachLastStage(begun);
    return toCallback(prompt, await act(prompt, decision, begun.sca));
  };
  /** Finishes, and polls while the method waits for the PSU. */
  const finish = async (
    begun: Begun,
    callback: ScaCallback,
    using = scaMethod,
  ): Promise<ScaResult> => {
    const until = performance.now() + waitMsMax;
    let result = await finishOnce(begun, callback, using);
    while (result.kind === "wait") {
      assert(performance.now() < until, `the PSU's decision is not known after ${waitMsMax} ms`);
      await setTimeout(pollMs);
      result = await finishOnce(begun, { kind: "poll", kept: result.kept }, using);
    }
    return result;
  };
  /** Begins, decides and finishes. */
  const prove = async (step: BeginningSca["step"], decision: PsuDecision = "confirm") => {
    const begun = await begin(step);
    return finish(begun, await decide(begun, decision));
  };
  /** Refuses what still waits on a device, because a method may limit how much waits there. */
  const dismiss = async (prompt: ScaPrompt, { sca }: Begun): Promise<void> => {
    if (prompt.kind === "wait") await act(prompt, "refuse", sca);
  };
  return { ...subject, begin, reachLastStage, decide, finishOnce, finish, prove, dismiss };
};

const toCallback = (prompt: ScaPrompt, given: Identification | string | undefined): ScaCallback => {
  switch (prompt.kind) {
    case "page":
      assert(typeof given === "object", "act must return the fields of the form");
      return { kind: "form", fields: given };
    case "redirect":
      assert(typeof given === "string", "act must return the query of the address");
      return { kind: "redirect", parameters: given, kept: prompt.kept };
    case "wait":
      return { kind: "poll", kept: prompt.kept };
  }
};

const anAttempt = (
  {
    worldId,
    personId,
    returnUrl = "https://bank.example/sca-callback",
  }: Pick<ScaMethodSubject, "worldId" | "personId" | "returnUrl">,
  step: BeginningSca["step"],
): BeginningSca => ({
  step,
  worldId,
  scaId: randomIds.newId(),
  personId: step === "approve" ? personId : undefined,
  locale: "nb",
  returnTo: { url: returnUrl, state: randomIds.newSecret() },
});

/** Returns the subject of an approval of this amount. */
export const anApproval = (amountMinor = 24_950n): ApprovalSubject => ({
  kind: "payment",
  text: `Betal ${amountMinor} øre til Ola Bråten, konto 99901010117. Referanse 01234567`,
  hash: randomIds.newSecret(),
  amounts: [{ amountMinor, currency: "NOK" }],
  payees: [{ name: "Ola Bråten", account: "99901010117" }],
});

/** Asserts that the subject's person has given the proof, and returns its evidence. */
export const assertProven = (
  result: ScaResult,
  { personId }: Pick<ScaMethodSubject, "personId">,
): ScaEvidence => {
  if (result.kind === "failed") assert.fail(`the proof failed: ${result.reason}`);
  assert(result.kind === "proven", "the method still waits after the PSU has confirmed");
  assertEqual(result.personId, personId, "person who was proven");
  return result.evidence;
};
