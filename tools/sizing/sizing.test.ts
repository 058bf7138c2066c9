import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { root } from "../source/list-files.ts";
import { callMix, computeSizing, type EngineCosts, mixed, sizedCalls } from "./sizing-model.ts";
import { formatSizing } from "./texts/format-sizing.ts";

const read = (file: string) => readFileSync(join(root, "docs/operations", file), "utf8");

/** Costs that make the results easy to compute by hand. */
const costs: EngineCosts = {
  creation: { bankUs: 5_000, databaseUs: 2_500, bytes: 10_000 },
  status: { bankUs: 1_250, databaseUs: 0, bytes: 0 },
  balances: { bankUs: 800, databaseUs: 400, bytes: 200 },
  transactions: { bankUs: 2_000, databaseUs: 1_000, bytes: 500 },
};

describe("sizing", () => {
  test("adds up the calls to the average cost of a call", () => {
    assert.equal(
      sizedCalls.reduce((sum, call) => sum + callMix[call], 0),
      1,
    );
    assert.equal(mixed(costs, "bankUs"), 100 + 100 + 400 + 800);
    assert.equal(mixed(costs, "databaseUs"), 50 + 200 + 400);
    assert.equal(mixed(costs, "bytes"), 200 + 100 + 200);
  });

  test("computes the machines for the peak, with a reserve", () => {
    // 43.2 million a month are 1.44 a day, 2.16 on the busiest, 216 000 in an hour: 60 a second.
    const demand = { name: "a bank", callsPerMonth: 43_200_000 };
    const small = computeSizing(demand, costs);
    assert.equal(Math.round(small.callsPerSecondAtPeak), 120);
    assert.equal(small.bankCoresUsed.toFixed(3), "0.168");
    assert.deepEqual([small.bankProcesses, small.bankMachines, small.databaseCores], [2, 2, 2]);
    assert.equal(small.gigabytesPerMonth.toFixed(1), "21.6");
    const large = computeSizing({ name: "more", callsPerMonth: 100 * 43_200_000 }, costs);
    // 12 000 a second use 16.8 cores of the bank and 7.8 of the database; half is reserve.
    assert.deepEqual([large.bankProcesses, large.bankMachines], [34, 6]);
    assert.deepEqual([large.databaseCores, large.databases, large.connections], [16, 1, 340]);
  });

  test("docs/operations/sizing.md is what npm run sizing writes", () => {
    assert.equal(read("sizing.md"), formatSizing(JSON.parse(read("sizing-costs.json"))));
  });
});
