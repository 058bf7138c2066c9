import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { Storage } from "@varde/storage";
import { Phone } from "@varde/testkit/psu";
import { onBothEngines } from "@varde/testkit/storage";
import { runContract, type ScaPrompt, scaMethodContract } from "../../../src/contracts/index.ts";
import {
  AppScaMethod,
  bankMigrations,
  databaseClock,
  type ScaAttempt,
  type ScaMethod,
  type ScaResult,
} from "../../../src/index.ts";

const customerNumber = "15819000066";
const phone = new Phone("phone-1");

const aMethod = (storage: Storage, personId: string): AppScaMethod =>
  new AppScaMethod({
    storage,
    clock: databaseClock(storage),
    psuDirectory: {
      findPerson: async (_worldId, number) =>
        number === customerNumber ? { personId, name: "Kari" } : undefined,
    },
    findDevice: async (_user, deviceId) => (deviceId === phone.deviceId ? phone.device : undefined),
    onFault: (error) => assert.fail(error),
  });

type Plant = (method: AppScaMethod, personId: string) => Partial<ScaMethod>;

const afterFinish =
  (change: (result: ScaResult, personId: string) => ScaResult): Plant =>
  (method, personId) => ({
    finish: async (sca, callback) => change(await method.finish(sca, callback), personId),
  });
const proven = (personId: string): ScaResult => ({
  kind: "proven",
  personId,
  evidence: { method: "app", at: Date.now() },
});

/** Faulty methods, each with the rules that notice it. */
const planted: readonly (readonly [string, readonly string[], Plant])[] = [
  [
    "a method that trusts the number on the page",
    ["SCA-1", "SCA-3", "SCA-4", "SCA-6", "SCA-10"],
    (method, personId) => ({
      finish: async (sca, callback) =>
        callback.kind === "form" && callback.fields.customerNumber === customerNumber
          ? proven(personId)
          : method.finish(sca, callback),
    }),
  ],
  [
    "a method that takes every decision for a confirmation",
    ["SCA-3", "SCA-6"],
    afterFinish((result, personId) =>
      result.kind === "failed" && result.because === "refused" ? proven(personId) : result,
    ),
  ],
  [
    "evidence with the customer number",
    ["SCA-4"],
    afterFinish((result) =>
      result.kind === "proven"
        ? { ...result, evidence: { ...result.evidence, level: customerNumber } }
        : result,
    ),
  ],
  [
    "a method that throws for a poll of nothing",
    ["SCA-5"],
    (method) => ({
      finish: async (sca, callback) => {
        if (callback.kind === "poll") JSON.parse(callback.kept);
        return method.finish(sca, callback);
      },
    }),
  ],
  [
    "a method that accepts an earlier confirmation",
    ["SCA-8", "SCA-10"],
    (method) => {
      const begun: (readonly [ScaAttempt, string])[] = [];
      return {
        begin: async (sca, subject) => {
          const prompt = await method.begin(sca, subject);
          if (prompt.kind === "wait") begun.push([sca, prompt.kept]);
          return prompt;
        },
        finish: async (sca, callback) => {
          const result = await method.finish(sca, callback);
          if (sca.step === "identify" || result.kind !== "wait") return result;
          for (const [earlier, kept] of begun) {
            const other = await method.finish(earlier, { kind: "poll", kept });
            if (other.kind === "proven") return other;
          }
          return result;
        },
      };
    },
  ],
  [
    "a method that does not wait for the phone",
    ["SCA-8", "SCA-10"],
    (method, personId) => ({
      finish: async (sca, callback) => {
        const result = await method.finish(sca, callback);
        return callback.kind === "poll" && result.kind === "wait" ? proven(personId) : result;
      },
    }),
  ],
  [
    "a phone that is not told what it confirms",
    ["SCA-11"],
    (method) => ({
      begin: (sca, subject) =>
        method.begin(sca, subject && { ...subject, text: "Bekreft i appen" }),
    }),
  ],
];

onBothEngines(bankMigrations, (storage, engine) =>
  describe("the contract of an SCA method in the bank's app", () => {
    const failedRules = async (plant: Plant = () => ({})) => {
      const user = { worldId: "w", personId: randomUUID() };
      const method = aMethod(storage(), user.personId);
      const readChallenge = async (prompt: ScaPrompt) => {
        assert(prompt.kind === "wait");
        const { challengeId } = JSON.parse(prompt.kept);
        const waiting = await method.listChallenges(user);
        return waiting.find((each) => each.challengeId === challengeId);
      };
      const rules = scaMethodContract({
        scaMethod: {
          begin: (sca, subject) => method.begin(sca, subject),
          finish: (sca, callback) => method.finish(sca, callback),
          ...plant(method, user.personId),
        },
        secondInstance: aMethod(storage(), user.personId),
        stages: { identify: ["page", "wait"], approve: ["wait"] },
        ...user,
        identityNumber: customerNumber,
        act: async (prompt, decision) => {
          if (prompt.kind === "page") return { customerNumber };
          const challenge = await readChallenge(prompt);
          assert(challenge !== undefined, "the app shows no challenge");
          if (decision === "confirm") await method.confirm(phone.confirm(challenge));
          else await method.refuse(user, challenge.challengeId);
          return undefined;
        },
        readShown: async (prompt) => (await readChallenge(prompt))?.text ?? "",
      });
      const reports = await runContract(rules);
      const skipped = reports.flatMap(({ id, result }) => (result === "skipped" ? [id] : []));
      assert.deepEqual(skipped, ["SCA-7"], "only the rule for redirects does not apply");
      return reports.filter(({ result }) => result === "failed");
    };

    test("holds", async () => {
      assert.deepEqual(await failedRules(), []);
    });

    if (engine === "postgres") return;
    for (const [title, expected, plant] of planted) {
      test(`${expected} notices ${title}`, async () => {
        const reports = await failedRules(plant);
        assert.deepEqual(
          reports.map(({ id }) => id),
          expected,
          JSON.stringify(reports),
        );
      });
    }
  }),
);
