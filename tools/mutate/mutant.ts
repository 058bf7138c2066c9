/** A one-line change that breaks a rule. The tests that name the rule must fail with it. */
export interface Mutant {
  readonly rule: string;
  /** Path below `packages`. */
  readonly file: string;
  /** Text that occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
}

/** A mutant as its table declares it. */
export type MutantRow = readonly [rule: string, file: string, find: string, replace: string];

export const declareMutants = (rows: readonly MutantRow[]): readonly Mutant[] =>
  rows.map(([rule, file, find, replace]) => ({ rule, file, find, replace }));

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
