import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../source/list-files.ts";
import { equivalents } from "./equivalents.ts";
import type { GeneratedVerdict } from "./verdicts.ts";

export interface Judged {
  readonly key: string;
  /** The hash of the file as it was. */
  readonly source: string;
  readonly verdict: GeneratedVerdict;
}

/** The run whose score is published. */
export interface JudgedRun {
  readonly seed: number;
  readonly judged: readonly Judged[];
}

const judgedFile = join(root, "tools/mutate/generated/judged.json");
export const scorePage = join(root, "docs/spec/generated-mutants.md");

export const readJudged = (): JudgedRun =>
  JSON.parse(readFileSync(judgedFile, "utf8")) as JudgedRun;

export function writeJudged({ seed, judged }: JudgedRun): void {
  writeFileSync(judgedFile, JSON.stringify({ seed, judged }, undefined, 2));
  spawnSync(join(root, "node_modules/.bin/biome"), ["format", "--write", judgedFile]);
}

/** Writes the page from the verdicts of the run and from the list of equivalents. */
export function formatScorePage({ seed, judged }: JudgedRun): string {
  const byPackage = Map.groupBy(judged, ({ key }) => key.split("/")[1] ?? "");
  const rows = [...byPackage]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, group]) => `| ${name} | ${formatCounts(group)} |`);
  const list = (kind: GeneratedVerdict["kind"], note: (key: string) => string = () => "") =>
    judged
      .filter(({ verdict }) => verdict.kind === kind)
      .map(({ key }) => `- ${code(key)}${note(key)}`)
      .join("\n") || "None.";
  const command = `npm run mutate -- --generated ${judged.length} --seed ${seed} --publish`;
  return `# Generated mutants

A generated mutant is one small change of the source of a package: a condition negated, \`<\` for
\`<=\`, \`and\` for \`or\`, a statement or a part of an SQL condition left out. A test must notice
it, or the compiler must refuse it. These were judged by
\`${command}\`, which wrote this page.

| package | killed | survived | score | refused by the compiler | equivalent | open |
|---|---|---|---|---|---|---|
${[...rows, `| **all** | ${formatCounts(judged)} |`].join("\n")}

The score counts killed mutants among those that are neither refused nor equivalent. Open ones
survived the nearest tests, and have not been judged by all.

## Survivors

${list("survived")}

## Open

${list("open")}

## Equivalent

These change nothing that anybody can observe, or nothing that matters.

${list("equivalent", (key) => `: ${equivalents.get(key)}`)}
`;
}

/** Text of a program may contain what ends a Markdown code span. */
const code = (text: string) => (text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``);

function formatCounts(group: readonly Judged[]): string {
  const countOf = (kind: GeneratedVerdict["kind"]) =>
    group.filter(({ verdict }) => verdict.kind === kind).length;
  const [killed, survived] = [countOf("killed"), countOf("survived")];
  const score =
    killed + survived === 0 ? "" : `${Math.floor((100 * killed) / (killed + survived))} %`;
  return [killed, survived, score, countOf("refused"), countOf("equivalent"), countOf("open")].join(
    " | ",
  );
}
