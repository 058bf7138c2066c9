import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { startPostgres } from "@varde/testkit/postgres";
import { atScale, runRounds } from "@varde/testkit/rounds";
import { readSource } from "./choose-mutations.ts";
import { findMutations } from "./find-mutations.ts";
import { Judge } from "./judge-mutations.ts";
import { type Judged, readJudged } from "./judged.ts";

const find = (key: string) => {
  const file = key.split("#")[0] ?? "";
  return findMutations(file, readSource(file)).find((one) => one.key === key);
};

/** Mutants that a test killed when the score was published, in the files that still have them. */
const listKilled = () =>
  readJudged().judged.flatMap(({ key, verdict }: Judged) => {
    const mutation = verdict.kind === "killed" ? find(key) : undefined;
    return mutation && verdict.kind === "killed" ? [{ mutation, by: verdict.by }] : [];
  });

describe("generated mutants", () => {
  test("that were killed are still killed by the same test", async () => {
    const killed = listKilled();
    assert.ok(killed.length >= 5, `only ${killed.length} of the published ones exist`);
    const postgres = await startPostgres();
    const judge = new Judge({ databaseUrl: postgres.url, lanes: 1 });
    const count = atScale({ slice: 3, long: killed.length });
    try {
      await runRounds("killed mutants", count, async ({ number, seed }) => {
        const { mutation, by } = killed[(number + 7 * seed) % killed.length] ?? assert.fail();
        assert.equal(await judge.findKiller(mutation, [by]), by, mutation.key);
      });
    } finally {
      await postgres.stop();
    }
  });
});
