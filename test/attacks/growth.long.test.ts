import { describe, test } from "node:test";
import { atScale, runRounds } from "@varde/testkit/rounds";
import { certificateFamilies } from "./growth/certificate-families.ts";
import { listFamilies } from "./growth/growth-families.ts";
import { GrowthMeter } from "./growth/growth-meter.ts";
import { Attacker } from "./stall/attacker.ts";

describe("the cost of a hostile request grows no faster than its size", () => {
  test("in every place of every operation and page", async (t) => {
    await using attacker = await Attacker.start();
    const meter = new GrowthMeter(attacker);
    const each = atScale({ slice: 3, long: 150 });
    const counts = { bodies: each, forms: each, chunks: each, queries: each, headers: each };
    await runRounds("growth", atScale({ slice: 1, long: 200 }), async ({ seed }) => {
      await meter.measure(listFamilies(attacker, { counts, doublings: 1, seed }));
      meter.assertNoFaults();
    });
    meter.report(t);
  });

  test("in certificates and in how a signature names their issuers", async (t) => {
    await using attacker = await Attacker.start();
    const meter = new GrowthMeter(attacker);
    const families = [...certificateFamilies(attacker, 1)];
    const step = atScale({ slice: 20, long: 1 });
    await meter.measure(families.filter((_, at) => at % step === 0));
    meter.report(t);
    meter.assertNoFaults();
  });
});
