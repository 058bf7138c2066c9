import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { aBulk, aBulkItem, bulkNdct } from "@varde/testkit/payments";
import { atScale, runRounds } from "@varde/testkit/rounds";
import { Attacker } from "./stall/attacker.ts";
import { bodyCases, bytesMax } from "./stall/body-cases.ts";
import { formatWithBody, interfacePlaces } from "./stall/interface-cases.ts";
import { findTarget, type Target, targets } from "./stall/interface-targets.ts";
import { StallMeter } from "./stall/measure-stalls.ts";
import { formPlaces, listCheapRoutes, pagePlaces } from "./stall/page-cases.ts";
import { type Extent, listCases } from "./stall/stall-case.ts";

const payment = findTarget("/v1/payments/norwegian-domestic-credit-transfers");
const reading = findTarget("/v1/accounts/{accountId}/transactions");

/** The other paths of an operation differ only in the product. */
const pickExtent = (target: Target): Extent => {
  if (target === payment || target === reading) return "all";
  return targets.find(({ id }) => id === target.id) === target ? "every shape" : "one";
};

/** Returns a bulk of as many payments as it may have, none of which was sent before. */
const anHonestBulk = (): string => {
  const remittanceInformationUnstructured = "Invoice 4711, ".repeat(10);
  const items = Array.from({ length: 1_000 }, () =>
    aBulkItem({ remittanceInformationUnstructured }),
  );
  return JSON.stringify(aBulk(items), undefined, 8);
};

describe("every hostile text costs the main thread at most 50 ms", () => {
  test("A29: in every place of every operation", async (t) => {
    await using attacker = await Attacker.start();
    const meter = new StallMeter(attacker);
    const count = atScale({ slice: 3, long: targets.length });
    await runRounds("stalling operations", count, async ({ number, seed }) => {
      const target = targets[number];
      assert(target !== undefined);
      const extent = atScale({ slice: "one", long: pickExtent(target) } as const);
      const places = interfacePlaces(attacker, target);
      await meter.measure(listCases(target.id, places, () => extent, seed));
      meter.assertNoFaults();
    });
    meter.report(t);
  });

  test("A29: in every place of every page", async (t) => {
    await using attacker = await Attacker.start();
    const meter = new StallMeter(attacker);
    const extent = atScale({ slice: "one", long: "every shape" } as const);
    const places = await formPlaces(attacker);
    await meter.measure(listCases("POST /sca/:secret", places, () => extent, 0));
    const routes = await listCheapRoutes(attacker, meter);
    const count = atScale({ slice: 5, long: routes.length });
    await runRounds("stalling pages", count, async ({ number, seed }) => {
      const route = routes[number];
      assert(route !== undefined);
      const title = `${route.method} ${route.path}`;
      await meter.measure(listCases(title, pagePlaces(attacker, route), () => extent, seed));
      meter.assertNoFaults();
    });
    meter.report(t);
  });

  test("A32: in bodies of the greatest size, for every operation that reads one", async (t) => {
    await using attacker = await Attacker.start();
    const meter = new StallMeter(attacker);
    const withBody = targets.filter(({ example }) => example !== undefined);
    const count = atScale({ slice: 1, long: withBody.length });
    await runRounds("stalling bodies", count, async ({ number }) => {
      const target = withBody[number];
      assert(target !== undefined);
      await meter.measure(bodyCases(attacker, target, [bytesMax, bytesMax / 16]));
      meter.assertNoFaults();
    });
    meter.report(t);
  });

  test("A32: an honest bulk of almost 1 MiB is accepted", async (t) => {
    await using attacker = await Attacker.start();
    const target = findTarget(bulkNdct);
    let bytes = 0;
    const format = () => {
      const body = anHonestBulk();
      bytes = body.length;
      return formatWithBody(attacker, target, body, true);
    };
    const meter = new StallMeter(attacker);
    const { cpuMs, status } = await meter.measureBest({ title: "an honest bulk", format }, 0);
    assert.equal(status, 201);
    assert.ok(bytes > 900_000 && bytes < bytesMax, `${bytes} bytes`);
    const perKilobyte = (1_000 * cpuMs) / (bytes / 1_024);
    t.diagnostic(`${bytes} bytes: ${cpuMs.toFixed(0)} ms, ${perKilobyte.toFixed(0)} µs per kB`);
  });
});
