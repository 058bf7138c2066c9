import { after, describe, test } from "node:test";
import { certificateFamilies } from "./growth/certificate-families.ts";
import { listFamilies } from "./growth/growth-families.ts";
import { GrowthMeter } from "./growth/growth-meter.ts";
import { Attacker } from "./stall/attacker.ts";

const attacker = await Attacker.start();
after(() => attacker[Symbol.asyncDispose]());

/** The small part of `growth.long.test.ts`. */
describe("the cost of a hostile request grows no faster than its size", () => {
  test("in bodies, forms, queries and headers", async (t) => {
    const meter = new GrowthMeter(attacker);
    const counts = { bodies: 43, forms: 8, chunks: 5, queries: 3, headers: 6 };
    const bytesMax = 16 * 1024;
    await meter.measure(listFamilies(attacker, { counts, doublings: 2, bytesMax, seed: 0 }));
    const few = { ...counts, bodies: 5, forms: 5, chunks: 2, queries: 0, headers: 0 };
    await meter.measure(listFamilies(attacker, { counts: few, doublings: 4, seed: 1 }));
    meter.report(t);
    meter.assertNoFaults();
  });

  test("in certificates and in how a signature names their issuers", async (t) => {
    const meter = new GrowthMeter(attacker);
    await meter.measure([...certificateFamilies(attacker, 1)].filter((_, at) => at % 36 === 12));
    meter.report(t);
    meter.assertNoFaults();
  });
});
