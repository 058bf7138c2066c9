import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../source/list-files.ts";
import type { Finding } from "../tidy/finding.ts";
import type { Pattern } from "./list-patterns.ts";

/** How a linear pattern was judged. */
export const methods = ["proven", "fuzzed", "timed"] as const;
export type Method = (typeof methods)[number];

/** The verdicts on all patterns: linear ones by the method that judged them, others by a reason. */
export interface Verdicts {
  /** recheck proved that they take linear time. */
  readonly proven: readonly string[];
  /** Too large for a proof; the attacks that recheck and we tried do not slow them down. */
  readonly fuzzed: readonly string[];
  /** recheck gave up; the attacks that we tried do not slow them down. */
  readonly timed: readonly string[];
  /** Not linear, with the reason why they may stay: no text from outside reaches them. */
  readonly superLinear: Readonly<Record<string, string>>;
  /** Composed at run time, with the reason why they are linear. */
  readonly composed: Readonly<Record<string, string>>;
}

const path = "tools/patterns/verdicts.json";

export const readVerdicts = (): Verdicts => JSON.parse(readFileSync(join(root, path), "utf8"));

export const writeVerdicts = (verdicts: Verdicts): void =>
  writeFileSync(join(root, path), `${JSON.stringify(verdicts, undefined, 2)}\n`);

/** Returns the method by which a pattern was judged linear; undefined if it was not. */
export const findMethod = (verdicts: Verdicts, text: string): Method | undefined =>
  methods.find((method) => verdicts[method].includes(text));

/** Finds patterns that are not judged or not linear, and verdicts on patterns that are gone. */
export const patternsAreLinear = (
  patterns: readonly Pattern[],
  verdicts: Verdicts,
): readonly Finding[] => {
  const linear = new Set(methods.flatMap((method) => verdicts[method]));
  const excused = new Map(
    [verdicts.superLinear, verdicts.composed].flatMap((table) => Object.entries(table)),
  );
  const found = new Set(patterns.map(({ text }) => text));
  const faults = patterns.flatMap(({ text, path: file, line }): readonly Finding[] => {
    const at = { path: file, line };
    if (linear.has(text) || excused.get(text)) return [];
    return excused.has(text)
      ? [{ ...at, rule: `${text} has no reason in ${path}`, fix: "Make it linear, or give one" }]
      : [{ ...at, rule: `${text} is not judged`, fix: "Run npm run judge-patterns" }];
  });
  const stale = [...linear, ...excused.keys()]
    .filter((text) => !found.has(text))
    .map((text) => ({
      path,
      line: 1,
      rule: `${text} is in no source`,
      fix: "Run npm run judge-patterns",
    }));
  return [...faults, ...stale];
};
