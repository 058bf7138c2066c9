import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { clientChecks } from "@varde/conformance";
import { startBank, type TestBank } from "@varde/sandbox";
import { aCarefulClient, listFound } from "./a-careful-client.ts";
import { plantedMistakes } from "./planted-mistakes.ts";

describe("a client with one mistake", () => {
  let bank: TestBank;
  before(async () => {
    bank = await startBank();
    await bank.clock.set("2026-11-16T12:00:00Z");
  });
  after(() => bank.close());

  for (const { name, found, make } of plantedMistakes) {
    test(`that ${name} fails ${found.join(" and ")}, and nothing else`, async () => {
      await bank.scenarios.clear();
      await bank.clock.set("2026-11-16T12:00:00Z");
      await make(await aCarefulClient(bank));
      const readiness = await bank.readiness.read({ profile: "both-company" });
      assert.deepEqual(listFound(readiness), found);
      for (const id of found) {
        const graded = readiness.checks.find((check) => check.id === id);
        assert.ok((graded?.requests.length ?? 0) > 0, `${id} names its requests`);
        assert.ok(graded?.todo !== undefined, `${id} says what to do`);
      }
    });
  }

  test("and every check of recorded traffic but the certificate's age has a mistake here", () => {
    const found = new Set(plantedMistakes.flatMap((mistake) => mistake.found));
    const missing = clientChecks.filter(({ id, area }) => area !== "traps" && !found.has(id));
    assert.deepEqual(
      missing.map(({ id }) => id),
      ["t-certificate-days"],
    );
  });

  test("that does nothing wrong is not ready before everything was seen", async () => {
    const client = await aCarefulClient(bank);
    await client.get("/v1/accounts");
    const readiness = await bank.readiness.read({ profile: "pisp" });
    assert.deepEqual(listFound(readiness), []);
    assert.match(readiness.verdict, /^Not ready: \d+ required checks not seen$/);
    assert.equal(readiness.requests, 1);
  });
});
