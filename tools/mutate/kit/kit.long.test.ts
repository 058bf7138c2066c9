import assert from "node:assert/strict";
import { test } from "node:test";
import { atScale, runRounds } from "@varde/testkit/rounds";
import { mutants } from "../mutants/index.ts";
import { judgeWithKit } from "./judge-with-kit.ts";
import { nameMutant, readKitPage } from "./kit-page.ts";

const visible = mutants.filter(({ hidden }) => hidden === undefined);

const known = readKitPage();

/** Mutants of three kinds of checks: a twin, a sweep and a flow. */
const slice = ["HDR-11", "HDR-04", "BSK-08"];
const chosen = atScale({
  slice: visible.filter((mutant) => slice.includes(nameMutant(mutant))),
  long: visible,
});

test(`varde check-bank notices ${chosen.length} mutants`, () =>
  runRounds("kit-mutants", chosen.length, async ({ number }) => {
    const mutant = chosen[number];
    assert.ok(mutant !== undefined);
    const verdict = await judgeWithKit(mutant, known.get(nameMutant(mutant)));
    assert.equal(verdict.kind, "killed", `${nameMutant(mutant)}: ${JSON.stringify(verdict)}`);
  }));
