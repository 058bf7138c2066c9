import type { HiddenReason } from "./kit/hidden-reasons.ts";

/** A one-line change that breaks a rule. The tests that name the rule must fail with it. */
export interface Mutant {
  readonly rule: string;
  /** Path below `packages`. */
  readonly file: string;
  /** Text that occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** The reason why checks from outside cannot find it; without one, `check-bank` must find it. */
  readonly hidden?: HiddenReason | undefined;
}

/** A mutant as its table declares it. */
export type MutantRow = readonly [
  rule: string,
  file: string,
  find: string,
  replace: string,
  hidden?: HiddenReason,
];

export const declareMutants = (rows: readonly MutantRow[]): readonly Mutant[] =>
  rows.map(([rule, file, find, replace, hidden]) => ({ rule, file, find, replace, hidden }));

/** The end of a mutant. */
export type Verdict =
  /** A test or check failed with the mutant, and passes without it. */
  | { readonly kind: "killed"; readonly by: string }
  | { readonly kind: "survived" }
  /** The tests or checks could not decide. */
  | { readonly kind: "undecided"; readonly reason: string };

const loader = new URL("load-mutant.ts", import.meta.url).href;

/** The environment of a Node process in which the mutant replaces the source of its module. */
export const mutantEnvironment = (mutant: Mutant) => ({
  NODE_OPTIONS: `--import=${loader}`,
  VARDE_MUTANT: JSON.stringify(mutant),
});

/** Returns the changed source. Throws if the text to replace does not occur exactly once. */
export function applyMutant(source: string, { rule, file, find, replace }: Mutant): string {
  const [before, after, ...more] = source.split(find);
  if (before === undefined || after === undefined || more.length > 0) {
    const count = source.split(find).length - 1;
    throw new Error(
      `The mutant of ${rule} replaces "${find}", which occurs ${count} times in ` +
        `packages/${file}. Declare it with text that occurs once.`,
    );
  }
  return before + replace + after;
}
