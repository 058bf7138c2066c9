import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import type { AppNotifier } from "../ports/app-notifier.ts";
import type { PersonId, ScaId, WorldId } from "../ports/ids.ts";
import { randomIds } from "../ports/random-ids.ts";
import { assertEqual, type ContractRule, numberRules } from "./contract.ts";

type Waiting = Parameters<AppNotifier["notify"]>[0];

/** A notifier to test, with two people who have the app. */
export interface AppNotifierSubject {
  readonly notifier: AppNotifier;
  readonly worldId: WorldId;
  readonly people: readonly [PersonId, PersonId];
  /** Returns the approvals that a person's app was notified of, oldest first. */
  readonly received: (personId: PersonId) => Promise<readonly (ScaId | undefined)[]>;
  /** The longest time that a notification may take; ten seconds by default. */
  readonly arriveMsMax?: number;
}

const subjects: readonly Waiting["subject"][] = [
  "payment",
  "cancellation",
  "basket",
  "batch",
  "consent",
  "identification",
];
const pollMs = 50;

/** Returns the rules for the port `appNotifier`. */
export const appNotifierContract = (subject: AppNotifierSubject): readonly ContractRule[] => {
  const trial = openTrial(subject);
  return numberRules("APP", [
    ["notifies the person of each kind of approval", () => notifiesOfEach(trial)],
    ["notifies nobody else", () => notifiesNobodyElse(trial)],
    ["notifies once for each approval", () => notifiesOnce(trial)],
    ["delivers concurrent notifications each to its person", () => deliversEach(trial)],
  ]);
};

type Trial = ReturnType<typeof openTrial>;

const openTrial = (subject: AppNotifierSubject) => {
  const { notifier, worldId, received, arriveMsMax = 10_000 } = subject;
  return {
    ...subject,
    notify: async (personId: PersonId, about: Waiting["subject"]): Promise<ScaId> => {
      const scaId: ScaId = randomIds.newId();
      await notifier.notify({ worldId, personId, scaId, subject: about });
      return scaId;
    },
    awaitArrival: async (personId: PersonId, scaIds: readonly ScaId[]): Promise<void> => {
      const until = performance.now() + arriveMsMax;
      for (;;) {
        const missing = new Set(scaIds).difference(new Set(await received(personId)));
        if (missing.size === 0) return;
        assert(performance.now() < until, `${missing.size} of ${scaIds.length} have not arrived`);
        await setTimeout(pollMs);
      }
    },
    countArrivals: async (personId: PersonId, scaId: ScaId): Promise<number> =>
      (await received(personId)).filter((one) => one === scaId).length,
  };
};

const notifiesOfEach = async ({ people: [own], notify, awaitArrival }: Trial): Promise<void> => {
  for (const about of subjects) await awaitArrival(own, [await notify(own, about)]);
};

const notifiesNobodyElse = async (trial: Trial): Promise<void> => {
  const [own, other] = trial.people;
  const scaId = await trial.notify(own, "payment");
  await trial.awaitArrival(own, [scaId]);
  assertEqual(await trial.countArrivals(other, scaId), 0, "notifications of another person");
};

const notifiesOnce = async (trial: Trial): Promise<void> => {
  const [own] = trial.people;
  const first = await trial.notify(own, "payment");
  const second = await trial.notify(own, "payment");
  await trial.awaitArrival(own, [first, second]);
  const counts = [await trial.countArrivals(own, first), await trial.countArrivals(own, second)];
  assertEqual(counts, [1, 1], "notifications of two approvals");
};

const deliversEach = async ({ people, notify, awaitArrival, received }: Trial): Promise<void> => {
  const [own, other] = people;
  const turns = Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? own : other));
  const scaIds = await Promise.all(turns.map((personId) => notify(personId, "payment")));
  const sentTo = (personId: PersonId) => scaIds.filter((_, at) => turns[at] === personId);
  for (const personId of people) await awaitArrival(personId, sentTo(personId));
  const strays = new Set(await received(other)).intersection(new Set(sentTo(own)));
  assertEqual(strays.size, 0, "notifications that reached another person");
};
