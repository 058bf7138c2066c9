import assert from "node:assert/strict";
import { test } from "node:test";
import { atScale } from "@varde/testkit/rounds";
import { measureCosts } from "./measure-costs.ts";
import { sizedCalls } from "./sizing-model.ts";

test("measures what each call costs on both engines", async () => {
  const effort = atScale({
    slice: { warmUp: 0, rounds: 1, perRound: 60 },
    long: { warmUp: 500, rounds: 3, perRound: 250 },
  });
  const { sqlite, postgres, transactionsPerPage } = await measureCosts(effort);
  for (const call of sizedCalls) {
    assert(sqlite[call].bankUs > 0, call);
    assert(postgres[call].bankUs > 0, call);
    assert.equal(sqlite[call].databaseUs, undefined);
    assert((postgres[call].databaseUs ?? -1) >= 0, call);
  }
  assert(transactionsPerPage > 0);
});
