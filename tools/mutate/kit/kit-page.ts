import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../source/list-files.ts";
import type { Mutant } from "../mutant.ts";
import { mutants } from "../mutants/index.ts";
import { hiddenReasons } from "./hidden-reasons.ts";

export const kitPage = join(root, "docs/spec/kit-mutants.md");

/** Checks that found a mutant, by the name of the mutant. */
export type Found = ReadonlyMap<string, string>;

/** Names a mutant by its rule, and by its place if the rule has several. */
export const nameMutant = (mutant: Mutant): string => {
  const others = mutants.filter(({ rule }) => rule === mutant.rule);
  return others.length === 1 ? mutant.rule : `${mutant.rule} (${others.indexOf(mutant) + 1})`;
};

/** Reads which checks found which mutants when the page was written. */
export const readKitPage = (): Found => {
  const rows = readFileSync(kitPage, "utf8").matchAll(/^\| ([^|]+) \| `[^`]+` \| `([^`]+)` \|$/gm);
  return new Map([...rows].map(([, name = "", check = ""]) => [name, check]));
};

/** Writes the page from the mutants that are declared and the checks that found them. */
export const formatKitPage = (found: Found): string => {
  const seen = mutants.filter(({ hidden }) => hidden === undefined);
  const hidden = mutants.filter((mutant) => mutant.hidden !== undefined);
  const count = seen.filter((mutant) => found.has(nameMutant(mutant))).length;
  const why = Object.entries(hiddenReasons).map(([reason, text]) => {
    const names = hidden.filter((mutant) => mutant.hidden === reason).map(nameMutant);
    return `| ${text} | ${names.length} | ${names.join(", ")} |`;
  });
  const command = "`npm run mutate -- --kit`";
  return `# What check-bank finds

A mutant is a one-line change of the bank's source that breaks a rule. ${command}
starts a sandbox with each mutant, lets \`varde check-bank\` judge it with everything allowed, and
writes this page.

The checks find **${count} of ${mutants.length} mutants**. ${hidden.length} others cannot be seen
from outside, each for a reason below; ${seen.length - count} could be and are not found.

## Found

| mutant | file below \`packages\` | found by |
|---|---|---|
${seen.flatMap((mutant) => formatFound(mutant, found)).join("\n")}

## Not visible from outside

The tests of the rule find these; a check that only sends requests cannot.

| the change | mutants | which |
|---|---|---|
${why.join("\n")}
`;
};

const formatFound = (mutant: Mutant, found: Found): readonly string[] => {
  const name = nameMutant(mutant);
  const check = found.get(name);
  return check === undefined ? [] : [`| ${name} | \`${mutant.file}\` | \`${check}\` |`];
};
