import type { Scenario } from "@varde/protocol";
import type { ClientCheck, Observation, ObservedClient } from "../observed/client-check.ts";
import { asksTheSame, paysTheSame, requestsAfter } from "../observed/compare-requests.ts";
import type { MarkFact, RequestFact, ScaFact } from "../observed/request-facts.ts";

/** How a sandbox arms a trap: with a scenario, or by changing the world. */
export type TrapArming =
  | { readonly scenario: Scenario }
  | { readonly action: "advance-61-minutes" | "revoke-consents" };

/** A situation that is brought about on purpose; the client is judged by what it does next. */
export interface ClientTrap extends ClientCheck {
  readonly arming: TrapArming;
}

/** The moment at which a trap took effect. */
export type Sprung = RequestFact | ScaFact;

/** How long a client may take to react, and how long it must stay quiet to have given up. */
export const reactMs = 120_000;
export const quietMs = 30_000;

export const passed: Observation = { looked: 1, faults: [] };

export const failed = ({ number }: Pick<Sprung, "number">, text: string): Observation => ({
  looked: 1,
  faults: [{ number, text }],
});

export const waiting = (waitsFor: string): Observation => ({ looked: 0, faults: [], waitsFor });

/**
 * Judges what a client did after the trap took effect, until the next trap was armed. Before it is
 * armed there is nothing to see; until it takes effect, the judgement waits.
 */
export const afterSprung =
  (
    id: string,
    waitsFor: string,
    isSprung: (fact: Sprung) => boolean,
    judge: (sprung: Sprung, client: ObservedClient) => Observation,
  ) =>
  (client: ObservedClient): Observation => {
    const armed = client.marks.findLast(({ mark }) => mark === id);
    if (armed === undefined) return { looked: 0, faults: [] };
    const next = client.marks.find(({ number }) => number > armed.number);
    const seen = next === undefined ? client : until(next, client);
    const sprung = seen.facts.find(
      (fact): fact is Sprung =>
        fact.number > armed.number && fact.kind !== "mark" && isSprung(fact),
    );
    if (sprung !== undefined) return judge(sprung, seen);
    return next === undefined ? waiting(waitsFor) : { looked: 0, faults: [] };
  };

/** Returns what was known of a client when another trap was armed. */
const until = ({ number, at }: MarkFact, client: ObservedClient): ObservedClient => {
  const isEarlier = (fact: { readonly number: number }) => fact.number < number;
  return {
    facts: client.facts.filter(isEarlier),
    requests: client.requests.filter(isEarlier),
    scas: client.scas.filter(isEarlier),
    marks: client.marks.filter(isEarlier),
    now: at,
  };
};

/** Judges by the first later request that repeats this one; a client that never does fails. */
export const judgeRepeat = (
  sprung: RequestFact,
  client: ObservedClient,
  judge: (repeat: RequestFact) => Observation,
): Observation => {
  const repeat = requestsAfter(sprung, client).find(
    (later) => asksTheSame(sprung, later) || paysTheSame(sprung, later),
  );
  if (repeat !== undefined) return judge(repeat);
  if (client.now - sprung.at < reactMs) return waiting("the same request again");
  return failed(sprung, "the request was not sent again within two minutes");
};

/** Finds a second payment like the first one, which the PSU would pay twice. */
export const findSecondPayment = (
  first: RequestFact | undefined,
  client: ObservedClient,
  after: number,
): RequestFact | undefined =>
  first &&
  client.requests.find(
    (later) =>
      later.number > after &&
      later.number > first.number &&
      paysTheSame(first, later) &&
      later.requestId !== first.requestId,
  );

/** Returns the request that created a payment. */
export const findCreation = (
  paymentId: string | undefined,
  { requests }: ObservedClient,
): RequestFact | undefined =>
  requests.find(({ createdId }) => createdId !== undefined && createdId === paymentId);
