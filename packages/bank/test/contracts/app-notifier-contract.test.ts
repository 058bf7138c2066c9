import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { appNotifierContract, runContract, testContract } from "../../src/contracts/index.ts";
import type { AppNotifier } from "../../src/ports/app-notifier.ts";
import type { ScaId } from "../../src/ports/ids.ts";

type Waiting = Parameters<AppNotifier["notify"]>[0];
type Deliver = (waiting: Waiting) => void;

/** A push service that delivers late, to one inbox per person. */
class PushService {
  readonly #inboxes = new Map<string, (ScaId | undefined)[]>();

  deliver: Deliver = ({ personId, scaId }) => {
    setImmediate(() => this.#inboxes.set(personId, [...this.received(personId), scaId]));
  };

  received(personId: string): readonly (ScaId | undefined)[] {
    return this.#inboxes.get(personId) ?? [];
  }
}

type Wrap = (deliver: Deliver) => (waiting: Waiting) => void | Promise<void>;

const contract = (wrap: Wrap, arriveMsMax?: number) => {
  const service = new PushService();
  const notify = wrap(service.deliver);
  return appNotifierContract({
    notifier: { notify: async (waiting) => notify(waiting) },
    worldId: "w",
    people: ["kari", "ola"],
    received: async (personId) => service.received(personId),
    ...(arriveMsMax === undefined ? {} : { arriveMsMax }),
  });
};

testContract(
  "the contract of an app notifier holds for a push service",
  contract((deliver) => deliver),
);

/** Faulty notifiers, each with the rules that notice it. */
const planted: readonly (readonly [string, readonly string[], Wrap])[] = [
  ["a notifier without an app", ["APP-1", "APP-2", "APP-3", "APP-4"], () => () => {}],
  [
    "a notifier that knows payments only",
    ["APP-1"],
    (deliver) => (waiting) => {
      if (waiting.subject === "payment") deliver(waiting);
    },
  ],
  [
    "a notifier that sends to everybody",
    ["APP-2", "APP-4"],
    (deliver) => (waiting) => {
      for (const personId of ["kari", "ola"]) deliver({ ...waiting, personId });
    },
  ],
  [
    "a notifier that sends twice",
    ["APP-3"],
    (deliver) => (waiting) => {
      deliver(waiting);
      deliver(waiting);
    },
  ],
  [
    "a notifier that keeps the last person",
    ["APP-4"],
    (deliver) => {
      let last: Waiting;
      return async (waiting) => {
        last = waiting;
        await Promise.resolve();
        deliver({ ...waiting, personId: last.personId });
      };
    },
  ],
  [
    "a notifier that throws",
    ["APP-1"],
    () => () => {
      throw new Error("no device");
    },
  ],
];

describe("the contract of an app notifier", () => {
  for (const [title, expected, wrap] of planted) {
    test(`${expected} notices ${title}`, async () => {
      const reports = await runContract(contract(wrap, 100));
      const failed = reports.filter(({ result }) => result === "failed");
      assert.deepEqual(
        failed.map(({ id }) => id),
        expected,
      );
    });
  }
});
