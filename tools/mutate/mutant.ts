import type { HiddenReason } from "./kit/hidden-reasons.ts";

/** A change of a source file. */
export interface Edit {
  /** Path below `packages`. */
  readonly file: string;
  /** Text that occurs exactly once in the file, unless `start` says where it is. */
  readonly find: string;
  readonly replace: string;
  readonly start?: number;
}

/** A one-line change that breaks a rule. The tests that name the rule must fail with it. */
export interface Mutant extends Edit {
  readonly rule: string;
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

/** The environment of a Node process in which the edits replace the sources of their modules. */
export const editEnvironment = (edits: readonly Edit[]) => ({
  NODE_OPTIONS: `--import=${loader}`,
  VARDE_MUTANT: JSON.stringify(edits),
});

export const mutantEnvironment = ({ file, find, replace }: Mutant) =>
  editEnvironment([{ file, find, replace }]);

/** Returns the source with all edits of one file. Edits with a place must not overlap. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => (b.start ?? 0) - (a.start ?? 0))
    .reduce((text, edit) => applyEdit(text, edit), source);
}

/** Throws if the text to replace is not at its place, or without a place does not occur once. */
export function applyEdit(source: string, { file, find, replace, start }: Edit): string {
  if (start !== undefined) {
    const end = start + find.length;
    if (source.slice(start, end) === find)
      return source.slice(0, start) + replace + source.slice(end);
    throw new Error(`packages/${file} has changed since the mutant was made.`);
  }
  const [before, after, ...more] = source.split(find);
  if (before === undefined || after === undefined || more.length > 0) {
    const count = source.split(find).length - 1;
    throw new Error(
      `A mutant replaces "${find}", which occurs ${count} times in packages/${file}. ` +
        "Declare it with text that occurs once.",
    );
  }
  return before + replace + after;
}
