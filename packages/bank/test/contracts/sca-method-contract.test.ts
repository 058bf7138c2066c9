import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import {
  type PsuDecision,
  runContract,
  type ScaMethodSubject,
  scaMethodContract,
  testContract,
} from "../../src/contracts/index.ts";
import type { ScaMethod, ScaResult } from "../../src/ports/sca-method.ts";

const identityNumber = "15819000066";
const kari = "kari";

/** Confirmations on another device, by the text that the device shows. Shared by processes. */
class Devices {
  readonly decisions = new Map<string, PsuDecision>();
  #last = 0;

  show(): string {
    this.#last += 1;
    return `shown-${this.#last}`;
  }
}

const confirmed = (shown: string): ScaResult => ({
  kind: "proven",
  personId: kari,
  evidence: {
    method: "device",
    level: "high",
    transactionId: shown,
    hash: createHash("sha256").update(shown).digest("base64url"),
    at: Date.now(),
  },
});

/** An SCA method whose PSU confirms on another device. */
const deviceMethod = (devices: Devices): ScaMethod => ({
  begin: async () => ({ kind: "wait", kept: devices.show() }),
  finish: async (_sca, callback) => {
    if (callback.kind !== "poll") {
      return { kind: "failed", because: "invalid", reason: "the PSU did not use the device" };
    }
    const decision = devices.decisions.get(callback.kept);
    if (decision === undefined) return { kind: "wait", kept: callback.kept };
    return decision === "confirm"
      ? confirmed(callback.kept)
      : { kind: "failed", because: "refused", reason: "refused on the device" };
  },
});

type Plant = (method: ScaMethod, devices: Devices) => Partial<ScaMethod>;

const contract = (plant: Plant, waitMsMax?: number) => {
  const devices = new Devices();
  const method = deviceMethod(devices);
  const subject: ScaMethodSubject = {
    scaMethod: { ...method, ...plant(method, devices) },
    stages: { identify: ["wait"], approve: ["wait"] },
    worldId: "w",
    personId: kari,
    identityNumber,
    act: async (begun, decision) => {
      assert(begun.kind === "wait");
      devices.decisions.set(begun.kept.replace("process-", ""), decision);
      return undefined;
    },
    secondInstance: deviceMethod(devices),
    ...(waitMsMax === undefined ? {} : { waitMsMax }),
  };
  return scaMethodContract(subject);
};

testContract(
  "the contract of an SCA method holds for another device",
  contract(() => ({})),
);

const proving = (change: object): ((method: ScaMethod) => Partial<ScaMethod>) => {
  return ({ finish }) => ({
    finish: async (sca, callback) => {
      const result = await finish(sca, callback);
      if (result.kind !== "proven") return result;
      return { ...result, evidence: { ...result.evidence, ...change } };
    },
  });
};

/** Faulty methods, each with the first rule that notices it and what the rule sees. */
const planted: readonly (readonly [string, string, RegExp, Plant])[] = [
  [
    "a method that proves another person",
    "SCA-1",
    /^person who was proven: expected 'kari', got 'ola'$/,
    ({ finish }) => ({
      finish: async (sca, callback) => {
        const result = await finish(sca, callback);
        return result.kind === "proven" ? { ...result, personId: "ola" } : result;
      },
    }),
  ],
  [
    "a method that identifies only",
    "SCA-2",
    /^the proof failed: identification only$/,
    ({ finish }) => ({
      finish: async (sca, callback) =>
        sca.step === "approve"
          ? { kind: "failed", because: "invalid", reason: "identification only" }
          : finish(sca, callback),
    }),
  ],
  [
    "a method that proves a refusal",
    "SCA-3",
    /^a refusal was accepted as a proof$/,
    (_, devices) => ({
      finish: async (_sca, callback) => {
        assert(callback.kind === "poll");
        const isKnown = devices.decisions.has(callback.kept);
        return isKnown ? confirmed(callback.kept) : { kind: "wait", kept: callback.kept };
      },
    }),
  ],
  [
    "evidence with the identity number",
    "SCA-4",
    /^the evidence contains the identity number$/,
    proving({ transactionId: identityNumber }),
  ],
  ["evidence of yesterday", "SCA-4", /^the evidence is of/, proving({ at: Date.now() - 1e8 })],
  ["a hash in hexadecimal", "SCA-4", /^hash is not SHA-256/, proving({ hash: "ab".repeat(32) })],
  [
    "a method that takes any callback as a proof",
    "SCA-5",
    /^result of a form without a proof: expected 'failed', got 'proven'$/,
    ({ finish }) => ({
      finish: (sca, callback) =>
        callback.kind === "poll" ? finish(sca, callback) : Promise.resolve(confirmed("any")),
    }),
  ],
  [
    "a method with one PSU at a time",
    "SCA-6",
    /^results of concurrent proofs: /,
    ({ begin, finish }) => {
      let last = "";
      return {
        begin: async (sca, subject) => {
          const begun = await begin(sca, subject);
          if (begun.kind === "wait") last = begun.kept;
          return begun;
        },
        finish: (sca) => finish(sca, { kind: "poll", kept: last }),
      };
    },
  ],
  [
    "a method that accepts the last confirmation",
    "SCA-8",
    /^the confirmation of another amount was accepted$/,
    (_, devices) => ({
      finish: async () =>
        devices.decisions.size > 0 ? confirmed("last") : { kind: "wait", kept: "" },
    }),
  ],
  [
    "a method that keeps its state in the process",
    "SCA-9",
    /^the PSU's decision is not known/,
    ({ begin, finish }) => {
      const kept = new Map<string, string>();
      return {
        begin: async (sca, subject) => {
          const begun = await begin(sca, subject);
          assert(begun.kind === "wait");
          kept.set(`process-${begun.kept}`, begun.kept);
          return { kind: "wait", kept: `process-${begun.kept}` };
        },
        finish: (sca, callback) => {
          const known = callback.kind === "poll" ? (kept.get(callback.kept) ?? "") : "";
          return finish(sca, callback.kind === "poll" ? { kind: "poll", kept: known } : callback);
        },
      };
    },
  ],
  [
    "a method that confirms by itself",
    "SCA-10",
    /^result of step identify before the PSU has decided: expected 'wait', got 'proven'$/,
    () => ({ finish: async () => confirmed("itself") }),
  ],
];

describe("the contract of an SCA method", () => {
  for (const [title, ruleId, seen, plant] of planted) {
    test(`${ruleId} notices ${title}`, async () => {
      const rules = contract(plant, 100).filter(({ id }) => id === ruleId);
      const [report] = await runContract(rules);
      assert.equal(report?.result, "failed");
      assert.match(report.seen ?? "", seen);
    });
  }
});
