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

/** Writes a body as another library would; returns nothing if it is not JSON. */
const rewrite = (text: string, styles: readonly JsonStyle[]): string[] => {
  try {
    const value: unknown = JSON.parse(text);
    return styles.map((style) => {
      const written = writeValue(value, style);
      return style.isAscii ? escapeUnits(written, notAscii) : written;
    });
  } catch {
    return [];
  }
};

const styles = (style: JsonStyle): readonly JsonStyle[] => [style, { ...style, isSpaced: true }];

/** The same JSON as other libraries write it; the names continue "it is the digest of ". */
export const otherJson: readonly (readonly [what: string, write: (text: string) => string[]])[] = [
  [
    "the body with blanks after commas and colons, as Python writes JSON",
    (text) => rewrite(text, [{ isSpaced: true }]),
  ],
  [
    "the body with \\u escapes for non-ASCII characters, as Python writes JSON",
    (text) => [...rewrite(text, styles({ isAscii: true })), escapeUnits(text, notAscii)],
  ],
  [
    "the body with sorted keys",
    (text) =>
      rewrite(text, [...styles({ isSorted: true }), ...styles({ isSorted: true, isAscii: true })]),
  ],
  [
    "the body with escaped slashes, as PHP writes JSON",
    (text) =>
      [text, ...rewrite(text, [{}, { isAscii: true }])].map((each) => each.replaceAll("/", "\\/")),
  ],
  [
    "the body with escapes for <, > and &, as Go writes JSON",
    (text) => [text, ...rewrite(text, [{}])].map((each) => escapeUnits(each, /[<>&]/g)),
  ],
];
