/** A filter as it is written in the search: `status:400 tpp:"Min TPP" kari`. */
export interface Filter<Fact extends string> {
  /** Values by the name of the fact; the last one counts. */
  readonly facts: Readonly<Partial<Record<Fact, string>>>;
  /** Words that must occur anywhere, in lower case. */
  readonly words: readonly string[];
}

const lengthMax = 500;
const tokens = /(\w+):"([^"]*)"?|(\w+):(\S+)|"([^"]*)"?|(\S+)/g;

interface Token {
  readonly name: string | undefined;
  readonly value: string;
  readonly text: string;
}

const readTokens = (text: string): readonly Token[] =>
  [...text.slice(0, lengthMax).matchAll(tokens)].map(
    ([whole, quotedName, quoted, name, value, phrase, word]) => ({
      name: quotedName ?? name,
      value: quoted ?? value ?? phrase ?? word ?? "",
      text: whole,
    }),
  );

/** Reads a filter. A name that is not one of the facts is part of a word, as in a URL. */
export const parseFilter = <Fact extends string>(
  text: string,
  facts: readonly Fact[],
): Filter<Fact> => {
  const known = (name: string | undefined) => facts.find((fact) => fact === name?.toLowerCase());
  const read: { facts: Partial<Record<Fact, string>>; words: string[] } = { facts: {}, words: [] };
  for (const { name, value, text: whole } of readTokens(text)) {
    const fact = known(name);
    if (fact !== undefined) read.facts[fact] = value;
    else read.words.push((name === undefined ? value : whole).toLowerCase());
  }
  return read;
};

/** Returns the filter with another value of a fact; an empty value removes the fact. */
export const changeFact = (text: string, fact: string, value: string): string => {
  const others = readTokens(text).filter(({ name }) => name?.toLowerCase() !== fact);
  // A quotation mark cannot be written in a value, and is not compared.
  const plain = value.replaceAll('"', "");
  const written = /^[^\s"]+$/.test(plain) ? plain : `"${plain}"`;
  return [
    ...others.map((token) => token.text),
    ...(value === "" ? [] : [`${fact}:${written}`]),
  ].join(" ");
};

/** Returns whether a text contains the value of a fact, in any case. */
export const hasValue = (text: string, value: string): boolean =>
  text.replaceAll('"', "").toLowerCase().includes(value.toLowerCase());
