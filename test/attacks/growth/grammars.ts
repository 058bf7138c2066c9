/** Writes a text of about as many bytes as are asked for, and never more. */
export type Write = (bytes: number) => string;

export interface Grammar {
  readonly name: string;
  readonly write: Write;
}

/** Repeats items with a separator until the text is full; each item gets its number. */
const list =
  (item: (at: number) => string, separator: string, [from, to] = ["", ""]): Write =>
  (bytes) => {
    const parts: string[] = [];
    let left = bytes - from.length - to.length;
    const first = item(0) + separator;
    if (first === item(1) + separator && first === item(2) + separator) {
      const repeated = first.repeat(Math.floor(left / Buffer.byteLength(first)));
      return from + repeated.slice(0, repeated.length - separator.length) + to;
    }
    for (let at = 0; ; at += 1) {
      const part = item(at);
      left -= Buffer.byteLength(part) + separator.length;
      if (left < 0) break;
      parts.push(part);
    }
    return from + parts.join(separator) + to;
  };

/** The items of lists: names, values in every way to write them, and nothing. */
const items: Readonly<Record<string, (at: number) => string>> = {
  nothing: () => "",
  names: () => "a",
  "different names": (at) => `n${at}`,
  "different upper-case names": (at) => `N${at}`,
  "empty values": () => "a=",
  "values without names": () => "=a",
  values: () => "a=b",
  "different values": (at) => `a=${at}`,
  "different names and values": (at) => `n${at}=${at}`,
  "quoted values": () => 'a="b"',
  "quoted escapes": () => 'a="\\""',
  percents: () => "%41",
  "percents of two-byte letters": () => "%c3%a5",
  "percents of half letters": () => "%ff",
  "bare percents": () => "%",
  pluses: () => "+",
  equals: () => "=",
  quotes: () => '"',
  backslashes: () => "\\",
  colons: () => "a:b",
  weights: (at) => `a${at % 10};q=0.${at % 10}`,
  "different weights": (at) => `a-${at.toString(36)};q=0.${at % 1000}`,
  "two-byte letters": () => "\u00e5",
  "encoded words": () => "=?utf-8?Q?a?=",
  "name parts": () => "CN=a",
  "different name parts": (at) => `OU=${at}`,
  "escaped name parts": () => "CN=\\C3\\B8",
  hashes: () => "SHA-256=a",
  addresses: (at) => `10.0.${(at >> 8) & 255}.${at & 255}`,
};

const separators = ["&", ";", "; ", ",", ", ", " ", ""];

/** Lists of everything, separated by everything: forms, queries, cookies, headers, names. */
export const listGrammars: readonly Grammar[] = separators.flatMap((separator) =>
  Object.entries(items)
    .filter(([name]) => name !== "nothing" || separator !== "")
    .map(([name, item]) => ({
      name: `${name} separated by ${JSON.stringify(separator)}`,
      write: list(item, separator),
    })),
);

/** Values of JSON that are small; each gets its number. */
const jsonItems: Readonly<Record<string, (at: number) => string>> = {
  zeros: () => "0",
  numbers: (at) => String(at),
  fractions: (at) => `-${at}.${at}e+1`,
  "empty texts": () => '""',
  texts: (at) => `"t${at}"`,
  letters: () => '"\u00e5\u{1f600}"',
  escapes: () => '"\\u00e5\\n\\"\\/"',
  nulls: () => "null",
  "empty lists": () => "[]",
  "empty objects": () => "{}",
  objects: (at) => `{"a":${at}}`,
  blanks: () => "0  \t",
};

const jsonLists: readonly Grammar[] = Object.entries(jsonItems).flatMap(([name, item]) => [
  { name: `a list of ${name}`, write: list(item, ",", ["[", "]"]) },
  {
    name: `${name} under one name`,
    write: list((at) => `"a":${item(at)}`, ",", ["{", "}"]),
  },
  {
    name: `${name} under different names`,
    write: list((at) => `"n${at}":${item(at)}`, ",", ["{", "}"]),
  },
]);

/** The start and the end of a level. */
const levels: Readonly<Record<string, readonly [open: string, close: string]>> = {
  lists: ["[", "]"],
  objects: ['{"a":', "}"],
  "lists in objects": ['{"a":[', "]}"],
  "lists with neighbours": ["[0,", ",0]"],
  "objects with neighbours": ['{"a":0,"b":', ',"c":0}'],
  "lists with blanks": ["[ ", " ]"],
};

const nest =
  ([open, close]: readonly [string, string], inner: Write): Write =>
  (bytes) => {
    const count = Math.floor((bytes - 2) / (open.length + close.length));
    return open.repeat(count) + inner(2) + close.repeat(count);
  };

const deep: readonly Grammar[] = Object.entries(levels).flatMap(([name, level]) => [
  { name: `nested ${name}`, write: nest(level, () => "0") },
  {
    name: `open ${name}`,
    write: (bytes) => level[0].repeat(Math.floor(bytes / level[0].length)),
  },
  {
    // As many levels as items in the innermost.
    name: `nested ${name} around a list`,
    write: (bytes) => {
      const half = Math.floor(bytes / 2);
      return nest(level, () => list((at) => String(at), ",", ["[", "]"])(half))(half);
    },
  },
]);

/** Characters of which one text may consist. */
const characters = {
  letters: "a",
  digits: "1",
  escapes: "\\u00e5",
  "escaped quotes": '\\"',
  "two-byte letters": "\u00e5",
  "combining marks": "\u0301",
  "letters with marks": "o\u0308\u0301",
  surrogates: "\u{1f600}",
  blanks: " ",
  slashes: "/",
};

const longTexts: readonly Grammar[] = Object.entries(characters).flatMap(([name, unit]) => [
  { name: `one text of ${name}`, write: list(() => unit, "", ['{"a":"', '"}']) },
  { name: `one name of ${name}`, write: list(() => unit, "", ['{"', '":0}']) },
  { name: `bare ${name}`, write: list(() => unit, "") },
]);

/** JSON by depth, by width and by length, with numbers, names, escapes and mistakes. */
export const jsonGrammars: readonly Grammar[] = [
  ...jsonLists,
  ...deep,
  ...longTexts,
  { name: "one number", write: list(() => "9", "", ["[", "]"]) },
  { name: "one exponent", write: list(() => "9", "", ["[1e", "]"]) },
];
