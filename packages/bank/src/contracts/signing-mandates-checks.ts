import assert from "node:assert/strict";
import { portResults } from "../ports/guard/port-results.ts";
import type { PersonId } from "../ports/ids.ts";
import type {
  SigningDecision,
  SigningMandates,
  SigningRequest,
} from "../ports/signing-mandates.ts";
import { assertEqual, assertShape } from "./contract.ts";

/** Mandates to test, with a company whose rules they should know. */
export interface SigningMandatesSubject {
  readonly mandates: SigningMandates;
  /** A payment that both of the two people below must sign. */
  readonly payment: Omit<SigningRequest, "personId" | "signedBy" | "signedTodayNokMinor">;
  /** Two natural persons: one person with two ids would count twice. */
  readonly signers: readonly [PersonId, PersonId];
  /** A person who may prepare the payment, not sign it. */
  readonly preparer?: PersonId | undefined;
  /** A person who may see the account, and neither prepare nor sign. */
  readonly viewer?: PersonId | undefined;
  /** A person who signs alone up to amounts in NOK minor units, on the account of the payment. */
  readonly alone?:
    | {
        readonly personId: PersonId;
        readonly paymentNokMinor: bigint;
        readonly dayNokMinor: bigint;
      }
    | undefined;
}

/** The actions that rules about mandates consist of. */
export type MandateTrial = ReturnType<typeof openMandateTrial>;

const unknownPersonId: PersonId = "contract-test-unknown";
/** As many payments as a basket may have. */
const requestsMax = 100;

export const openMandateTrial = (subject: SigningMandatesSubject) => ({
  ...subject,
  request: (personId: PersonId, changes: Partial<SigningRequest> = {}): SigningRequest => ({
    ...subject.payment,
    personId,
    signedBy: [],
    signedTodayNokMinor: 0n,
    ...changes,
  }),
  /** Asks, checks the shape of the decisions, and describes each by one word. */
  decide: async (...requests: readonly SigningRequest[]) => {
    const decisions = await subject.mandates.decide(requests);
    assertShape(portResults.signingMandates.decide, decisions, [requests]);
    return decisions.map(describe);
  },
});

const describe = (decision: SigningDecision): string =>
  decision.kind === "may-not-sign" ? decision.because : decision.kind;

const isRefusal = (described: string): boolean => described !== "complete" && described !== "more";

const amounts = (minor: bigint) => ({
  currency: "NOK" as const,
  amountMinor: minor,
  nokMinor: minor,
  totalNokMinor: minor,
});

export const decidesNothing = async ({ decide }: MandateTrial): Promise<void> =>
  assertEqual(await decide(), [], "decisions");

export const needsAnother = async (trial: MandateTrial): Promise<void> => {
  const { request, decide, signers } = trial;
  const decisions = await decide(...signers.map((signer) => request(signer)));
  assertEqual(decisions, ["more", "more"], "decisions about two first signers");
};

export const isCompleteWithBoth = async (trial: MandateTrial): Promise<void> => {
  const { request, decide, signers } = trial;
  const [first, second] = signers;
  const decisions = await decide(
    request(second, { signedBy: [first] }),
    request(first, { signedBy: [second] }),
    request(first),
  );
  assertEqual(decisions, ["complete", "complete", "more"], "decisions");
};

export const countsOnce = async ({ request, decide, signers }: MandateTrial): Promise<void> => {
  const [first] = signers;
  const decisions = await decide(
    request(first, { signedBy: [first] }),
    request(first, { signedBy: [first, first] }),
  );
  const expected = ["signed-already", "signed-already"];
  assertEqual(decisions, expected, "decisions about a person who has signed");
};

export const refusesStrangers = async (trial: MandateTrial): Promise<void> => {
  const { request, decide, signers } = trial;
  const [decision = "", afterStranger] = await decide(
    request(unknownPersonId),
    request(signers[0], { signedBy: [unknownPersonId] }),
  );
  assert(isRefusal(decision), `the decision about an unknown person is ${decision}`);
  const what = "decision about a first signer after an unknown person";
  assertEqual(afterStranger, "more", what);
};

export const refusesPreparer = async (trial: MandateTrial): Promise<void> => {
  const { request, decide, signers, preparer = "" } = trial;
  const [decision, after] = await decide(
    request(preparer),
    request(signers[0], { signedBy: [preparer] }),
  );
  assertEqual(decision, "prepare-only", "decision about a preparer");
  assertEqual(after, "more", "decision about a first signer after a preparer");
};

export const refusesViewer = async (trial: MandateTrial): Promise<void> => {
  const { request, decide, signers, viewer = "" } = trial;
  const [decision, after] = await decide(
    request(viewer),
    request(signers[0], { signedBy: [viewer] }),
  );
  assertEqual(decision, "view-only", "decision about a viewer");
  assertEqual(after, "more", "decision about a first signer after a viewer");
};

const aloneOf = ({ alone }: MandateTrial) => {
  assert(alone !== undefined, "the rule is skipped without a person who signs alone");
  return alone;
};

export const limitsPayment = async (trial: MandateTrial): Promise<void> => {
  const { request, decide } = trial;
  const { personId, paymentNokMinor } = aloneOf(trial);
  const [within, above] = await decide(
    request(personId, amounts(paymentNokMinor)),
    request(personId, amounts(paymentNokMinor + 1n)),
  );
  assertEqual(within, "complete", `decision about ${paymentNokMinor} øre`);
  assert(above !== "complete", `${paymentNokMinor + 1n} øre are above the limit`);
};

export const limitsDay = async (trial: MandateTrial): Promise<void> => {
  const { request, decide } = trial;
  const { personId, paymentNokMinor, dayNokMinor } = aloneOf(trial);
  const before = dayNokMinor - paymentNokMinor;
  const payment = amounts(paymentNokMinor);
  const [within, above, bulk] = await decide(
    request(personId, { ...payment, signedTodayNokMinor: before }),
    request(personId, { ...payment, signedTodayNokMinor: before + 1n }),
    request(personId, {
      ...payment,
      service: "bulk-payments",
      totalNokMinor: dayNokMinor + 1n,
    }),
  );
  assertEqual(within, "complete", `decision after ${before} øre today`);
  assert(above !== "complete", `${before + 1n} øre today are above the limit`);
  assert(bulk !== "complete", `a bulk of ${dayNokMinor + 1n} øre is above the limit of a day`);
};

export const signsNothing = async (trial: MandateTrial): Promise<void> => {
  const { request, decide, signers, alone } = trial;
  const [first, second] = signers;
  const asked = [request(first), request(second, { signedBy: [first] }), request(second)];
  assertEqual(await decide(...asked), ["more", "complete", "more"], "decisions");
  assertEqual(await decide(...asked), ["more", "complete", "more"], "decisions of the second call");
  if (alone === undefined) return;
  const { personId, paymentNokMinor, dayNokMinor } = alone;
  const times = Math.min(Number(dayNokMinor / paymentNokMinor) + 1, requestsMax);
  for (let time = 1; time <= times; time += 1) {
    const [decision] = await decide(request(personId, amounts(paymentNokMinor)));
    assertEqual(decision, "complete", `decision about ${paymentNokMinor} øre, call ${time}`);
  }
};

export const listsSigners = async (trial: MandateTrial): Promise<void> => {
  const { mandates, request, signers, preparer, viewer } = trial;
  const [first, second] = signers;
  const { personId: _, ...open } = request(first);
  const list = async (signedBy: readonly PersonId[]) => {
    const people = await mandates.listSigners({ ...open, signedBy });
    assertShape(portResults.signingMandates.listSigners, people);
    return people.map(({ personId }) => personId);
  };
  const all = await list([]);
  for (const signer of signers) assert(all.includes(signer), `${signer} is not listed`);
  const left = await list([first]);
  assert(left.includes(second), `${second} is not listed after ${first} has signed`);
  assert(!left.includes(first), `${first} is listed after signing`);
  assert(preparer === undefined || !all.includes(preparer), "a preparer is listed");
  assert(viewer === undefined || !all.includes(viewer), "a viewer is listed");
};

export const decidesMany = async ({ request, decide, signers }: MandateTrial): Promise<void> => {
  const [first, second] = signers;
  const kinds = [request(first), request(first, { signedBy: [second] })];
  const requests = Array.from({ length: requestsMax / 2 }, () => kinds).flat();
  const expected = requests.map((_, at) => (at % 2 === 0 ? "more" : "complete"));
  assertEqual(await decide(...requests), expected, `decisions about ${requestsMax} payments`);
};
