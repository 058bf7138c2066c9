import { after, beforeEach, describe, test } from "node:test";
import { headerTitle } from "@varde/protocol";
import { bulkNdct } from "@varde/testkit/payments";
import { Attacker } from "./stall/attacker.ts";
import { bodyCases, bytesMax } from "./stall/body-cases.ts";
import { interfacePlaces } from "./stall/interface-cases.ts";
import { findTarget, targets } from "./stall/interface-targets.ts";
import { StallMeter } from "./stall/measure-stalls.ts";
import { formPlaces, listCheapRoutes, pagePlaces } from "./stall/page-cases.ts";
import { listCases } from "./stall/stall-case.ts";

const attacker = await Attacker.start();
after(() => attacker[Symbol.asyncDispose]());

/** The small part of `stalling-requests.long.test.ts`. */
describe("a hostile text costs the main thread at most 50 ms", () => {
  let meter: StallMeter;
  beforeEach(() => {
    meter = new StallMeter(attacker);
  });

  const payment = findTarget("/v1/payments/norwegian-domestic-credit-transfers");
  const beforeSignature = ["date", "digest", "tpp-signature-certificate", "signature"] as const;
  const isBeforeSignature = (place: string) =>
    place.endsWith(" of Signature") || beforeSignature.some((name) => headerTitle(name) === place);

  test("A29: in every place that is read before the signature is verified", async (t) => {
    const places = interfacePlaces(attacker, payment);
    const extent = (place: string) => (isBeforeSignature(place) ? "every position" : "none");
    await meter.measure(listCases(payment.id, places, extent, 0));
    meter.report(t);
    meter.assertNoFaults();
  });

  test("A29: in every place of a payment, and in some of every other operation", async (t) => {
    for (const [number, target] of targets.entries()) {
      const places = interfacePlaces(attacker, target);
      const extent = (_: string, at: number) =>
        target === payment || (at + number) % 150 === 0 ? "one" : "none";
      await meter.measure(listCases(target.id, places, extent, number));
    }
    meter.report(t);
    meter.assertNoFaults();
  });

  test("A29: in the fields of a PSU's form, and in some places of every page", async (t) => {
    const places = await formPlaces(attacker);
    await meter.measure(listCases("POST /sca/:secret", places, () => "one", 0));
    const routes = await listCheapRoutes(attacker, meter);
    for (const [number, route] of routes.entries()) {
      const extent = (_: string, at: number) => ((at + number) % 60 === 0 ? "one" : "none");
      const title = `${route.method} ${route.path}`;
      await meter.measure(listCases(title, pagePlaces(attacker, route), extent, number));
    }
    meter.report(t);
    meter.assertNoFaults();
  });

  test("A32: in a body of the greatest size", async (t) => {
    await meter.measure(bodyCases(attacker, findTarget(bulkNdct), [bytesMax]));
    meter.report(t);
    meter.assertNoFaults();
  });
});
