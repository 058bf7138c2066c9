import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ScaMethod } from "@varde/bank";
import { runContract, scaMethodContract } from "@varde/bank/contracts";
import { onBothEngines } from "@varde/testkit/storage";
import { dataSet } from "../../src/data-set/index.ts";
import { everyMigration } from "../../src/index.ts";
import { sandboxPorts } from "../sandbox-ports.ts";

const { kari, ola } = dataSet.people;

type Plant = (method: ScaMethod) => Partial<ScaMethod>;

const failed = { kind: "failed", because: "invalid", reason: "" } as const;

/** Faulty methods, each with the rules that notice it. */
const planted: readonly (readonly [string, readonly string[], Plant])[] = [
  [
    "a method that redirects",
    ["SCA-1", "SCA-2", "SCA-3", "SCA-4", "SCA-5", "SCA-6"],
    () => ({ begin: async () => ({ kind: "redirect", address: "https://x.example", kept: "" }) }),
  ],
  [
    "a method that proves everybody as one person",
    ["SCA-3", "SCA-5", "SCA-6"],
    ({ finish }) => ({
      finish: (sca, _callback) =>
        finish(sca, { kind: "form", fields: { customerNumber: kari.customerNumber } }),
    }),
  ],
  [
    "a method that proves another person",
    ["SCA-1", "SCA-2", "SCA-4"],
    ({ finish }) => ({
      finish: async (sca, callback) => {
        const result = await finish(sca, callback);
        return result.kind === "proven" ? { ...result, personId: ola.personId } : result;
      },
    }),
  ],
  [
    "a method that gives no reason",
    ["SCA-3"],
    ({ finish }) => ({
      finish: async (sca, callback) => {
        const result = await finish(sca, callback);
        return result.kind === "failed" ? failed : result;
      },
    }),
  ],
  [
    "a method that stores the customer number as evidence",
    ["SCA-4"],
    ({ finish }) => ({
      finish: async (sca, callback) => {
        const result = await finish(sca, callback);
        if (result.kind !== "proven") return result;
        return { ...result, evidence: { ...result.evidence, transactionId: kari.customerNumber } };
      },
    }),
  ],
  [
    "a method that throws for an unknown customer",
    ["SCA-3"],
    ({ finish }) => ({
      finish: async (sca, callback) => {
        const result = await finish(sca, callback);
        if (result.kind === "failed") throw new Error("unknown");
        return result;
      },
    }),
  ],
];

onBothEngines(everyMigration, (storage, engine) =>
  describe("the contract of an SCA method", () => {
    const failedRules = async (plant: Plant = () => ({})) => {
      const { ports, worldId } = await sandboxPorts(storage());
      const { scaMethod } = ports;
      const rules = scaMethodContract({
        scaMethod: { ...scaMethod, ...plant(scaMethod) },
        stages: { identify: ["page"], approve: ["page"] },
        worldId,
        personId: kari.personId,
        identityNumber: kari.customerNumber,
        act: async (_begun, decision) => ({
          customerNumber: decision === "confirm" ? kari.customerNumber : "15819000066",
        }),
      });
      return (await runContract(rules)).filter(({ result }) => result === "failed");
    };

    test("holds for the form of the sandbox", async () => {
      assert.deepEqual(await failedRules(), []);
    });

    if (engine === "postgres") return;
    for (const [title, expected, plant] of planted) {
      test(`${expected} notices ${title}`, async () => {
        assert.deepEqual(
          (await failedRules(plant)).map(({ id }) => id),
          expected,
        );
      });
    }
  }),
);
