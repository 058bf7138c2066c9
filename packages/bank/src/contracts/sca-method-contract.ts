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
import { assertEqual, assertShape, type ContractRule, numberRules } from "./contract.ts";

/** The decision of a PSU: to give the proof or to refuse it, which is a wrong entry at a form. */
export type PsuDecision = "confirm" | "refuse";

/** An SCA method to test, with a person who can use it. */
export interface ScaMethodSubject {
  readonly scaMethod: ScaMethod;
  /** The kind of beginning that `begin` returns. */
  readonly kind: ScaBeginning["kind"];
  readonly worldId: WorldId;
  readonly personId: PersonId;
  /** The person's identity number, which no evidence may contain. */
  readonly identityNumber: string;
  /** The address that the browser returns to, as it is registered with the provider. */
  readonly returnUrl?: string;
  /**
   * Plays the PSU, and returns what reaches the bank: the fields of the form, the query of the
   * address that the browser returns to, or nothing if the PSU acts on another device.
   */
  readonly act: (
    begun: ScaBeginning,
    decision: PsuDecision,
    sca: BeginningSca,
  ) => Promise<Identification | string | undefined>;
  /** Returns the text that the PSU sees at the provider or on the device. */
  readonly readShown?: (begun: ScaBeginning) => Promise<string>;
  /** Another instance with the same settings, as in another process of the bank. */
  readonly secondInstance?: ScaMethod;
  /** The time in the evidence; by default the machine's. */
  readonly now?: () => number;
  /** The longest time until a proof on another device is known; ten seconds by default. */
  readonly waitMsMax?: number;
}

/** Returns the rules for the port `scaMethod`. */
export const scaMethodContract = (subject: ScaMethodSubject): readonly ContractRule[] => {
  const trial = openTrial(subject);
  const { kind, secondInstance, readShown } = subject;
  const unread = readShown === undefined ? "no readShown was supplied" : undefined;
  const formHasNone = kind === "page" ? "a form keeps nothing between begin and finish" : undefined;
  const onlyRedirect = kind === "redirect" ? undefined : "only for a method that redirects";
  const onlyWait = kind === "wait" ? undefined : "only for a method that waits";
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

type Trial = ReturnType<typeof openTrial>;

const pollMs = 50;

const openTrial = (subject: ScaMethodSubject) => {
  const { scaMethod, kind, act, waitMsMax = 10_000 } = subject;
  const begin = async (step: BeginningSca["step"], about = anApproval()) => {
    const sca = anAttempt(subject, step);
    const begun = await scaMethod.begin(sca, step === "approve" ? about : undefined);
    assertShape(portResults.scaMethod.begin, begun);
    assertEqual(begun.kind, kind, "kind of the beginning");
    return { sca, begun };
  };
  type Begun = Awaited<ReturnType<typeof begin>>;
  const decide = async ({ sca, begun }: Begun, decision: PsuDecision): Promise<ScaCallback> =>
    toCallback(begun, await act(begun, decision, sca));
  const finishOnce = async (
    { sca: { returnTo: _, ...sca } }: Begun,
    callback: ScaCallback,
    using = scaMethod,
  ): Promise<ScaResult> => {
    const result = await using.finish(sca, callback);
    assertShape(portResults.scaMethod.finish, result);
    return result;
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
  return { ...subject, begin, decide, finishOnce, finish, prove };
};

const toCallback = (
  begun: ScaBeginning,
  given: Identification | string | undefined,
): ScaCallback => {
  switch (begun.kind) {
    case "page":
      return { kind: "form", fields: given as Identification };
    case "redirect":
      return { kind: "redirect", parameters: given as string, kept: begun.kept };
    case "wait":
      return { kind: "poll", kept: begun.kept };
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

const anApproval = (amountMinor = 24_950n): ApprovalSubject => ({
  kind: "payment",
  text: `Betal ${amountMinor} øre til Ola Bråten, konto 99901010117. Referanse 01234567`,
  hash: randomIds.newSecret(),
  amounts: [{ amountMinor, currency: "NOK" }],
  payees: [{ name: "Ola Bråten", account: "99901010117" }],
});

const assertProven = (
  result: ScaResult,
  { personId }: Pick<ScaMethodSubject, "personId">,
): ScaEvidence => {
  if (result.kind === "failed") assert.fail(`the proof failed: ${result.reason}`);
  assert(result.kind === "proven", "the method still waits after the PSU has confirmed");
  assertEqual(result.personId, personId, "person who was proven");
  return result.evidence;
};

const identifies = async (trial: Trial): Promise<void> => {
  assertProven(await trial.prove("identify"), trial);
};

const approves = async (trial: Trial): Promise<void> => {
  assertProven(await trial.prove("approve"), trial);
};

const fails = async (trial: Trial): Promise<void> => {
  const result = await trial.prove("identify", "refuse");
  assert(result.kind === "failed", "a refusal was accepted as a proof");
  const because = trial.kind === "page" ? "invalid" : "refused";
  assertEqual(result.because, because, "kind of the failure");
  assert(result.reason !== "", "the failure has no reason");
  const hidden = result.reason.replaceAll(trial.identityNumber, "");
  assertEqual(result.reason, hidden, "reason, which is logged");
};

/** Clocks of a provider and of the bank may differ by this much. */
const skewMs = 60_000;

const returnsEvidence = async (trial: Trial): Promise<void> => {
  const now = trial.now ?? Date.now;
  for (const step of ["identify", "approve"] as const) {
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

const failsUnproven = async (trial: Trial): Promise<void> => {
  const begun = await trial.begin("identify");
  const kept = begun.begun.kind === "page" ? "" : begun.begun.kept;
  const callbacks: readonly ScaCallback[] = [
    { kind: "form", fields: {} },
    { kind: "redirect", parameters: "", kept },
    { kind: "redirect", parameters: "state=x&code=%00&error=", kept },
    ...(trial.kind === "wait" ? [] : [{ kind: "poll", kept } as const]),
  ];
  for (const callback of callbacks) {
    const { kind } = await trial.finishOnce(begun, callback);
    assertEqual(kind, "failed", `result of a ${callback.kind} without a proof`);
  }
};

const decidesIndependently = async (trial: Trial): Promise<void> => {
  const decisions = ["confirm", "refuse", "confirm"] as const;
  const results = await Promise.all(decisions.map((each) => trial.prove("identify", each)));
  assertEqual(
    results.map(({ kind }) => kind),
    ["proven", "failed", "proven"],
    "results of concurrent proofs",
  );
};

const loopback = new Set(["127.0.0.1", "localhost", "[::1]"]);

const returnsState = async (trial: Trial): Promise<void> => {
  const begun = await trial.begin("identify");
  assert(begun.begun.kind === "redirect");
  const address = URL.parse(begun.begun.address);
  const isSafe = address?.protocol === "https:" || loopback.has(address?.hostname ?? "");
  assert(isSafe, `the address ${begun.begun.address} is not https`);
  const callback = await trial.decide(begun, "confirm");
  assert(callback.kind === "redirect");
  const { state } = begun.sca.returnTo;
  const returned = new URLSearchParams(callback.parameters).get("state");
  assertEqual(returned, state, "state that comes back");
};

/** Dynamic linking: the PSU has confirmed one amount, and the bank finishes another. */
const linksProof = async (trial: Trial): Promise<void> => {
  const small = await trial.begin("approve", anApproval(100n));
  const large = await trial.begin("approve", anApproval(9_999_900n));
  const confirmed = await trial.decide(small, "confirm");
  const { begun } = large;
  assert(begun.kind !== "page");
  const exchanged =
    confirmed.kind === "redirect"
      ? await trial.finishOnce(large, { ...confirmed, kept: begun.kept })
      : await trial.finishOnce(large, { kind: "poll", kept: begun.kept });
  assert(exchanged.kind !== "proven", "the confirmation of another amount was accepted");
};

const finishesElsewhere = async (trial: Trial): Promise<void> => {
  const begun = await trial.begin("approve");
  const callback = await trial.decide(begun, "confirm");
  assertProven(await trial.finish(begun, callback, trial.secondInstance), trial);
};

const waits = async (trial: Trial): Promise<void> => {
  const begun = await trial.begin("approve");
  assert(begun.begun.kind === "wait");
  const { kind } = await trial.finishOnce(begun, { kind: "poll", kept: begun.begun.kept });
  assertEqual(kind, "wait", "result before the PSU has decided");
  assertProven(await trial.finish(begun, await trial.decide(begun, "confirm")), trial);
};

const showsSubject = async (trial: Trial): Promise<void> => {
  const subject = anApproval();
  const { begun } = await trial.begin("approve", subject);
  const shown = (await trial.readShown?.(begun)) ?? "";
  assert(shown.includes(subject.text), `the PSU sees "${shown}", not "${subject.text}"`);
};
