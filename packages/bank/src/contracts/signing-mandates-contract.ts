import assert from "node:assert/strict";
import { portResults } from "../ports/guard/port-results.ts";
import type { PersonId } from "../ports/ids.ts";
import type {
  SigningDecision,
  SigningMandates,
  SigningRequest,
} from "../ports/signing-mandates.ts";
import {
  assertEqual,
  assertShape,
  type ContractRule,
  type NumberedRule,
  numberRules,
} from "./contract.ts";

/** Mandates to test, with a company whose rules they should know. */
export interface SigningMandatesSubject {
  readonly mandates: SigningMandates;
  /** A payment that both of the two people below must sign. */
  readonly payment: Omit<SigningRequest, "personId" | "signedBy" | "signedTodayNokMinor">;
  /** Two natural persons: one person with two ids would count twice. */
  readonly signers: readonly [PersonId, PersonId];
  /** A person who may prepare the payment, not sign it. */
  readonly preparer?: PersonId | undefined;
  /** A person who signs alone up to amounts in NOK minor units, on the account of the payment. */
  readonly alone?:
    | {
        readonly personId: PersonId;
        readonly paymentNokMinor: bigint;
        readonly dayNokMinor: bigint;
      }
    | undefined;
}

/** Returns the rules for the port `signingMandates`. */
export const signingMandatesContract = (
  subject: SigningMandatesSubject,
): readonly ContractRule[] => {
  const trial = createTrial(subject);
  return numberRules("MANDATE", [
    ...peopleRules(subject, trial),
    ...limitRules(subject, trial),
    ...askingRules(subject, trial),
  ]);
};

type Trial = ReturnType<typeof createTrial>;

/** Returns functions that ask about the payment, and check the shape of the decisions. */
const createTrial = ({ mandates, payment }: SigningMandatesSubject) => ({
  request: (personId: PersonId, changes: Partial<SigningRequest> = {}): SigningRequest => ({
    ...payment,
    personId,
    signedBy: [],
    signedTodayNokMinor: 0n,
    ...changes,
  }),
  decide: async (...requests: readonly SigningRequest[]) => {
    const decisions = await mandates.decide(requests);
    assertShape(portResults.signingMandates.decide, decisions, [requests]);
    return decisions.map(describe);
  },
});

const amounts = (minor: bigint) => ({
  currency: "NOK" as const,
  amountMinor: minor,
  nokMinor: minor,
  totalNokMinor: minor,
});

/** Rules about who signs. */
const peopleRules = (
  { signers: [first, second], preparer }: SigningMandatesSubject,
  { request, decide }: Trial,
): readonly NumberedRule[] => [
  [
    "decides nothing if it is asked about nothing",
    async () => assertEqual(await decide(), [], "decisions"),
  ],
  [
    "needs another person after the first, whoever that is",
    async () => {
      const decisions = await decide(request(first), request(second));
      assertEqual(decisions, ["more", "more"], "decisions about two first signers");
    },
  ],
  [
    "is complete when both have signed, in either order; decides in the order it is asked",
    async () => {
      const decisions = await decide(
        request(second, { signedBy: [first] }),
        request(first),
        request(first, { signedBy: [second] }),
      );
      assertEqual(decisions, ["complete", "more", "complete"], "decisions");
    },
  ],
  [
    "does not count a person twice",
    async () => {
      const [decision] = await decide(request(first, { signedBy: [first] }));
      assertEqual(decision, "signed-already", "decision about a person who has signed");
    },
  ],
  [
    "refuses a person whom it does not know",
    async () => {
      const [decision = ""] = await decide(request("nobody-has-this-id"));
      assert(isRefusal(decision), `the decision about an unknown person is ${decision}`);
    },
  ],
  [
    "refuses a person who may only prepare",
    async () => {
      const [decision] = await decide(request(preparer ?? ""));
      assertEqual(decision, "prepare-only", "decision about a preparer");
    },
    preparer === undefined ? "no person who only prepares was given" : undefined,
  ],
];

/** Rules about a person who signs alone. */
const limitRules = (
  { signers: [first], alone }: SigningMandatesSubject,
  { request, decide }: Trial,
): readonly NumberedRule[] => {
  const skipped = alone === undefined ? "no person who signs alone was given" : undefined;
  const limit = alone ?? { personId: first, paymentNokMinor: 0n, dayNokMinor: 0n };
  return [
    [
      "lets a person sign alone up to the limit of a payment, and not above",
      async () => {
        const { personId, paymentNokMinor } = limit;
        const [within, above] = await decide(
          request(personId, amounts(paymentNokMinor)),
          request(personId, amounts(paymentNokMinor + 1n)),
        );
        assertEqual(within, "complete", `decision about ${paymentNokMinor} øre`);
        assert(above !== "complete", `${paymentNokMinor + 1n} øre are above the limit`);
      },
      skipped,
    ],
    [
      "adds what a person has signed today to the limit of a day",
      async () => {
        const { personId, paymentNokMinor, dayNokMinor } = limit;
        const before = dayNokMinor - paymentNokMinor;
        const [within, above] = await decide(
          request(personId, { ...amounts(paymentNokMinor), signedTodayNokMinor: before }),
          request(personId, { ...amounts(paymentNokMinor), signedTodayNokMinor: before + 1n }),
        );
        assertEqual(within, "complete", `decision after ${before} øre today`);
        assert(above !== "complete", `${before + 1n} øre today are above the limit`);
      },
      skipped,
    ],
  ];
};

/** Rules about asking, and about the people who could sign. */
const askingRules = (
  { mandates, signers, preparer }: SigningMandatesSubject,
  { request, decide }: Trial,
): readonly NumberedRule[] => {
  const [first, second] = signers;
  return [
    [
      "decides the same when it is asked again, because asking signs nothing",
      async () => {
        const asked = [request(first), request(second, { signedBy: [first] })];
        assertEqual(await decide(...asked), await decide(...asked), "decisions");
      },
    ],
    [
      "lists who could sign next, without those who have",
      async () => {
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
      },
    ],
  ];
};

const describe = (decision: SigningDecision): string =>
  decision.kind === "may-not-sign" ? decision.because : decision.kind;

const isRefusal = (described: string): boolean => described !== "complete" && described !== "more";
