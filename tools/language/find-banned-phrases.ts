/** A phrase that is not plain English, where it is, and what to write instead. */
export interface BannedPhrase {
  readonly phrase: string;
  readonly offset: number;
  readonly instead: string;
}

// Between the words of a phrase a line may end and a comment may go on.
const gap = "(?:\\s|\\*|//)+";
const beVerb = "(?:is|are|was|were)";
/** Words after "is no" that make a phrase of their own, as in "is no longer". */
const comparisons = "longer|more|less|fewer|greater|better|worse|older|newer|different";

const banned: readonly { readonly pattern: RegExp; readonly instead: string }[] = [
  {
    pattern: pattern(`(?<!\\bthere${gap})\\b${beVerb}${gap}no${gap}(?!${comparisons})[a-z]+`),
    instead: '"is not a …"',
  },
  { pattern: pattern("\\bamiss\\b"), instead: '"wrong"' },
  { pattern: pattern("\\bmend(?:s|ed|ing)?\\b"), instead: '"fix" or "correct"' },
  { pattern: pattern("\\banew\\b"), instead: '"again"' },
  { pattern: pattern(`\\bput(?:s|ting)?${gap}by\\b`), instead: '"save" or "store"' },
  { pattern: pattern(`\\bto${gap}be${gap}had\\b`), instead: '"available"' },
  {
    pattern: pattern(`\\b(?:${beVerb}|be|been|being)${gap}told\\b`),
    instead: '"sees", "receives" or "the error says"',
  },
];

/** Returns the phrases of the "never" list that the text contains. */
export function findBannedPhrases(text: string): readonly BannedPhrase[] {
  return banned.flatMap(({ pattern: each, instead }) =>
    [...text.matchAll(each)].map(({ 0: phrase, index: offset }) => ({
      phrase: phrase.replace(/(?:\s|\*|\/\/)+/g, " "),
      offset,
      instead,
    })),
  );
}

function pattern(source: string): RegExp {
  return new RegExp(source, "gi");
}
