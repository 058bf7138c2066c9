import type { Reader } from "../reader.ts";

/** How a JSON library writes a value. */
interface JsonStyle {
  /** Blanks after commas and colons. */
  readonly isSpaced?: boolean;
  readonly isSorted?: boolean;
  /** Escapes for characters that are not ASCII. */
  readonly isAscii?: boolean;
}

const writeValue = (value: unknown, style: JsonStyle): string => {
  const [comma, colon] = style.isSpaced ? [", ", ": "] : [",", ":"];
  if (Array.isArray(value)) {
    return `[${value.map((item) => writeValue(item, style)).join(comma)}]`;
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value);
  if (style.isSorted) entries.sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries
    .map(([name, inner]) => `${JSON.stringify(name)}${colon}${writeValue(inner, style)}`)
    .join(comma)}}`;
};

const escapeUnits = (text: string, pattern: RegExp): string =>
  text.replace(pattern, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

const notAscii = /[\u0080-\uffff]/g;

/** Writes a body again, unless it is not JSON or too much work for the reader. */
const rewrite = (
  text: string,
  reader: Reader,
  write: (value: unknown) => readonly string[],
): readonly string[] => {
  if (!reader.readsJson(text)) return [];
  try {
    return write(JSON.parse(text));
  } catch {
    return [];
  }
};

/** Writes a body with each of these indents. */
export const reindent = (
  text: string,
  reader: Reader,
  indents: readonly (string | number)[],
): readonly string[] =>
  rewrite(text, reader, (value) =>
    indents.map((indent) => JSON.stringify(value, undefined, indent)),
  );

/** Writes a body as another library would. */
const restyle = (text: string, reader: Reader, wanted: readonly JsonStyle[]): readonly string[] =>
  rewrite(text, reader, (value) =>
    wanted.map((style) => {
      const written = writeValue(value, style);
      return style.isAscii ? escapeUnits(written, notAscii) : written;
    }),
  );

/** Applies a change to the text itself and to its JSON in each style. */
const change = (
  text: string,
  reader: Reader,
  wanted: readonly JsonStyle[],
  apply: (text: string) => string,
): readonly string[] =>
  reader.readsJson(text) ? [text, ...restyle(text, reader, wanted)].map(apply) : [];

const styles = (style: JsonStyle): readonly JsonStyle[] => [style, { ...style, isSpaced: true }];

/** The same JSON as other libraries write it; the names continue "it is the digest of ". */
export const otherJson: readonly (readonly [
  what: string,
  write: (text: string, reader: Reader) => readonly string[],
])[] = [
  [
    "the body with blanks after commas and colons, as Python writes JSON",
    (text, reader) => restyle(text, reader, [{ isSpaced: true }]),
  ],
  [
    "the body with \\u escapes for non-ASCII characters, as Python writes JSON",
    (text, reader) => [
      ...restyle(text, reader, styles({ isAscii: true })),
      ...change(text, reader, [], (each) => escapeUnits(each, notAscii)),
    ],
  ],
  [
    "the body with sorted keys",
    (text, reader) =>
      restyle(text, reader, [
        ...styles({ isSorted: true }),
        ...styles({ isSorted: true, isAscii: true }),
      ]),
  ],
  [
    "the body with escaped slashes, as PHP writes JSON",
    (text, reader) =>
      change(text, reader, [{}, { isAscii: true }], (each) => each.replaceAll("/", "\\/")),
  ],
  [
    "the body with escapes for <, > and &, as Go writes JSON",
    (text, reader) => change(text, reader, [{}], (each) => escapeUnits(each, /[<>&]/g)),
  ],
];
