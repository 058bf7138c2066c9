import { writeFileSync } from "node:fs";
import { startPostgres } from "@varde/testkit/postgres";
import { chooseMutations } from "./choose-mutations.ts";
import { equivalents } from "./equivalents.ts";
import type { Mutation } from "./find-mutations.ts";
import { Judge } from "./judge-mutations.ts";
import { formatScorePage, type Judged, scorePage, writeJudged } from "./judged.ts";
import { findNearTests } from "./nearest-tests.ts";
import { findRefused } from "./refuse-by-compiler.ts";
import { type GeneratedVerdict, hashSource, Verdicts } from "./verdicts.ts";

export interface GeneratedRun {
  readonly count: number;
  readonly seed: number;
  readonly lanes: number;
  readonly isPublished: boolean;
}

const compiledAtOnce = 50;

/**
 * Judges generated mutants: the compiler, then the nearest tests, then those of the package, then
 * all. An interrupted run continues where it was, also on another machine if it is published.
 * Returns whether all were noticed.
 */
export async function runGenerated(run: GeneratedRun): Promise<boolean> {
  const mutations = chooseMutations(run.count, run.seed);
  const verdicts = new Verdicts();
  for (const one of mutations) {
    if (equivalents.has(one.key)) verdicts.store(one, { kind: "equivalent" });
  }
  const isNew = (one: Mutation) => verdicts.find(one) === undefined;
  // In parts, so that an interrupted search has not been for nothing.
  const added = mutations.filter(isNew);
  for (let from = 0; from < added.length; from += compiledAtOnce) {
    const refused = findRefused(added.slice(from, from + compiledAtOnce));
    for (const one of refused) report(one, { kind: "refused" }, verdicts);
  }
  process.once("SIGINT", () => {
    if (run.isPublished) publish(mutations, run.seed, verdicts);
    process.exit(130);
  });
  const postgres = await startPostgres();
  try {
    const judge = new Judge({ databaseUrl: postgres.url, lanes: run.lanes });
    const isUndecided = (one: Mutation) => {
      const kind = verdicts.find(one)?.kind;
      return kind === undefined || kind === "open" || kind === "survived";
    };
    for (const judgeBy of [judgeByNearest, judgeByPackage, judgeByAll]) {
      await judgeBy(mutations.filter(isUndecided), judge, verdicts);
      if (run.isPublished) publish(mutations, run.seed, verdicts);
    }
  } finally {
    await postgres.stop();
  }
  return printSurvivors(mutations, verdicts);
}

const listJudged = (mutations: readonly Mutation[], verdicts: Verdicts): readonly Judged[] =>
  mutations.map((one) => ({
    key: one.key,
    source: hashSource(one.file),
    verdict: verdicts.find(one) ?? { kind: "open" },
  }));

function publish(mutations: readonly Mutation[], seed: number, verdicts: Verdicts): void {
  const judged = listJudged(mutations, verdicts);
  writeJudged({ seed, judged });
  writeFileSync(scorePage, formatScorePage({ seed, judged }));
}

async function judgeByNearest(mutations: readonly Mutation[], judge: Judge, verdicts: Verdicts) {
  for (const one of mutations) {
    const killer = await judge.findKiller(one, findNearTests(one).nearest);
    report(one, killer === undefined ? { kind: "open" } : { kind: "killed", by: killer }, verdicts);
  }
}

async function judgeByPackage(mutations: readonly Mutation[], judge: Judge, verdicts: Verdicts) {
  const byPackage = Map.groupBy(mutations, ({ file }) => file.split("/")[1] ?? "");
  for (const group of byPackage.values()) {
    const files = new Set(group.flatMap((one) => findNearTests(one).ofPackage));
    const killers = await judge.findKillers(group, [...files]);
    for (const [one, by] of killers) report(one, { kind: "killed", by }, verdicts);
  }
}

async function judgeByAll(mutations: readonly Mutation[], judge: Judge, verdicts: Verdicts) {
  const files = new Set(mutations.flatMap((one) => findNearTests(one).others));
  const killers = await judge.findKillers(mutations, [...files]);
  for (const one of mutations) {
    const by = killers.get(one);
    report(one, by === undefined ? { kind: "survived" } : { kind: "killed", by }, verdicts);
  }
}

function report(mutation: Mutation, verdict: GeneratedVerdict, verdicts: Verdicts): void {
  verdicts.store(mutation, verdict);
  const by = verdict.kind === "killed" ? ` by ${verdict.by}` : "";
  console.log(`${verdict.kind} ${mutation.file}:${mutation.line} ${mutation.key}${by}`);
}

function printSurvivors(mutations: readonly Mutation[], verdicts: Verdicts): boolean {
  const judged = listJudged(mutations, verdicts);
  const survivors = mutations.filter((one) => verdicts.find(one)?.kind === "survived");
  for (const one of survivors) {
    const { file, line, find, replace, key } = one;
    const nearest = findNearTests(one).nearest.slice(0, 3).join(", ");
    console.log(`\nsurvived ${file}:${line}\n  ${find}\n→ ${replace}\n  ${key}\n  ${nearest}`);
  }
  const countOf = (kind: GeneratedVerdict["kind"]) =>
    judged.filter(({ verdict }) => verdict.kind === kind).length;
  const kinds = ["killed", "survived", "refused", "equivalent"] as const;
  console.log(
    `${judged.length} mutants: ${kinds.map((kind) => `${countOf(kind)} ${kind}`).join(", ")}`,
  );
  return survivors.length === 0;
}
