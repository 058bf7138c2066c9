import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { atScale } from "@varde/testkit/rounds";
import { startLoadGenerator } from "../../bench/load/load-generator.ts";
import { OpenPlaces } from "../../bench/open-places.ts";
import { Report } from "../../bench/report.ts";
import { benchRelease } from "../../bench/sections/bench-release.ts";
import { quickSizes } from "../../bench/sections/bench-run.ts";
import { findObstacle, installRelease } from "./install-release.ts";
import { readReleases } from "./read-releases.ts";

const release = readReleases().at(-1);
assert(release !== undefined);
const skip = atScale({
  slice: "compared only in the long run",
  long: findObstacle(release) ?? false,
});

interface Effort {
  readonly rounds: number;
  readonly perRound: number;
  readonly warmUpMax: number;
}

/** Compares this version with the release. Returns whether it is fast enough, and the figures. */
const compare = async (effort: Effort, slowDownUs: number) => {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "varde-release-"));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const load = stack.adopt(startLoadGenerator(), (generator) => generator.stop());
  let text = "";
  const report = new Report((line) => {
    text += line;
  });
  const sizes = { ...quickSizes, ...effort };
  const run = { report, load, folder, sizes, wants: () => true, slowDownUs };
  const places = stack.use(new OpenPlaces(folder));
  const open = (name: string) => places.open("sqlite", name);
  return { isFastEnough: await benchRelease(run, open, await installRelease(release)), text };
};

test("a request costs no more CPU than in the last release, beyond A/A", {
  skip,
}, async () => {
  const { isFastEnough, text } = await compare({ rounds: 12, perRound: 500, warmUpMax: 30_000 }, 0);
  assert(isFastEnough, text);
});

test("the comparison notices requests that waste three milliseconds", { skip }, async () => {
  const { isFastEnough, text } = await compare({ rounds: 3, perRound: 200, warmUpMax: 400 }, 3_000);
  assert(!isFastEnough, text);
});
