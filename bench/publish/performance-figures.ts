import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { ReportedLine, ReportedSection } from "../report.ts";
import type { BenchRun } from "../sections/bench-run.ts";

/** Where and when a run was measured. */
export interface RunConditions {
  readonly measuredOn: string;
  readonly commit: string;
  readonly machine: string;
  /** The kind of processor, as `process.arch` names it. */
  readonly processor: string;
  /** The share of the processors that other programs used just before the run. */
  readonly busyShare: number;
  readonly rounds: number;
  readonly perRound: number;
  readonly warmUp: number;
}

export interface PublishedRun extends RunConditions {
  readonly lines: readonly ReportedLine[];
}

/** A section of the bench with its last runs. */
export interface PublishedSection extends Pick<ReportedSection, "id" | "title" | "heads"> {
  readonly runs: readonly PublishedRun[];
}

/** The sections that `--publish` measures unless others are named. */
export const publishedIds = [
  ...["L01", "L02", "L03", "L04", "L05", "L06", "L07", "L08", "L09", "L10", "L11", "L12", "L14"],
  ...["AREAS", "FOOTPRINT", "GROWTH", "MEMORY", "PEERS"],
];

/**
 * Sections that fill large databases, install packages or run for minutes. They are published from
 * one run.
 */
export const measuredOnce: ReadonlySet<string> = new Set([
  "L03",
  "L04",
  "L14",
  "AREAS",
  "FOOTPRINT",
  "GROWTH",
  "MEMORY",
]);

const root = fileURLToPath(new URL("../..", import.meta.url));
const path = join(root, "docs/performance/figures.json");

export const readFigures = (): readonly PublishedSection[] => {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    // Nothing was published yet.
    return [];
  }
};

export const writeFigures = (sections: readonly PublishedSection[]): void =>
  writeFileSync(path, `${JSON.stringify(sections, undefined, 2)}\n`);

const sampleMs = 3_000;

/** Describes the machine. Call it before the run, so that only other programs are busy. */
export const readConditions = async ({ sizes }: BenchRun): Promise<RunConditions> => {
  const idleMs = () => cpus().reduce((sum, { times }) => sum + times.idle, 0);
  const [before, startedAt] = [idleMs(), performance.now()];
  await setTimeout(sampleMs);
  const allMs = (performance.now() - startedAt) * availableParallelism();
  const busyShare = Math.max(0, 1 - (idleMs() - before) / allMs);
  const git = ["rev-parse", "--short", "HEAD"];
  return {
    measuredOn: new Date().toISOString().slice(0, 10),
    commit: execFileSync("git", git, { cwd: root, encoding: "utf8" }).trim(),
    machine: `${availableParallelism()} cores (${process.arch}), Node ${process.versions.node}`,
    processor: process.arch,
    busyShare: Number(busyShare.toFixed(2)),
    rounds: sizes.rounds,
    perRound: sizes.perRound,
    warmUp: sizes.warmUp,
  };
};

const keyOf = ({ id, title }: Pick<ReportedSection, "id" | "title">): string => `${id} ${title}`;

/**
 * Replaces the runs of a section that was measured again on the same kind of processor. Runs of
 * other processors and other sections stay as they are.
 */
export const mergeFigures = (
  published: readonly PublishedSection[],
  measured: readonly { readonly section: ReportedSection; readonly conditions: RunConditions }[],
): readonly PublishedSection[] => {
  const fresh = new Map<string, PublishedSection>();
  for (const { section, conditions } of measured) {
    const { id, title, heads, lines, warmUp = conditions.warmUp } = section;
    const before = published.find((one) => keyOf(one) === keyOf(section))?.runs ?? [];
    const others = before.filter(({ processor }) => processor !== conditions.processor);
    const runs = fresh.get(keyOf(section))?.runs ?? others;
    const run = { ...conditions, warmUp, lines: lines.map(roundLine) };
    fresh.set(keyOf(section), { id, title, heads, runs: [...runs, run] });
  }
  const others = published.filter((section) => !fresh.has(keyOf(section)));
  return [...others, ...fresh.values()].toSorted((one, other) =>
    keyOf(one).localeCompare(keyOf(other), "en"),
  );
};

/** Rounds to four significant digits; more would be noise in the file. */
const roundLine = (line: ReportedLine): ReportedLine => ({
  ...line,
  figures: line.figures.map((figure) => (figure === null ? null : toFourDigits(figure))),
  ...(line.spread === undefined ? {} : { spread: toFourDigits(line.spread) }),
});

const toFourDigits = (figure: number): number => Number(figure.toPrecision(4));
