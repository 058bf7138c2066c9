/** Words that questions contain and no page is about. */
const stopWords = new Set(
  (
    "a an and are be can do does for have how i if in is it mean means my of on or should that " +
    "the this to what when where which who why with you your"
  ).split(" "),
);

const normalise = (text) =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]+/gu, " ")
    .trim()} `;

/** Removes an English ending, so that "signed" also finds "signing". */
const stem = (word) => (word.length > 4 ? word.replace(/(?:ing|ed|es|s|e)$/, "") : word);

/** Splits a question into the words to search for. */
export const readWords = (question) => {
  const words = normalise(question).trim().split(" ").filter(Boolean).slice(0, 12);
  const telling = words.filter((word) => !stopWords.has(word));
  return [...new Set((telling.length === 0 ? words : telling).map(stem))];
};

/** Prepares the index: the text of each section in lower case, words separated by one space. */
export const prepareSections = ({ pages, sections }) =>
  sections.map(([page, id, heading, text]) => {
    const [address, title, kind] = pages[page];
    const names = { title: normalise(title), heading: normalise(heading) };
    return { address, title, kind, id, heading, text, names, words: normalise(text) };
  });

const occurrences = (words, part) => words.split(` ${part}`).length - 1;

/** Length of a usual section. A word in a longer one says less about it. */
const usualCharacters = 600;

const points = ({ names, words }, part) => {
  const inText = occurrences(words, part);
  const isWhole = names.title.includes(` ${part} `) || names.heading.includes(` ${part} `);
  const length = 0.3 + (0.7 * words.length) / usualCharacters;
  return (
    (names.title.includes(` ${part}`) ? 1.5 : 0) +
    (names.heading.includes(` ${part}`) ? 2 : 0) +
    (isWhole ? 0.5 : 0) +
    (2.2 * inText) / (inText + 1.2 * length)
  );
};

/** Pages for reading come before generated ones that contain the same words. */
const weights = { Schema: 0.5, Operation: 0.8, Operations: 0.8 };

/** Returns the sections that contain the words, best first. Rare words count more. */
export const rankSections = (sections, question) => {
  const parts = readWords(question);
  if (parts.length === 0) return [];
  const found = sections.map((section) => parts.map((part) => points(section, part)));
  const rarity = parts.map((_, at) =>
    Math.log(1 + sections.length / (1 + found.filter((each) => each[at] > 0).length)),
  );
  return sections
    .map((section, index) => {
      const matched = found[index].filter((each) => each > 0).length;
      const sum = found[index].reduce((total, each, at) => total + each * rarity[at], 0);
      const share = matched / parts.length;
      return { section, matched, score: sum * share ** 2 * (weights[section.kind] ?? 1) };
    })
    .filter(({ matched }) => matched > 0 && matched >= parts.length / 2)
    .sort((one, other) => other.score - one.score)
    .map(({ section }) => section);
};
